/** The machines that are known, without their instructions. */
import { I686_FACTS } from "./i686/facts.js";
import type { MachineFacts } from "./machine-facts.js";
import { X86_64_FACTS } from "./x86-64/facts.js";

const ALL: readonly MachineFacts[] = [I686_FACTS, X86_64_FACTS];

/** By the bytes of an address. */
export const factsOfWord = (word: number): MachineFacts => (word === 8 ? X86_64_FACTS : I686_FACTS);

/** By ELF's number; undefined for another machine. */
export const factsOfElf = (machine: number): MachineFacts | undefined =>
  ALL.find(({ elfMachine }) => elfMachine === machine);

/** By a compiler's target; undefined for another machine, or none. */
export const factsOfTarget = (target: string | undefined): MachineFacts | undefined =>
  ALL.find(({ targets }) => target !== undefined && targets.test(target));

/** By the length of a debug stub's packet of all registers: a large machine may run the kernel of a smaller one. */
export const factsOfPacket = ({ length }: Buffer): MachineFacts =>
  ALL.reduce((found, one) => (length >= one.stub.least && one.stub.least > found.stub.least ? one : found));

/** By registers that have GDB's names. */
export const factsOfNames = (has: (name: string) => boolean): MachineFacts =>
  ALL.find(({ names, programCounter }) => has(names[programCounter] ?? "")) ?? I686_FACTS;
