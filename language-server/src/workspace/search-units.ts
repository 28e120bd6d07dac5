/** Answers questions about a whole project by reading its units one after another. */
import { relative, resolve } from "node:path";
import type { Entity, SourceRange } from "@weft/weaver-bridge/model";
import { matchPointcut, signatureOf } from "@weft/weaver-bridge/pointcut";
import { joinPointNamer } from "@weft/weaver-bridge/weaver";
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
      const problems = new Map<string, PointcutAnswer["problems"][number]>();
      let searched = 0;
      for (const path of units) {
        const unit = await sources.whole(path, signal);
        signal?.throwIfAborted();
        if (unit === undefined) continue;
        searched++;
        const { hits, problems: wrong } = hitsIn(unit, question);
        for (const hit of hits) found.set(hitKey(hit), hit);
        for (const problem of wrong) problems.set(JSON.stringify(problem), problem);
      }
      const all = [...found.values()].sort(byPlace);
      const perFile = new Map<string, number>();
      for (const { range } of all) perFile.set(range.file, (perFile.get(range.file) ?? 0) + 1);
      return {
        total: all.length,
        hits: all.slice(0, question.limit ?? DEFAULT_LIMIT),
        perFile,
        unitsSearched: searched,
        unitsTotal: units.length,
        problems: [...problems.values()],
      };
    },
    async knownNames(root, { prefix, kind, limit }) {
      return namesOfKind(sources, root, kind)
        .filter((name) => name.startsWith(prefix))
        .slice(0, limit)
        .map((name) => ({ name, units: 1 }));
    },
  };
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
