/**
 * Answers questions about a whole project from its index, and by reading one after another the units that the index
 * can't tell about: C++, and pointcuts that need the whole text of a unit.
 */
import { relative, resolve } from "node:path";
import type { Entity, Problem, SourceRange } from "@weft/weaver-bridge/model";
import { matchPointcut, signatureOf, wantedFacts } from "@weft/weaver-bridge/pointcut";
import { joinPointNamer } from "@weft/weaver-bridge/weaver";
import type { KernelIndex } from "../kernel-index/index-client.js";
import type { SearchAnswer } from "../kernel-index/index-protocol.js";
import type {
  JoinPointHit,
  KnownName,
  NameKind,
  NamesQuestion,
  PointcutAnswer,
  PointcutQuestion,
  WholeUnit,
} from "./pointcut-search.js";
import type { KnownNames } from "./snapshot.js";
import type { UnitResult } from "./unit-result.js";

export interface SearchSources {
  readonly units: (root: string) => readonly string[];
  readonly whole: (unit: string, signal?: AbortSignal) => Promise<WholeUnit | undefined>;
  /** Undefined where the project has none. */
  readonly index: (root: string) => KernelIndex | undefined;
  readonly names: () => KnownNames;
  readonly results: ReadonlyMap<string, UnitResult>;
}

export interface Search {
  searchPointcut(question: PointcutQuestion, signal?: AbortSignal): Promise<PointcutAnswer>;
  knownNames(root: string, question: NamesQuestion): Promise<readonly KnownName[]>;
}

const DEFAULT_LIMIT = 1000;

export function createSearch(sources: SearchSources): Search {
  return {
    async searchPointcut(question, signal) {
      const found = new Map<string, JoinPointHit>();
      const units = sources.units(question.root);
      const problems = new Map<string, Problem>();
      const indexed = await fromIndex(sources.index(question.root), question, signal);
      const perFile = new Map(indexed?.perFile);
      for (const problem of indexed?.problems ?? []) problems.set(JSON.stringify(problem), problem);
      for (const hit of indexed?.hits ?? []) found.set(hitKey(hit), hit);
      let total = indexed?.total ?? 0;
      let searched = indexed?.unitsSearched ?? 0;
      for (const path of indexed?.missing ?? units) {
        const unit = await sources.whole(path, signal);
        signal?.throwIfAborted();
        if (unit === undefined) continue;
        searched++;
        const { hits, problems: wrong } = hitsIn(unit, question);
        for (const problem of wrong) problems.set(JSON.stringify(problem), problem);
        for (const hit of hits) {
          const key = hitKey(hit);
          if (found.has(key)) continue;
          found.set(key, hit);
          total++;
          perFile.set(hit.range.file, (perFile.get(hit.range.file) ?? 0) + 1);
        }
      }
      const hits = [...found.values()].sort(byPlace).slice(0, question.limit ?? DEFAULT_LIMIT);
      return {
        total,
        hits,
        perFile,
        unitsSearched: searched,
        unitsTotal: units.length,
        problems: [...problems.values()],
      };
    },
    async knownNames(root, { prefix, kind, limit }) {
      const index = sources.index(root);
      const known = await index?.names({ prefix, name: kind, limit }).catch(() => undefined);
      if (known !== undefined && known.names.length > 0) return known.names;
      return namesOfKind(sources, root, kind)
        .filter((name) => name.startsWith(prefix))
        .slice(0, limit)
        .map((name) => ({ name, units: 1 }));
    },
  };
}

/** Undefined where every unit has to be read. */
async function fromIndex(
  index: KernelIndex | undefined,
  { expression, aspects, aspect, limit = DEFAULT_LIMIT }: PointcutQuestion,
  signal: AbortSignal | undefined,
): Promise<SearchAnswer | undefined> {
  const { builtins, locals, callGraph } = wantedFacts(expression, aspects);
  if (index === undefined || builtins === true || locals === true || callGraph === true) return undefined;
  const scope = aspect === undefined ? {} : { aspect };
  try {
    return await index.search({ expression, aspects, limit, ...scope }, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

function hitsIn(
  { analysis: { facts }, directory }: WholeUnit,
  { expression, aspects, aspect }: PointcutQuestion,
): { hits: JoinPointHit[]; problems: PointcutAnswer["problems"] } {
  const { shadows, entities, problems } = matchPointcut(expression, facts, { files: aspects, aspect });
  const name = joinPointNamer(facts);
  const absolute = (range: SourceRange) => ({ ...range, file: resolve(directory, range.file) });
  const places = shadows.map(({ shadow, certainty }): JoinPointHit => {
    const { kind, signature, within, range } = name(shadow);
    return { kind, signature, within, range: absolute(range), certainty };
  });
  const names = entities.map((id): JoinPointHit => {
    const { nameRange } = facts.entities[id] as Entity;
    const range = absolute(facts.lineMap.rangeOf(nameRange));
    return { kind: "name", signature: signatureOf(facts, id), within: "", range, certainty: "certain" };
  });
  return { hits: [...places, ...names], problems };
}

function hitKey({ kind, signature, within, range }: JoinPointHit): string {
  const { file, startLine, startColumn, endLine, endColumn } = range;
  return [kind, signature, within, file, startLine, startColumn, endLine, endColumn].join("\0");
}

function byPlace({ range: a }: JoinPointHit, { range: b }: JoinPointHit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.startLine - b.startLine || a.startColumn - b.startColumn;
}

function namesOfKind(sources: SearchSources, root: string, kind: NameKind): readonly string[] {
  const names = sources.names();
  switch (kind) {
    case "function":
      return names.functions;
    case "variable":
      return names.variables;
    case "field":
      return names.fields;
    case "record":
    case "type":
      return names.records;
    case "file":
      return [...new Set([...sources.results.values()].flatMap(({ files }) => [...files]))]
        .map((file) => relative(root, file))
        .sort();
  }
}
