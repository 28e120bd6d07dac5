/**
 * An image opened for resolution: its debug information, functions, and the machine code of each function, decoded
 * once.
 */
import {
  AT,
  type Branch,
  type CodeCopy,
  type Columns,
  createTypeFlow,
  createTypes,
  type DebugInfo,
  decodeBranches,
  decodeCode,
  type ElfFile,
  type ElfSymbol,
  type EntryId,
  type Functions,
  functionColumns,
  type MachineInstruction,
  notedCalls,
  ObjectError,
  readDebugInfo,
  readFunctions,
  type TypeFlow,
} from "../../object-code/index.js";
import { createSourceNames, type SourceText } from "./source-names.js";

/** What was found out of this very image before, by kind. */
export interface KeptFacts {
  get(kind: string): Columns | undefined;
  put(kind: string, columns: Columns): void;
}

export interface ImageCode {
  readonly elf: ElfFile;
  readonly debug: DebugInfo;
  readonly kept: KeptFacts | undefined;
  readonly functions: Functions;
  /** Of a function of its own, in the order of its ranges. */
  instructionsOf(copy: CodeCopy): readonly MachineInstruction[];
  branchesOf(copy: CodeCopy): readonly Branch[];
  /** Of the image's sections; undefined where it has none. */
  wordAt(address: number): number | undefined;
  /** What the text of the sources says, where it is to be had. */
  readonly sources: ReturnType<typeof createSourceNames>;
  /** The entry of the function that an instruction calls or jumps to; undefined where only a symbol tells of it. */
  calleeAt(target: number, call: { readonly address: number; readonly length: number }): EntryId | undefined;
  /** Made when it is first asked for: it looks at all variables. */
  typeFlow(): TypeFlow;
  /** The symbol of the function that begins there. */
  symbolAt(address: number): ElfSymbol | undefined;
  /** `sys_fork+0x12`, of the function's symbol; in an object that is not linked, of the section. */
  spell(address: number): string;
}

const KIND = "functions";

/**
 * Throws ObjectError for what can't be resolved in, with the reason. Where `sources` has the text of a source, what it names
 * decides between members that an instruction may mean.
 */
export function openImageCode(
  elf: ElfFile,
  kept?: KeptFacts,
  sources: SourceText = () => undefined,
): ImageCode {
  if (elf.machine !== "i386") throw new ObjectError("it is not for i386");
  const known = kept?.get(KIND);
  const debug = readDebugInfo(elf, known);
  if (debug === undefined)
    throw new ObjectError("it has no debug information: compile with -g, and don't strip it");
  const elsewhere = splitUnits(debug);
  if (elsewhere.length > 0 && elsewhere.length === debug.entries.units.length)
    throw new ObjectError(splitText(elsewhere));
  const functions = readFunctions(debug, known, elf.symbols.filter(isFunction));
  if (known === undefined && debug.entries.damage.length === 0)
    kept?.put(KIND, { ...debug.entries.columns, ...functionColumns(functions) });
  const types = createTypes(debug);
  let flow: TypeFlow | undefined;
  const addressOf = sharedSymbols(elf);
  const notedAt = createNotedCalls(debug, functions);
  const declared = declaredFunctions(debug, functions);
  const isNamedFunction = functionNames(elf, debug, functions);
  const calleeAt: ImageCode["calleeAt"] = (target, call) => {
    const own = functions.ownAt(target);
    // Of several names gcc notes the one that the source says.
    if (own?.start === target) return (aliased().has(target) ? notedAt(call) : undefined) ?? own.origin;
    return notedAt(call) ?? declared().get(starts().get(target)?.name ?? "");
  };
  const names = createSourceNames({ debug, functions, textOf: sources, isFunction: isNamedFunction });
  const { namesAt } = names;
  // One at a time: those of a whole kernel are a gigabyte.
  let last: { readonly copy: CodeCopy; readonly code: readonly MachineInstruction[] } | undefined;
  let symbols: ReadonlyMap<number, ElfSymbol> | undefined;
  const starts = () => (symbols ??= symbolsByAddress(elf.symbols));
  let several: ReadonlySet<number> | undefined;
  const aliased = () => (several ??= withSeveralNames(elf.symbols));
  return {
    ...{ elf, debug, functions, kept },
    instructionsOf: (copy) => {
      if (last?.copy !== copy) last = { copy, code: decodeCopy(elf, copy, decodeCode) };
      return last.code;
    },
    branchesOf: (copy) => decodeCopy(elf, copy, decodeBranches),
    typeFlow: () =>
      (flow ??= createTypeFlow({
        debug,
        types,
        functions,
        calleeAt,
        addressOf,
        wordAt: (at) => wordAt(elf, at),
        namesAt,
      })),
    wordAt: (at) => wordAt(elf, at),
    ...{ calleeAt, sources: names },
    symbolAt: (address) => starts().get(address),
    spell: (address) => {
      const copy = functions.ownAt(address);
      const range = copy?.ranges.find(({ start, end }) => start <= address && address < end);
      const symbol = range && (starts().get(range.start) ?? (copy && starts().get(copy.start)));
      if (symbol === undefined || range === undefined) return `0x${address.toString(16)}`;
      const isAliased = copy?.start === symbol.address && aliased().has(symbol.address);
      const name = isAliased ? (debug.text(copy.origin, AT.name) ?? symbol.name) : symbol.name;
      const distance = address - symbol.address;
      return distance === 0 ? name : `${name}+0x${distance.toString(16)}`;
    },
  };
}

