/**
 * Functions and where their code is: a copy of its own each (the optimizer may make several), and a copy in every
 * function that it was inlined into. What makes them the same function is the entry that all copies come from.
 */
import type { Columns } from "../kept/columns.js";
import { withCode } from "./accounted-code.js";
import type { CallPlace, CodeCopy } from "./code-copy.js";
import { AT, TAG } from "./constants.js";
import type { CodeRange, DebugInfo } from "./debug-info.js";
import { firstFunction, type SizedFunction } from "./dropped-functions.js";
import type { EntryId } from "./entries.js";
import { lowerBound } from "./lower-bound.js";
import { originOf } from "./origin.js";

/** What the compiler noted of a call that it left in the code. */
export interface NotedCall {
  /** Behind the call instruction, or of a tail call at it. */
  readonly address: number;
  /** Undefined for a call through a pointer. */
  readonly origin: EntryId | undefined;
  readonly isTail: boolean;
}

export interface Functions {
  /** Entries that name a function, with code or without, each once for a unit. */
  readonly origins: readonly EntryId[];
  /** By start. */
  readonly own: readonly CodeCopy[];
  readonly inlined: readonly CodeCopy[];
  readonly copiesOf: CopiesOf;
  /** By its number in `own`, and from there on in `inlined`. */
  copyAt(index: number): CodeCopy | undefined;
  /** The function of its own that has the address in its code. */
  ownAt(address: number): CodeCopy | undefined;
  /** What was inlined into a function of its own, at any depth; the outer ones first. */
  inlinedIn(own: CodeCopy): readonly CodeCopy[];
  /** The innermost copy that has the address in its code. */
  innermostAt(address: number): CodeCopy | undefined;
}

/** By the entry that copies come from; those that are inlined are made when they are asked for. */
export interface CopiesOf {
  origins(): Iterable<EntryId>;
  /** Those of their own first, then by their entries. Empty for an entry that none comes from. */
  get(origin: EntryId): readonly CodeCopy[];
}

/**
 * `symbols`: some functions have code, but debug information does not say where (folded with an equal one, and back).
 * `codeBytes`: that the file has in all; functions that share more than some of it are left out, and that is said.
 */
export function readFunctions(
  debug: DebugInfo,
  kept?: Columns,
  symbols: readonly SizedFunction[] = [],
  codeBytes = Number.POSITIVE_INFINITY,
): Functions {
  return functionsOf(debug, (kept && keptCopies(debug, kept)) ?? readCopies(debug, symbols, codeBytes));
}

interface Copies {
  readonly origins: readonly EntryId[];
  readonly own: readonly CodeCopy[];
  /** Ascending. */
  readonly inlinedEntries: ArrayLike<EntryId>;
  readonly inlinedOrigins: ArrayLike<EntryId>;
  /** By its number among those. */
  inlined(index: number): CodeCopy;
}

function readCopies(debug: DebugInfo, symbols: readonly SizedFunction[], codeBytes: number): Copies {
  const { entries } = debug;
  const origins: EntryId[] = [];
  const own: CodeCopy[] = [];
  const inlined: CodeCopy[] = [];
  const byEntry = new Map<EntryId, CodeCopy>();
  const isFirst = firstFunction(debug, symbols);
  for (let entry = 0; entry < entries.count; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.subprogram && tag !== TAG.inlined_subroutine) continue;
    const origin = originOf(debug, entry);
    if (origin === entry && tag === TAG.subprogram) origins.push(entry);
    const isInlined = tag === TAG.inlined_subroutine;
    const inside = isInlined ? copyAround(entry, entries.parents, byEntry) : undefined;
    const ranges = debug
      .ranges(entry)
      .filter((range) => range.start !== 0 || (inside ? holds(inside, 0) : isFirst(origin, range)));
    if (ranges.length === 0) continue;
    if (isInlined && inside === undefined) continue;
    const copy = new Copy(debug, entry, origin, ranges, startOf(debug, entry, ranges), inside);
    byEntry.set(entry, copy);
    (isInlined ? inlined : own).push(copy);
  }
  for (const copy of copiesBySymbol(debug, origins, own, symbols)) own.push(copy);
  own.sort((left, right) => left.start - right.start);
  const held = withCode(own, codeBytes, debug.entries.damage);
  const inlinedEntries = inlined.map(({ entry }) => entry);
  const inlinedOrigins = inlined.map(({ origin }) => origin);
  const inlinedAt = (index: number) => inlined[index] as CodeCopy;
  return { origins, own: held, inlinedEntries, inlinedOrigins, inlined: inlinedAt };
}

