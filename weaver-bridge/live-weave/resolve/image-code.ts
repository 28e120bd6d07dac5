/** An image opened for resolution: its debug information, functions, and the machine code of each function, decoded once. */
import {
  type Branch,
  type CodeCopy,
  createTypes,
  type DebugInfo,
  decodeBranches,
  decodeCode,
  type ElfFile,
  type ElfSymbol,
  type Functions,
  type MachineInstruction,
  ObjectError,
  readDebugInfo,
  readElf,
  readFunctions,
  type Types,
} from "../../object-code/index.js";

export interface ImageCode {
  readonly elf: ElfFile;
  readonly debug: DebugInfo;
  readonly functions: Functions;
  readonly types: Types;
  /** Of a function of its own, in the order of its ranges. */
  instructionsOf(copy: CodeCopy): readonly MachineInstruction[];
  branchesOf(copy: CodeCopy): readonly Branch[];
  /** The symbol of the function that begins there. */
  symbolAt(address: number): ElfSymbol | undefined;
  /** `sys_fork+0x12`, of the function's symbol; in an object that is not linked, of the section. */
  spell(address: number): string;
}

/** Throws ObjectError for what can't be resolved in, with the reason. */
export function openImageCode(bytes: Uint8Array, inflate: (data: Uint8Array) => Uint8Array): ImageCode {
  const elf = readElf(bytes, { inflate });
  if (elf.machine !== "i386") throw new ObjectError("it is not for i386");
  const debug = readDebugInfo(elf);
  if (debug === undefined)
    throw new ObjectError("it has no debug information: compile with -g, and don't strip it");
  const functions = readFunctions(debug);
  // One at a time: those of a whole kernel are a gigabyte.
  let last: { readonly copy: CodeCopy; readonly code: readonly MachineInstruction[] } | undefined;
  const starts = symbolsByAddress(elf.symbols);
  return {
    ...{ elf, debug, functions, types: createTypes(debug) },
    instructionsOf: (copy) => {
      if (last?.copy !== copy) last = { copy, code: decodeCopy(elf, copy, decodeCode) };
      return last.code;
    },
    branchesOf: (copy) => decodeCopy(elf, copy, decodeBranches),
    symbolAt: (address) => starts.get(address),
    spell: (address) => {
      const copy = functions.ownAt(address);
      const range = copy?.ranges.find(({ start, end }) => start <= address && address < end);
      const symbol = range && (starts.get(range.start) ?? (copy && starts.get(copy.start)));
      if (symbol === undefined || range === undefined) return `0x${address.toString(16)}`;
      const distance = address - symbol.address;
      return distance === 0 ? symbol.name : `${symbol.name}+0x${distance.toString(16)}`;
    },
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
