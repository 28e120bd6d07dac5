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
  type ElfFile,
  type ElfSymbol,
  type EntryId,
  type Functions,
  functionColumns,
  functionsAtZero,
  type Machine,
  type MachineInstruction,
  machineOf,
  notedCalls,
  ObjectError,
  offsetTable,
  readDebugInfo,
  readFunctions,
  type TypeFlow,
  textAt,
  wordAt,
} from "../../../object-code/index.js";
import { positionCalls } from "./position-calls.js";
import { createSourceNames, type SourceText } from "./source-names.js";
import { thunksAmong } from "./thunks.js";

/** What was found out of this very image before, by kind. */
export interface KeptFacts {
  get(kind: string): Columns | undefined;
  put(kind: string, columns: Columns): void;
}

export interface ImageCode {
  readonly elf: ElfFile;
  readonly machine: Machine;
  readonly debug: DebugInfo;
  readonly kept: KeptFacts | undefined;
  readonly functions: Functions;
  /** Of a function of its own, in the order of its ranges. */
  instructionsOf(copy: CodeCopy): readonly MachineInstruction[];
  branchesOf(copy: CodeCopy): readonly Branch[];
  /** Of the image's sections; undefined where it has none. */
  wordAt(address: number, size: number): number | undefined;
  /** What the text of the sources says, where it is to be had. */
  readonly sources: ReturnType<typeof createSourceNames>;
  /** The entry of the function that an instruction calls or jumps to; undefined where only a symbol tells of it. */
  calleeAt(target: number, call: { readonly address: number; readonly length: number }): EntryId | undefined;
  /** Made when it is first asked for: it looks at all variables. */
  typeFlow(): TypeFlow;
  /** Whether the linker left the code of a function out: debug information tells of it, at no address of the image. */
  isDropped(origin: EntryId): boolean;
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
  const machine = readableMachine(elf);
  const known = kept?.get(KIND);
  const debug = readDebugInfo(elf, known);
  if (debug === undefined) throw new ObjectError(withoutInformation(elf));
  const elsewhere = splitUnits(debug);
  if (elsewhere.length > 0 && elsewhere.length === debug.entries.units.length)
    throw new ObjectError(splitText(elsewhere));
  const codeBytes = elf.sections.reduce((all, { isCode, size }) => all + (isCode ? size : 0), 0);
  const functions = readFunctions(debug, known, elf.symbols.filter(isFunction), codeBytes);
  if (known === undefined && debug.entries.damage.length === 0)
    kept?.put(KIND, { ...debug.entries.columns, ...functionColumns(functions, machine.bits === 64) });
  const types = createTypes(debug);
  let flow: TypeFlow | undefined;
  const placeOf = sharedSymbols(elf);
  const notedAt = createNotedCalls(debug, functions);
  const declared = declaredFunctions(debug, functions);
  const thunks = machine.bits === 64 ? thunksAmong(elf.symbols) : positionCalls(elf, machine);
  const isNamedFunction = functionNames(elf, debug, functions);
  const calleeAt: ImageCode["calleeAt"] = (target, call) => {
    const own = functions.ownAt(target);
    // Of several names gcc notes the one that the source says.
    if (own?.start === target) return (aliased().has(target) ? notedAt(call) : undefined) ?? own.origin;
    return notedAt(call) ?? declared().get(starts().get(target)?.name ?? "");
  };
  const names = createSourceNames({ debug, functions, textOf: sources, isFunction: isNamedFunction });
  const { namesAt, namesAround } = names;
  // One at a time: those of a whole kernel are a gigabyte.
  let last: { readonly copy: CodeCopy; readonly code: readonly MachineInstruction[] } | undefined;
  let symbols: ReadonlyMap<number, ElfSymbol> | undefined;
  const starts = () => (symbols ??= symbolsByAddress(elf.symbols));
  let dropped: ReadonlySet<EntryId> | undefined;
  let several: ReadonlySet<number> | undefined;
  const aliased = () => (several ??= withSeveralNames(elf.symbols));
  return {
    ...{ elf, machine, debug, functions, kept },
    instructionsOf: (copy) => {
      if (last?.copy === copy) return last.code;
      const code = decodeCopy(elf, copy, machine.code.decode);
      last = { copy, code: code.map(thunks.seenThrough) };
      return last.code;
    },
    branchesOf: (copy) =>
      decodeCopy(elf, copy, (bytes, at) => machine.code.decodeBranches(bytes, at)).filter(
        (branch) => !thunks.isOne(branch),
      ),
    typeFlow: () =>
      (flow ??= createTypeFlow({
        machine,
        debug,
        types,
        functions,
        calleeAt,
        placeOf,
        offsetTable: machine.bits === 64 ? undefined : offsetTable(elf),
        wordAt: (at, size) => wordAt(elf, at, size),
        ...{ namesAt, namesAround },
      })),
    wordAt: (at, size) => wordAt(elf, at, size),
    ...{ calleeAt, sources: names },
    isDropped: (origin) => !elf.isRelocatable && (dropped ??= functionsAtZero(debug)).has(origin),
    symbolAt: (address) => starts().get(address),
    spell: (address) => {
      const copy = functions.ownAt(address);
      const range = copy?.ranges.find(({ start, end }) => start <= address && address < end);
      const symbol = range && (starts().get(range.start) ?? (copy && starts().get(copy.start)));
      if (symbol === undefined || range === undefined) return spellAddress(address, machine);
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

function withoutInformation(elf: ElfFile): string {
  const link = elf.section(".gnu_debuglink")?.bytes;
  if (link === undefined) return "it has no debug information: compile with -g, and don't strip it";
  return `its debug information was put into another file, ${textAt(link, 0)}: name the image from before that, or join both again with eu-unstrip`;
}

export const splitText = ([first, ...others]: readonly string[]) =>
  `the debug information of ${others.length === 0 ? "1 unit" : `${others.length + 1} units`} is in files beside it (${first}${others.length > 0 ? ", …" : ""}), which are not read here: compile without -gsplit-dwarf`;

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
function sharedSymbols({ symbols, isRelocatable }: ElfFile): (name: string) => ElfSymbol | undefined {
  let places: ReadonlyMap<string, ElfSymbol> | undefined;
  const read = () =>
    new Map(
      symbols
        .filter(({ section, address, binding, kind }) =>
          section === undefined ? isRelocatable && address > 0 : binding !== "local" && kind !== "function",
        )
        .map((symbol) => [symbol.name, symbol]),
    );
  return (name) => (places ??= read()).get(name);
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

/** Hexadecimal, as other tools print it: without a sign. */
export const spellAddress = (address: number, { bits }: Machine) =>
  `0x${BigInt.asUintN(bits, BigInt(address)).toString(16)}`;

/** Throws ObjectError for code of which the addresses mean nothing here. */
function readableMachine(elf: ElfFile): Machine {
  const machine = machineOf(elf);
  if (machine === undefined) throw new ObjectError("it is neither for i386 nor for x86_64");
  const far = elf.sections.find(
    ({ isLoaded, address, size }) => isLoaded && size > 0 && machine.address(address) !== address,
  );
  if (far !== undefined)
    throw new ObjectError(
      `its section ${far.name} is at ${spellAddress(far.address, machine)}: of x86_64 images only those are read that are in the lowest or the highest 2 GB, as the small code model and the kernel's have them`,
    );
  return machine;
}

export const isFunction = ({ kind, section }: ElfSymbol) => kind === "function" && section !== undefined;

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
    const isNowhere = symbol.address === 0 && symbol.section === undefined;
    if (symbol.name === "" || symbol.kind === "file" || symbol.kind === "section" || isNowhere) continue;
    const other = found.get(symbol.address);
    if (other === undefined || rank(other) < rank(symbol)) found.set(symbol.address, symbol);
  }
  return found;
}
