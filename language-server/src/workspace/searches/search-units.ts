/**
 * Answers questions about a whole project from its index, and by reading one after another the units that the index
 * can't tell about: C++, and pointcuts that need the whole text of a unit.
 */
import { relative, resolve } from "node:path";
import type { KernelIndex, SearchAnswer } from "@weft/weaver-bridge/kernel-index";
import type { Entity, SourceRange } from "@weft/weaver-bridge/model";
import { matchPointcut, signatureOf, wantedFacts } from "@weft/weaver-bridge/pointcut";
import { joinPointNamer } from "@weft/weaver-bridge/weaver";
import type { KnownNames } from "../snapshot.js";
import type { UnitResult } from "../unit-result.js";
import type {
  JoinPointHit,
  KnownName,
  NameKind,
  NamesQuestion,
  PointcutAnswer,
  PointcutQuestion,
  WholeUnit,
} from "./pointcut-search.js";
import { questionKey } from "./pointcut-search.js";
import { createUnitSearches, DEFAULT_LIMIT, firstHits, hitKey } from "./unit-searches.js";
import { within } from "./within.js";

export interface SearchSources {
  readonly units: (root: string) => readonly string[];
  /** How many of them are read. */
  readonly unitsRead: (root: string) => number;
  /** Its index reads files that changed. */
  readonly isRereading: (root: string) => boolean;
  readonly whole: (unit: string, signal?: AbortSignal) => Promise<WholeUnit | undefined>;
  /** The index knows the unit's text: no header of the project is being edited, nor the unit. */
  readonly isAsOnDisk: (unit: string) => boolean;
  /** Undefined where the project has none. */
  readonly index: (root: string) => KernelIndex | undefined;
  readonly names: () => KnownNames;
  readonly results: ReadonlyMap<string, UnitResult>;
  /** No unit is read for a search any more. */
  readonly onIdle: () => void;
  /** The index failed: units are read in its place. */
  readonly onIndexFault?: (error: Error) => void;
}

export interface Search {
  searchPointcut(question: PointcutQuestion, signal?: AbortSignal): Promise<PointcutAnswer>;
  knownNames(root: string, question: NamesQuestion): Promise<readonly KnownName[]>;
  /** Texts or aspects changed: units that were searched are searched again. */
  textsChanged(): void;
  readonly isSearching: boolean;
}

export function createSearch(sources: SearchSources): Search {
  const inUnits = createUnitSearches({ whole: sources.whole, hitsIn, onIdle: sources.onIdle });
  const starting = createStarting(sources);
  return {
    async searchPointcut(question, signal) {
      const units = sources.units(question.root);
      const index = sources.index(question.root);
      const indexed =
        index === undefined || !canIndexAnswer(question)
          ? undefined
          : await starting.ask(index, question, signal);
      const unitsRead = () => sources.unitsRead(question.root);
      const nothingYet = () => ({ ...NOTHING_YET, unitsTotal: units.length, unitsRead: unitsRead() });
      if (indexed === "starting") return nothingYet();
      const toRead = indexed?.missing ?? (await candidatesOf(sources, index, question, units, signal));
      if (toRead === "starting") return nothingYet();
      const read = await inUnits.ask(question, toRead, signal);
      const leftOut = indexed === undefined ? units.length - toRead.length : 0;
      const answer = mergeAnswers(
        indexed ?? { ...NOTHING_YET, unitsSearched: leftOut },
        read,
        question.limit,
      );
      const isRead = answer.unitsSearched + answer.unitsFailed >= units.length;
      return {
        ...answer,
        unitsTotal: units.length,
        unitsRead: unitsRead(),
        isReading: !isRead || answer.unverified === true || sources.isRereading(question.root),
      };
    },
    textsChanged() {
      inUnits.restart();
      starting.forget();
    },
    get isSearching() {
      return inUnits.isSearching || starting.isWaiting;
    },
    async knownNames(root, { prefix, kind, limit }) {
      const index = sources.index(root);
      const began = Date.now();
      const known = await index?.names({ prefix, name: kind, limit }).catch(faultOf(sources));
      // Who did not wait asks again.
      if (Date.now() - began > LATE_MS) setImmediate(sources.onIdle);
      if (known !== undefined && known.names.length > 0) return known.names;
      return namesOfKind(sources, root, kind)
        .filter((name) => name.startsWith(prefix))
        .slice(0, limit)
        .map((name) => ({ name, units: 1 }));
    },
  };
}