/** Files that have what is said of units here: a unit that is split off leaves a name. */
export function splitUnits(debug: DebugInfo): string[] {
  return debug.entries.units.flatMap(
    ({ root }) => debug.text(root, AT.dwo_name) ?? debug.text(root, AT.GNU_dwo_name) ?? [],
  );
}

export const splitText = ([first, ...others]: readonly string[]) =>
  `the debug information of ${others.length + 1} units is in files beside it (${first}${others.length > 0 ? ", …" : ""}), which are not read here: compile without -gsplit-dwarf`;

/** What the compiler noted of calls, read for one function after the other. */
function createNotedCalls(debug: DebugInfo, functions: Functions) {
  let last: { readonly copy: CodeCopy; readonly calls: ReadonlyMap<number, EntryId | undefined> } | undefined;
  return ({ address, length }: { readonly address: number; readonly length: number }) => {
    const copy = functions.ownAt(address);
    if (copy === undefined) return undefined;
    if (last?.copy !== copy)
      last = { copy, calls: new Map(notedCalls(debug, copy).map((call) => [call.address, call.origin])) };
    return last.calls.get(address + length) ?? last.calls.get(address);
  };
}

/** Of variables: what an object does not define has an address that was made up for it. */
function sharedSymbols({ symbols, isRelocatable }: ElfFile): (name: string) => number | undefined {
  let addresses: ReadonlyMap<string, number> | undefined;
  const read = () =>
    new Map(
      symbols
        .filter(({ section, address, binding, kind }) =>
          section === undefined ? isRelocatable && address > 0 : binding !== "local" && kind !== "function",
        )
        .map(({ name, address }) => [name, address]),
    );
  return (name) => (addresses ??= read()).get(name);
}

/** Of this image, or asked of another. */
function functionNames({ symbols }: ElfFile, debug: DebugInfo, functions: Functions) {
  let found: ReadonlySet<string> | undefined;
  const read = () =>
    new Set([
      ...symbols.map(({ name }) => name),
      ...functions.origins.map((origin) => debug.text(origin, AT.name) ?? ""),
    ]);
  return (name: string) => (found ??= read()).has(name);
}

/** Shared functions by name, also those that are only declared. */
function declaredFunctions(debug: DebugInfo, functions: Functions): () => ReadonlyMap<string, EntryId> {
  let found: Map<string, EntryId> | undefined;
  return () => {
    if (found !== undefined) return found;
    found = new Map();
    for (const origin of functions.origins)
      if (debug.has(origin, AT.external)) found.set(debug.text(origin, AT.name) ?? "", origin);
    return found;
  };
}

function decodeCopy<T>(
  elf: ElfFile,
  copy: CodeCopy,
  decode: (bytes: Uint8Array, address: number) => readonly T[],
): T[] {
  return copy.ranges.flatMap(({ start, end }) => {
    const section = elf.sectionAt(start);
    if (section === undefined) return [];
    const bytes = section.bytes.subarray(start - section.address, end - section.address);
    return decode(bytes, start);
  });
}

function wordAt(elf: ElfFile, address: number): number | undefined {
  const section = elf.sectionAt(address);
  const at = address - (section?.address ?? 0);
  if (section === undefined || at + 4 > section.bytes.length) return undefined;
  const { buffer, byteOffset } = section.bytes;
  return new DataView(buffer, byteOffset + at, 4).getUint32(0, true);
}

export const isFunction = ({ kind, section, address }: ElfSymbol) =>
  kind === "function" && section !== undefined && address !== 0;

/** Addresses of functions that have more than one name. */
function withSeveralNames(symbols: readonly ElfSymbol[]): Set<number> {
  const names = new Map<number, string>();
  const found = new Set<number>();
  for (const symbol of symbols) {
    if (!isFunction(symbol)) continue;
    const other = names.get(symbol.address);
    if (other === undefined) names.set(symbol.address, symbol.name);
    else if (other !== symbol.name) found.add(symbol.address);
  }
  return found;
}

/** Of several names a function's own wins, then a shared one. */
function symbolsByAddress(symbols: readonly ElfSymbol[]): Map<number, ElfSymbol> {
  const found = new Map<number, ElfSymbol>();
  const rank = ({ kind, binding }: ElfSymbol) =>
    (kind === "function" ? 4 : kind === "object" ? -4 : 0) + (binding === "global" ? 1 : 0);
  for (const symbol of symbols) {
    if (symbol.name === "" || symbol.kind === "file" || symbol.kind === "section" || symbol.address === 0)
      continue;
    const other = found.get(symbol.address);
    if (other === undefined || rank(other) < rank(symbol)) found.set(symbol.address, symbol);
  }
  return found;
}
