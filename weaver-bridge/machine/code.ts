/** Machines with their instructions, which a library reads and writes: start at {@link machineOf}. */
export type { Encodable, MemoryPlace } from "./hook-instructions.js";
export { I686 } from "./i686/i686.js";
export {
  type Branch,
  type Effect,
  FarOperandError,
  type MachineInstruction,
  type MemoryUse,
  type MovableInstruction,
} from "./instruction.js";
export type { Machine } from "./machine.js";
export { machineOf, machineOfBits } from "./machines.js";
export type { RelocationRule, RelocationRules } from "./relocation-rules.js";
export type { DataPlace, FlagUse, Transfer } from "./transfer.js";
export { decodeWord, encodeWord } from "./words.js";