/** Of the index and of the units that were read beside it; a place of a header may be in both. */
function mergeAnswers(
  indexed: Omit<SearchAnswer, "missing">,
  read: Pick<PointcutAnswer, "total" | "hits" | "perFile" | "problems" | "unitsSearched">,
  limit = DEFAULT_LIMIT,
) {
  const known = new Set(indexed.hits.map(hitKey));
  const added: JoinPointHit[] = [];
  const twice: JoinPointHit[] = [];
  for (const hit of read.hits) (known.has(hitKey(hit)) ? twice : added).push(hit);
  const perFile = new Map(indexed.perFile);
  for (const [file, count] of read.perFile) perFile.set(file, (perFile.get(file) ?? 0) + count);
  for (const { range } of twice) perFile.set(range.file, (perFile.get(range.file) ?? 1) - 1);
  const problems = [...indexed.problems, ...read.problems];
  return {
    total: indexed.total + read.total - twice.length,
    hits: firstHits([...indexed.hits, ...added], limit),
    perFile,
    unitsSearched: indexed.unitsSearched + read.unitsSearched,
    unitsFailed: indexed.unitsFailed,
    ...(indexed.unverified === true ? { unverified: true as const } : {}),
    problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}

/** What the index could not answer is told, and read from the units. */
function faultOf({ onIndexFault }: Pick<SearchSources, "onIndexFault">): (error: unknown) => undefined {
  return (error) => {
    onIndexFault?.(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  };
}

const LATE_MS = 300;
const NOTHING_YET = {
  total: 0,
  hits: [],
  perFile: new Map<string, number>(),
  unitsSearched: 0,
  unitsFailed: 0,
  isReading: true,
  problems: [],
};

/** What bodies in the index don't keep has to be read from each unit. */
function canIndexAnswer({ expression, aspects }: PointcutQuestion): boolean {
  const { builtins, locals, callGraph } = wantedFacts(expression, aspects);
  return builtins !== true && locals !== true && callGraph !== true;
}

/** Units that have to be read for the question: those that can hold what it selects, as the index knows them. */
async function candidatesOf(
  sources: SearchSources,
  index: KernelIndex | undefined,
  { expression, aspects, aspect, withinMs }: PointcutQuestion,
  units: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[] | "starting"> {
  if (index === undefined) return units;
  const { isAsOnDisk, onIdle } = sources;
  const scope = aspect === undefined ? {} : { aspect };
  const failed = faultOf(sources);
  const asked = index.candidates({ expression, aspects, ...scope }).catch((error: unknown) => {
    failed(error);
    return { units: undefined };
  });
  const answer = await within(asked, withinMs, signal);
  signal?.throwIfAborted();
  if (answer === undefined) {
    // Who did not wait asks again.
    void asked.then(() => setImmediate(onIdle));
    return "starting";
  }
  if (answer.value.units === undefined) return units;
  const named = new Set(answer.value.units);
  return units.filter((unit) => named.has(unit) || !isAsOnDisk(unit));
}

/** An index that is just starting answers later: who asks the same again gets the answer to the first question. */
function createStarting(sources: Pick<SearchSources, "onIdle" | "onIndexFault">) {
  const { onIdle } = sources;
  let last: { readonly key: string; readonly answer: Promise<SearchAnswer | undefined> } | undefined;
  let waiting = 0;
  const tellWhenIn = async (answer: Promise<unknown>) => {
    waiting++;
    await answer;
    waiting--;
    onIdle();
  };
  return {
    get isWaiting() {
      return waiting > 0;
    },
    async ask(
      index: KernelIndex,
      { root, expression, aspects, aspect, limit = DEFAULT_LIMIT, withinMs }: PointcutQuestion,
      signal: AbortSignal | undefined,
    ): Promise<SearchAnswer | "starting" | undefined> {
      const scope = aspect === undefined ? {} : { aspect };
      const question = { expression, aspects, limit, ...scope };
      const key = questionKey({ root, ...question });
      if (last?.key !== key) last = { key, answer: index.search(question).catch(faultOf(sources)) };
      const asked = last;
      const answered = await within(asked.answer, withinMs, signal);
      signal?.throwIfAborted();
      if (answered === undefined) {
        void tellWhenIn(asked.answer);
        return "starting";
      }
      // It was told; the next one is asked of the index as it is then.
      if (last === asked) last = undefined;
      return answered.value;
    },
    forget() {
      last = undefined;
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
