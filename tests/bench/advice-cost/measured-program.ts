/** A small woven C++ program: the instructions that it runs between `weft_begin()` and `weft_end()`, its stack and its size. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { functionShapes } from "@weft/weaver-bridge/cost";
import { compile, inFolder, weaveSource } from "../../golden/support/weave-source.js";

const COMMAND = [
  ...["g++", "-m32", "-march=i686", "-std=gnu++98", "-O2", "-fno-pie", "-static"],
  ...["-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-mpreferred-stack-boundary=2"],
];

const MARKS = `#define SEEN __attribute__((noinline, noclone))
extern "C" { SEEN void weft_begin() { asm volatile(""); } SEEN void weft_end() { asm volatile(""); } }
`;

export interface MeasuredProgram {
  /** Calls `weft_begin()` and `weft_end()`, and marks as `SEEN` what is not to be inlined. */
  readonly source: string;
  readonly aspects: string;
  readonly flags?: readonly string[];
}

export interface Measured {
  readonly instructions: number;
  /** Bytes, of all functions together. */
  readonly stack: number;
  readonly code: number;
  readonly data: number;
}

export type Measurer = (program: MeasuredProgram) => Measured;

export function inMeasuringFolder(act: (measurer: Measurer) => void): void {
  inFolder((folder) => {
    const counter = join(folder, "counter");
    execFileSync("gcc", ["-O1", join(import.meta.dirname, "counter.c"), "-o", counter], { timeout: 60_000 });
    act((program) => measure(folder, program));
  });
}

function measure(folder: string, { source, aspects, flags = [] }: MeasuredProgram): Measured {
  const { woven, problems } = weaveSource(`${MARKS}${source}`, aspects, { dialect: "-std=gnu++98", flags });
  const wrong = problems.filter(({ severity }) => severity === "error");
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join("\n"));
  const file = join(folder, "program");
  const object = join(folder, "program.o");
  for (const output of [{ file, link: true }, { file: object }]) {
    const said = compile(woven.text, [...COMMAND, ...flags], output);
    if (said !== "") throw new Error(said);
  }
  const symbols = execFileSync("nm", [file], { encoding: "utf8", timeout: 30_000 });
  const address = (name: string) => new RegExp(`^(\\w+) T ${name}$`, "m").exec(symbols)?.[1] ?? "";
  const counted = execFileSync(join(folder, "counter"), [address("weft_begin"), address("weft_end"), file], {
    encoding: "utf8",
    timeout: 60_000,
  });
  const [, text = "", data = "", bss = ""] =
    /^\s*(\d+)\s+(\d+)\s+(\d+)/m.exec(
      execFileSync("size", [object], { encoding: "utf8", timeout: 30_000 }),
    ) ?? [];
  const listing = execFileSync("objdump", ["-t", "-d", "-r", "-w", "--no-show-raw-insn", object], {
    encoding: "latin1",
    timeout: 30_000,
  });
  const stack = [...functionShapes(listing).values()].reduce((sum, shape) => sum + shape.stack, 0);
  return { instructions: Number(counted), stack, code: Number(text), data: Number(data) + Number(bss) };
}
