/**
 * Which instructions a replay executes, as QEMU's own log tells: a thousand times faster than single steps by the stub. Each
 * is told with its registers before it runs; one that faults is told, runs not, and is told once more after its handler.
 */

export interface Registers {
  readonly programCounter: number;
  readonly stackPointer: number;
}

/** For QEMU's monitor, before the run and after it. */
export const LOG_BEGINS = (file: string) => [
  `logfile "${file}"`,
  "singlestep on",
  "log exec,nochain,cpu,int",
];
export const LOG_ENDS = ["log none", "singlestep off"];

/** An instruction that faults; interrupts have no such line, and `int` has run. */
const FAULT = /^check_exception /;
const INSTRUCTION = /^Trace \d/;
const STACK_POINTER = /[ER]SP=([0-9a-f]+)/;
const PROGRAM_COUNTER = /[ER]IP=([0-9a-f]+)/;

/** Oldest first. */
export function readExecuted(log: string): Registers[] {
  const steps: Registers[] = [];
  let isBegun = false;
  let stackPointer: number | undefined;
  for (const line of log.split("\n")) {
    if (FAULT.test(line)) steps.pop();
    if (INSTRUCTION.test(line)) {
      isBegun = true;
      stackPointer = undefined;
    }
    if (!isBegun) continue;
    const stack = STACK_POINTER.exec(line)?.[1];
    if (stack !== undefined) stackPointer = Number.parseInt(stack, 16);
    const program = PROGRAM_COUNTER.exec(line)?.[1];
    if (program === undefined || stackPointer === undefined) continue;
    steps.push({ programCounter: Number.parseInt(program, 16), stackPointer });
    isBegun = false;
  }
  return steps;
}
