/**
 * What pointcuts select in units that have to be read whole, one after another: minutes in a kernel. A search goes on
 * behind its answers, as long as somebody asks for it again; each answer tells what is known by then. A unit is read once
 * for all searches that still need it.
 */

import type { SearchAnswer } from "@weft/weaver-bridge/kernel-index";
import type { Problem } from "@weft/weaver-bridge/model";
import { type JoinPointHit, type PointcutQuestion, questionKey, type WholeUnit } from "./pointcut-search.js";
import { within } from "./within.js";

export interface UnitSearches {
  /** After `question.withinMs` at the latest; without it when all units are searched. Rejects when cancelled. */
  ask(question: PointcutQuestion, units: readonly string[], signal?: AbortSignal): Promise<FoundInUnits>;
  /** A text or an aspect changed: what was found may be so no more. */
  restart(): void;
  readonly isSearching: boolean;
}

/** As the index answers; of the hits some, at least as many as the question wants. */
export type FoundInUnits = Omit<SearchAnswer, "missing" | "unitsFailed">;

export interface UnitSearchParts {
  readonly whole: (unit: string, signal?: AbortSignal) => Promise<WholeUnit | undefined>;
  readonly hitsIn: (
    unit: WholeUnit,
    question: PointcutQuestion,
  ) => { readonly hits: readonly JoinPointHit[]; readonly problems: readonly Problem[] };
  /** Nothing is searched any more. */
  readonly onIdle: () => void;
}

export const DEFAULT_LIMIT = 1000;
/** As many questions as a hover or two ask at a time. */
const MOST_SEARCHES = 6;
/** A search that nobody asked for since is not worth more reading. */
const INTEREST_MS = 10_000;

interface Search {
  readonly question: PointcutQuestion;
  readonly waiting: Set<string>;
  readonly perFile: Map<string, number>;
  /** Join points of headers, which other units may have as well. */
  readonly shared: Set<string>;
  readonly problems: Map<string, Problem>;
  hits: JoinPointHit[];
  total: number;
  searched: number;
  /** Of the last question; more while one waits for the end. */
  wantedUntil: number;
  readonly listeners: Set<() => void>;
  failure?: unknown;
}

export function createUnitSearches({ whole, hitsIn, onIdle }: UnitSearchParts): UnitSearches {
  /** The one that was asked for last comes last. */
  const searches = new Map<string, Search>();
  let reading: AbortController | undefined;

  const next = (): string | undefined => {
    for (const search of [...searches.values()].reverse()) {
      const [unit] = search.wantedUntil > Date.now() ? search.waiting : [];
      if (unit !== undefined) return unit;
    }
    return undefined;
  };
  const walk = async () => {
    if (reading !== undefined) return;
    const own = new AbortController();
    reading = own;
    for (let path = next(); path !== undefined && !own.signal.aborted; path = next()) {
      const unit = await whole(path, own.signal);
      if (own.signal.aborted) break;
      for (const search of searches.values())
        if (search.waiting.delete(path)) {
          if (unit !== undefined) addUnit(search, unit);
          if (search.waiting.size === 0) tell(search);
        }
    }
    if (reading !== own) return;
    reading = undefined;
    onIdle();
  };
  const addUnit = (search: Search, unit: WholeUnit) => {
    try {
      add(search, unit, hitsIn(unit, search.question));
    } catch (error) {
      search.failure = error;
      search.waiting.clear();
    }
  };
  const searchFor = (question: PointcutQuestion, units: readonly string[]): Search => {
    const key = JSON.stringify([questionKey(question), units]);
    const search = searches.get(key) ?? newSearch(question, units);
    searches.delete(key);
    searches.set(key, search);
    for (const [oldest, { listeners }] of searches)
      if (searches.size > MOST_SEARCHES && listeners.size === 0) searches.delete(oldest);
    return search;
  };

  return {
    async ask(question, units, signal) {
      const search = searchFor(question, units);
      const { withinMs } = question;
      search.wantedUntil = withinMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + INTEREST_MS;
      if (search.waiting.size > 0) {
        void walk();
        await ended(search, withinMs, signal);
        if (search.listeners.size === 0)
          search.wantedUntil = signal?.aborted === true ? 0 : Date.now() + INTEREST_MS;
      }
      signal?.throwIfAborted();
      if (search.failure !== undefined) throw search.failure;
      const { total, hits, perFile, searched, problems } = search;
      return {
        total,
        hits,
        perFile: new Map(perFile),
        unitsSearched: searched,
        problems: [...problems.values()],
      };
    },
    restart() {
      const before = [...searches.values()];
      searches.clear();
      reading?.abort();
      reading = undefined;
      for (const search of before) tell(search);
    },
    get isSearching() {
      return reading !== undefined;
    },
  };
}

function newSearch(question: PointcutQuestion, units: readonly string[]): Search {
  return {
    question,
    waiting: new Set(units),
    perFile: new Map(),
    shared: new Set(),
    problems: new Map(),
    hits: [],
    total: 0,
    searched: 0,
    wantedUntil: 0,
    listeners: new Set(),
  };
}

function tell({ listeners }: Search): void {
  for (const listener of [...listeners]) listener();
}

/** The search is at its end, or the time is. */
async function ended(
  { listeners }: Search,
  withinMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  let listener: (() => void) | undefined;
  const end = new Promise<void>((done) => {
    listener = done;
    listeners.add(done);
  });
  await within(end, withinMs, signal);
  if (listener !== undefined) listeners.delete(listener);
}

function add(search: Search, unit: WholeUnit, found: ReturnType<UnitSearchParts["hitsIn"]>): void {
  search.searched++;
  for (const problem of found.problems) search.problems.set(JSON.stringify(problem), problem);
  for (const hit of found.hits) {
    const { file } = hit.range;
    if (file !== unit.unit) {
      const key = hitKey(hit);
      if (search.shared.has(key)) continue;
      search.shared.add(key);
    }
    search.hits.push(hit);
    search.total++;
    search.perFile.set(file, (search.perFile.get(file) ?? 0) + 1);
  }
  const limit = search.question.limit ?? DEFAULT_LIMIT;
  if (search.hits.length > 2 * limit) search.hits = firstHits(search.hits, limit);
}

/** By file and place. */
export function firstHits(hits: readonly JoinPointHit[], limit: number): JoinPointHit[] {
  return [...hits].sort(byPlace).slice(0, limit);
}

export function hitKey({ kind, signature, within, range }: JoinPointHit): string {
  const { file, startLine, startColumn, endLine, endColumn } = range;
  return [kind, signature, within, file, startLine, startColumn, endLine, endColumn].join("\0");
}

function byPlace({ range: a }: JoinPointHit, { range: b }: JoinPointHit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.startLine - b.startLine || a.startColumn - b.startColumn;
}