/** Of functions that are defined without a place, where a symbol says one that is no other function's. */
function copiesBySymbol(
  debug: DebugInfo,
  origins: readonly EntryId[],
  own: readonly CodeCopy[],
  symbols: readonly SizedFunction[],
): CodeCopy[] {
  const around = finder(own);
  const bare = new Map(
    symbols
      .filter(({ size, address }) => size > 0 && around(address) === undefined)
      .map((one) => [one.name, one]),
  );
  if (bare.size === 0) return [];
  const placed = new Set(own.map(({ origin }) => origin));
  return origins.flatMap((origin) => {
    const symbol = bare.get(debug.text(origin, AT.name) ?? "");
    if (symbol === undefined || placed.has(origin) || debug.has(origin, AT.declaration)) return [];
    bare.delete(symbol.name);
    const { address, size } = symbol;
    return [new Copy(debug, origin, origin, [{ start: address, end: address + size }], address, undefined)];
  });
}

/** A kernel has a hundred thousand: methods are shared. */
class Copy implements CodeCopy {
  readonly depth: number;
  readonly isInlined: boolean;
  readonly #debug: DebugInfo;

  constructor(
    debug: DebugInfo,
    readonly entry: EntryId,
    readonly origin: EntryId,
    readonly ranges: readonly CodeRange[],
    readonly start: number,
    readonly inside: CodeCopy | undefined,
  ) {
    this.#debug = debug;
    this.isInlined = inside !== undefined;
    this.depth = inside === undefined ? 0 : inside.depth + 1;
  }

