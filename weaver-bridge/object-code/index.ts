/**
 * Object files and linked images as data: sections and symbols, debug information, machine code. Bytes in, data out; start
 * at {@link readElf}.
 */

export {
  type Branch,
  decodeWord,
  type Encodable,
  encodeWord,
  FarOperandError,
  I686,
  type Machine,
  type MachineInstruction,
  type MemoryPlace,
  type MovableInstruction,
  machineOf,
  machineOfBits,
} from "../machine/code.js";
export { textAt } from "./byte-reader.js";
export type { CodeCopy } from "./dwarf/code-copy.js";
export { AT, TAG } from "./dwarf/constants.js";
export type { CodeRange, DebugInfo } from "./dwarf/debug-info.js";
export { readDebugInfo } from "./dwarf/debug-info.js";
export { functionsAtZero } from "./dwarf/dropped-functions.js";
export type { EntryId } from "./dwarf/entries.js";
export { type Functions, functionColumns, holds, notedCalls, readFunctions } from "./dwarf/functions.js";
export type { LineRow, LineTable } from "./dwarf/line-table.js";
export { originOf } from "./dwarf/origin.js";
export {
  arrayDimensions,
  createTypes,
  isOpenMember,
  type Member,
  RECORD_TAGS,
  type Types,
} from "./dwarf/types.js";
export type { ElfFile, ElfSection, ElfSymbol } from "./elf/elf-file.js";
export { offsetTable, wordAt } from "./elf/image-words.js";
export { type ByteSource, type LoadedPlaces, readElf } from "./elf/read-elf.js";
export { relocatedPlaces } from "./elf/relocated-places.js";
export { type DecidingBranch, decidingBranches } from "./flow/control-dependence.js";
export { type CopyEntries, copyEntries, type FunctionFlow, functionFlow } from "./flow/copy-entries.js";
export { createFunctionFlows, type FunctionFlows, type NamedFlow } from "./flow/function-flows.js";
export { jumpTable } from "./flow/jump-tables.js";
export { leadsTo } from "./flow/leads-to.js";
export type { NamedHere } from "./flow/named-members.js";
export { settledStack } from "./flow/settled-stack.js";
export type { Touch } from "./flow/touch.js";
export { createTypeFlow, type TypeFlow } from "./flow/type-flow.js";
export { hasUncountedRounds } from "./flow/uncounted-rounds.js";
export { type Columns, decodeColumns, encodeColumns, textColumns, textsIn } from "./kept/columns.js";
export { ObjectError } from "./object-error.js";
