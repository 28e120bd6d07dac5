/**
 * Which instructions a replay executes, as QEMU's own log tells: a thousand times faster than single steps by the stub. Each
 * is told with its registers before it runs; one that faults is told, runs not, and is told once more after its handler.
 */

export interface Registers {
  readonly programCounter: number;
  readonly stackPointer: number;
}

/** By their names in lower case, with `fs_base` and the like for segments, and {@link CODE_BITS}. */
export type AllRegisters = ReadonlyMap<string, bigint>;

/** One instruction a block: QEMU 8.1 has another word for it, later ones that alone. Each says of the other that it knows it not. */
const ALONE = (how: "on" | "off") => [`singlestep ${how}`, `one-insn-per-tb ${how}`];

/** For QEMU's monitor, before the run and after it. */
export const LOG_BEGINS = (file: string) => [`logfile "${file}"`, ...ALONE("on"), "log exec,nochain,cpu,int"];
export const LOG_ENDS = ["log none", ...ALONE("off")];

/**
 * Of the instruction that was told last: it faults (interrupts have no such line, and `int` has run), or QEMU was to stop, or to
 * see to something else, just before it.
 */
const DID_NOT_RUN = /^(?:check_exception |Stopped execution of TB chain before )/;
const INSTRUCTION = /^Trace \d/;
const STACK_POINTER = /[ER]SP=([0-9a-f]+)/;
const PROGRAM_COUNTER = /[ER]IP=([0-9a-f]+)/;

/** Oldest first. */
export function readExecuted(log: string): Registers[] {
  return splitExecuted(log).map((state) => ({
    programCounter: numberIn(state, PROGRAM_COUNTER),
    stackPointer: numberIn(state, STACK_POINTER),
  }));
}

const numberIn = (state: string, pattern: RegExp) => Number.parseInt(pattern.exec(state)?.[1] ?? "", 16);

/** What the log says of the processor before each instruction that ran, oldest first. */
export function splitExecuted(log: string): string[] {
  const states: string[] = [];
  let state: string[] | undefined;
  const close = () => {
    const text = state?.join("\n") ?? "";
    if (STACK_POINTER.test(text) && PROGRAM_COUNTER.test(text)) states.push(text);
    state = undefined;
  };
  for (const line of log.split("\n")) {
    if (INSTRUCTION.test(line)) {
      close();
      state = [];
    } else if (IN_BETWEEN.test(line)) {
      close();
      if (DID_NOT_RUN.test(line)) states.pop();
    } else state?.push(line);
  }
  close();
  return states;
}

/** Interrupts and exceptions, which log the processor too, and an end. */
const IN_BETWEEN = /^(?:check_exception |Stopped execution |Servicing hardware| *\d+: v=)/;

const NAMED = /\b([A-Z][A-Z0-9]{1,2}) ?=([0-9a-f]+)(?: ([0-9a-f]{8,16}) [0-9a-f]{8} [0-9a-f]{8})?/g;

/** As what the processor reads its instructions: of 16, 32 or 64 bits. */
export const CODE_BITS = "code_bits";
const CODE = /\bCS(16|32|64)\b/;

/** Of one state of {@link splitExecuted}, or of the monitor's `info registers`. */
export function readRegisters(state: string): AllRegisters {
  const registers = new Map<string, bigint>();
  for (const [, name = "", value, base] of state.matchAll(NAMED)) {
    registers.set(name.toLowerCase(), BigInt(`0x${value}`));
    if (base !== undefined) registers.set(`${name.toLowerCase()}_base`, BigInt(`0x${base}`));
  }
  const bits = CODE.exec(state)?.[1];
  if (bits !== undefined) registers.set(CODE_BITS, BigInt(bits));
  return registers;
}
