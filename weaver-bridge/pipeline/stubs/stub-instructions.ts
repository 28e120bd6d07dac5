/**
 * What a client stub costs where it is called: instructions on the way of a call that succeeds, from its own arguments
 * to its results, as the real compiler lays them out (g++ -m32 -O2; the headers are C and C++). Each stub is inlined into
 * a function between two labels and that code is read with objdump: jumps that mean an error or a special case lie off
 * the straight way and are not followed. The kernel counts as one instruction (the trap, or V4's call).
 */
import { join } from "node:path";
import { removeTemporary, runProcess, temporaryFolder, writeAtomically } from "../../kernel-build/index.js";

export interface StubCount {
  readonly instructions: number;
  /** The straight way passes a loop or a string instruction: long values cost more. */
  readonly loops: boolean;
}

export interface StubCountRequest {
  /** Outputs of the stub generator, with names below their folder. */
  readonly outputs: readonly { readonly name: string; readonly text: string }[];
  /** The client's header among them. */
  readonly header: string;
  /** C names of the stubs. */
  readonly stubs: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE = 60_000;

/** Stubs whose way could not be followed are left out; all, when the compiler rejects the headers. */
export async function stubInstructions(request: StubCountRequest): Promise<ReadonlyMap<string, StubCount>> {
  const folder = temporaryFolder("weft-count-");
  const run = (argv: readonly string[]) =>
    runProcess(argv, { directory: folder, deadline: DEADLINE, signal: request.signal });
  try {
    for (const { name, text } of request.outputs) writeAtomically(join(folder, name), text, "latin1");
    writeAtomically(join(folder, "count.cc"), callers(request.header, request.stubs));
    const compile = await run(["g++", ...FLAGS, "-c", "count.cc", "-o", "count.o"]);
    if (compile.code !== 0) return new Map();
    const listing = await run(["objdump", "-d", "--no-show-raw-insn", "count.o"]);
    const lines = readListing(listing.output.toString("latin1"));
    return new Map(
      request.stubs.flatMap((stub, index) => {
        const count = countBetween(lines, `weft_begin_${index}`, `weft_end_${index}`);
        return count === undefined ? [] : [[stub, count] as const];
      }),
    );
  } finally {
    removeTemporary(folder);
  }
}

const FLAGS = [
  ...["-m32", "-march=i686", "-O2", "-fomit-frame-pointer", "-fno-pie", "-fno-exceptions"],
  ...["-fno-asynchronous-unwind-tables", "-std=gnu++17", "-w", "-I."],
];

/** Arguments lie in memory, each in its own, and are loaded where the stub is called, as a caller's would be. */
function callers(header: string, stubs: readonly string[]): string {
  const calls = stubs.map(
    (stub, index) => `extern "C" __attribute__((used, noinline, noclone)) void weft_run_${index}() {
  asm volatile("weft_begin_${index}:" ::: "memory");
  weft_call<${stub}>::run(weft_call<${stub}>::places());
  asm volatile("weft_end_${index}:" ::: "memory");
}
`,
  );
  return `#include "${header}"
extern char weft_memory[1 << 20];
extern char *weft_text[64];
template <class T, int I> struct weft_value { static const T &get() { return *reinterpret_cast<const T *>(weft_memory + I * 16384); } };
template <class T, int I> struct weft_value<T *, I> { static T *get() { return reinterpret_cast<T *>(weft_memory + I * 16384); } };
template <int I> struct weft_value<char **, I> { static char **get() { return &weft_text[I]; } };
template <int... I> struct weft_places {};
template <auto F> struct weft_call;
template <class R, class... A, R (*F)(A...)> struct weft_call<F> {
  typedef weft_places<__integer_pack(sizeof...(A))...> places;
  template <int... I> static inline __attribute__((always_inline)) void run(weft_places<I...>) {
    (void)F(weft_value<A, I>::get()...);
  }
};
${calls.join("")}`;
}

interface Instruction {
  readonly address: number;
  readonly mnemonic: string;
  /** Of a jump or call. */
  readonly target: number | undefined;
}

interface Listing {
  readonly instructions: readonly Instruction[];
  readonly labels: ReadonlyMap<string, number>;
}

function readListing(text: string): Listing {
  const instructions: Instruction[] = [];
  const labels = new Map<string, number>();
  for (const line of text.split("\n")) {
    const label = /^([0-9a-f]+) <(\w+)>:$/.exec(line);
    if (label !== null) labels.set(label[2] ?? "", Number.parseInt(label[1] ?? "", 16));
    const found = /^\s*([0-9a-f]+):\t((?:rep\w* )?\S+)(?:\s+([0-9a-f]+) <)?/.exec(line);
    if (found === null) continue;
    const [, address = "", mnemonic = "", target] = found;
    instructions.push({
      address: Number.parseInt(address, 16),
      mnemonic,
      target: target === undefined ? undefined : Number.parseInt(target, 16),
    });
  }
  return { instructions, labels };
}

const MOST_STEPS = 4_000;

function countBetween({ instructions, labels }: Listing, from: string, to: string): StubCount | undefined {
  const end = labels.get(to);
  const start = labels.get(from);
  const places = new Map(instructions.map(({ address }, index) => [address, index]));
  let at = start === undefined ? undefined : places.get(start);
  let loops = false;
  for (let count = 0; at !== undefined && count < MOST_STEPS; count++) {
    const instruction: Instruction | undefined = instructions[at];
    if (instruction === undefined || instruction.mnemonic === "ret") return undefined;
    const { address, mnemonic, target } = instruction;
    if (address === end) return { instructions: count, loops };
    const isJump = mnemonic.startsWith("j");
    if (mnemonic.startsWith("rep") || (isJump && target !== undefined && target <= address)) loops = true;
    at = mnemonic === "jmp" && target !== undefined ? places.get(target) : at + 1;
  }
  return undefined;
}
