/**
 * Object files and linked images as data: sections and symbols, debug information, machine code. Bytes in, data out; start
 * at {@link readObjectCode}.
 */
export { AT, TAG } from "./dwarf/constants.js";
export type { CodeRange, DebugInfo, Place } from "./dwarf/debug-info.js";
export { readDebugInfo } from "./dwarf/debug-info.js";
export type { DebugUnit, EntryId } from "./dwarf/entries.js";
export type { ValuePlace } from "./dwarf/expression.js";
export { type CodeCopy, type Functions, holds, notedCalls, readFunctions } from "./dwarf/functions.js";
export type { LineRow, LineTable } from "./dwarf/line-table.js";
export { arrayDimensions, createTypes, type Member, type Types } from "./dwarf/types.js";
export type { ElfFile, ElfSection, ElfSymbol } from "./elf/elf-file.js";
export { readElf } from "./elf/read-elf.js";
export {
  type Branch,
  decodeBranches,
  decodeCode,
  type MachineInstruction,
  type MemoryUse,
} from "./machine/decode.js";
export { ObjectError } from "./object-error.js";
