/** The readers of x86's code, of 32 and 64 bits, by the library that knows its instructions. */
import type { CodeReader } from "../instruction.js";
import { decodeBranches, decodeCode } from "./decode.js";
import { eachMovable } from "./movable.js";
import { namedMemory } from "./named-memory.js";
import type { X86 } from "./register-numbers.js";
import { flagUse, transfersOf } from "./transfers.js";

export const codeReader = (machine: X86): CodeReader => ({
  longestInstruction: 15,
  decode: (bytes, address) => decodeCode(bytes, address, machine),
  decodeBranches: (bytes, address, goesOn) => decodeBranches(bytes, address, machine, goesOn),
  eachMovable: (bytes, address) => eachMovable(bytes, address, machine),
  transfers: (bytes, address) => transfersOf(bytes, address, machine),
  flagUse: (bytes, address) => flagUse(bytes, address, machine),
  namedMemory: (bytes, address) => namedMemory(bytes, address, machine),
});