  callPlace(): CallPlace | undefined {
    return this.isInlined ? callPlace(this.#debug, this.entry) : undefined;
  }
}

/** A kernel has a hundred thousand inlined copies: they are made where they are asked for. */
function functionsOf(debug: DebugInfo, copies: Copies): Functions {
  const { origins, own, inlinedEntries, inlined } = copies;
  const ownAt = finder(own);
  let all: readonly CodeCopy[] | undefined;
  const allInlined = () => (all ??= Array.from(inlinedEntries, (_, index) => inlined(index)));
  let copiesOf: CopiesOf | undefined;
  /** By what they stand in; of a function of its own all that is inside at any depth. */
  const inside = new Map<CodeCopy, readonly CodeCopy[]>();
  const insideOf = (copy: CodeCopy) => {
    let found = inside.get(copy);
    if (found === undefined) {
      found = inlinedWithin(copy.entry, debug.entries.endOf(copy.entry));
      inside.set(copy, found);
    }
    return found;
  };
  function inlinedWithin(start: EntryId, end: EntryId): CodeCopy[] {
    const found: CodeCopy[] = [];
    for (let at = lowerBound(inlinedEntries, start); (inlinedEntries[at] ?? end) < end; at++)
      found.push(inlined(at));
    return found;
  }
  return {
    ...{ origins, own, ownAt, inlinedIn: insideOf },
    copyAt: (index) => {
      const at = index - own.length;
      return at < 0 ? own[index] : at < inlinedEntries.length ? inlined(at) : undefined;
    },
    get inlined() {
      return allInlined();
    },
    get copiesOf() {
      return (copiesOf ??= byOrigin(copies));
    },
    innermostAt: (address) => {
      const around = ownAt(address);
      let found = around;
      // The outer ones come first.
      for (const copy of around === undefined ? [] : insideOf(around))
        if (copy.inside === found && holds(copy, address)) found = copy;
      return found;
    },
  };
}

function byOrigin({ own, inlined, inlinedOrigins }: Copies): CopiesOf {
  const ofTheirOwn = new Map<EntryId, CodeCopy[]>();
  for (const copy of own) push(ofTheirOwn, copy.origin, copy);
  const numbers = new Map<EntryId, number[]>();
  for (let index = 0; index < inlinedOrigins.length; index++)
    push(numbers, inlinedOrigins[index] as EntryId, index);
  return {
    origins: () => new Set([...ofTheirOwn.keys(), ...numbers.keys()]),
    get: (origin) => [...(ofTheirOwn.get(origin) ?? []), ...(numbers.get(origin) ?? []).map(inlined)],
  };
}

/** To be kept; {@link readFunctions} takes them. Addresses are those of 32 bits, or signed ones. */
export function functionColumns({ origins, own, inlined }: Functions, isSigned = false): Columns {
  const addresses = (list: readonly number[]) => (isSigned ? Int32Array.from(list) : Uint32Array.from(list));
  const copies = [...own, ...inlined];
  const numbers = new Map(copies.map((copy, index) => [copy, index]));
  const rangeEnds = new Uint32Array(copies.length);
  const bounds: number[] = [];
  for (const [index, { ranges }] of copies.entries()) {
    for (const { start, end } of ranges) bounds.push(start, end);
    rangeEnds[index] = bounds.length;
  }
  return {
    functionOrigins: Uint32Array.from(origins),
    copyEntries: Uint32Array.from(copies, ({ entry }) => entry),
    copyOrigins: Uint32Array.from(copies, ({ origin }) => origin),
    copyStarts: addresses(copies.map(({ start }) => start)),
    copyInside: Int32Array.from(copies, ({ inside }) =>
      inside === undefined ? -1 : (numbers.get(inside) ?? -1),
    ),
    copyRangeEnds: rangeEnds,
    copyRanges: addresses(bounds),
  };
}

function keptCopies(debug: DebugInfo, columns: Columns): Copies | undefined {
  const { functionOrigins, copyEntries, copyOrigins, copyStarts, copyInside, copyRangeEnds, copyRanges } =
    columns;
  if (copyEntries === undefined || copyOrigins === undefined || copyStarts === undefined) return undefined;
  if (copyInside === undefined || copyRangeEnds === undefined || copyRanges === undefined) return undefined;
  const copies: CodeCopy[] = [];
  const copyAt = (index: number): CodeCopy => {
    const known = copies[index];
    if (known !== undefined) return known;
    const ranges: CodeRange[] = [];
    const end = copyRangeEnds[index] as number;
    for (let at = index === 0 ? 0 : (copyRangeEnds[index - 1] as number); at < end; at += 2)
      ranges.push({ start: copyRanges[at] as number, end: copyRanges[at + 1] as number });
    const [entry, origin] = [copyEntries[index] as number, copyOrigins[index] as number];
    const around = copyInside[index] as number;
    const inside = around < 0 || around >= index ? undefined : copyAt(around);
    const copy = new Copy(debug, entry, origin, ranges, copyStarts[index] as number, inside);
    copies[index] = copy;
    return copy;
  };
  const first = copyInside.findIndex((around) => around >= 0);
  const count = first === -1 ? copyEntries.length : first;
  const own = Array.from({ length: count }, (_, index) => copyAt(index));
  const inlinedEntries = copyEntries.subarray(count);
  return {
    ...{ origins: [...(functionOrigins ?? [])], own, inlinedEntries },
    ...{ inlinedOrigins: copyOrigins.subarray(count), inlined: (at) => copyAt(count + at) },
  };
}

export const holds = ({ ranges }: { readonly ranges: readonly CodeRange[] }, address: number) =>
  ranges.some(({ start, end }) => start <= address && address < end);

/** Calls that the compiler noted in a function of its own, also in what was inlined there. */
export function notedCalls(debug: DebugInfo, copy: CodeCopy): NotedCall[] {
  const { entries } = debug;
  const found: NotedCall[] = [];
  const end = entries.endOf(copy.entry);
  for (let entry = copy.entry + 1; entry < end; entry++) {
    const tag = entries.tags[entry];
    if (tag !== TAG.call_site && tag !== TAG.GNU_call_site) continue;
    const address =
      debug.address(entry, AT.call_return_pc) ??
      debug.address(entry, AT.call_pc) ??
      debug.address(entry, AT.low_pc);
    const to = debug.entry(entry, AT.call_origin) ?? debug.entry(entry, AT.abstract_origin);
    if (address === undefined) continue;
    const isTail = debug.has(entry, AT.call_tail_call) || debug.has(entry, AT.GNU_tail_call);
    found.push({ address, origin: to === undefined ? undefined : originOf(debug, to), isTail });
  }
  return found;
}

function copyAround(entry: EntryId, parents: Int32Array, known: ReadonlyMap<EntryId, CodeCopy>) {
  for (let at = parents[entry] as number; at >= 0; at = parents[at] as number) {
    const copy = known.get(at);
    if (copy !== undefined) return copy;
  }
  return undefined;
}

/** GCC says `entry_pc` as an address, clang not at all, and both may say it as a distance from the first range. */
function startOf(debug: DebugInfo, entry: EntryId, ranges: readonly CodeRange[]): number {
  const first = (ranges[0] as CodeRange).start;
  const said = debug.address(entry, AT.entry_pc);
  if (said !== undefined) return said;
  const distance = debug.number(entry, AT.entry_pc);
  return distance === undefined ? first : (debug.address(entry, AT.low_pc) ?? first) + distance;
}

function callPlace(debug: DebugInfo, entry: EntryId): CallPlace {
  const lines = debug.lines(debug.entries.unitOf(entry));
  return {
    file: lines.fileName(debug.number(entry, AT.call_file) ?? -1) ?? "",
    line: debug.number(entry, AT.call_line) || 1,
    column: debug.number(entry, AT.call_column) || 1,
  };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function finder(own: readonly CodeCopy[]): (address: number) => CodeCopy | undefined {
  const pieces = own
    .flatMap((copy) => copy.ranges.map(({ start, end }) => ({ start, end, copy })))
    .sort((left, right) => left.start - right.start);
  return (address) => {
    let [low, high] = [0, pieces.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pieces[middle]?.start ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const piece = pieces[low - 1];
    return piece !== undefined && address < piece.end ? piece.copy : undefined;
  };
}
