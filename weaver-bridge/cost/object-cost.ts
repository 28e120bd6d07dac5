/** What an object file weighs, read by objdump from its symbols, sections and instructions, and by the compiler's own report of frames. */
import { existsSync, readFileSync } from "node:fs";
import { runProcess } from "../kernel-build/index.js";
import type { Cost } from "./cost.js";
import { type FunctionShape, functionShapes, functionSymbol, isPadding } from "./function-shape.js";

const DEADLINE = 60_000;

export interface ObjectCost {
  readonly cost: Cost;
  readonly functions: ReadonlyMap<string, FunctionShape>;
}

/** `frames`: the file that `-fstack-usage` wrote; none where the compiler knows no such option. Rejects with ProcessError. */
export async function objectCost(object: string, frames: string, signal?: AbortSignal): Promise<ObjectCost> {
  const run = await runProcess(["objdump", "-h", "-t", "-d", "-r", "-w", "--no-show-raw-insn", object], {
    directory: ".",
    deadline: DEADLINE,
    environment: { ...process.env, LC_ALL: "C" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (run.code !== 0) throw new Error(`objdump can't read ${object}: ${run.errors.toString().trim()}`);
  const stack = existsSync(frames) ? frameBytes(readFileSync(frames, "utf8")) : 0;
  const listing = run.output.toString("latin1");
  return { cost: { ...costOfListing(listing), stack }, functions: functionShapes(listing) };
}

/** Sums of an `objdump -h -t -d -r -w` listing. */
export function costOfListing(listing: string): Omit<Cost, "stack"> {
  let [code, data, instructions] = [0, 0, 0];
  for (const line of listing.split("\n")) {
    const section = /^\s*\d+ (\S+)\s+([0-9a-f]+)\s+\S+\s+\S+\s+\S+\s+\S+\s+(.*)$/.exec(line);
    if (section !== null) {
      const [, name = "", size = "", flags = ""] = section;
      if (/\bALLOC\b/.test(flags) && !/\bCODE\b/.test(flags) && !name.startsWith(".eh_frame"))
        data += Number.parseInt(size, 16);
      continue;
    }
    // `-fcommon`: the linker makes room for it.
    const common = /^([0-9a-f]+)\s.*\*COM\*\s/.exec(line);
    if (common !== null) data += Number.parseInt(common[1] ?? "", 16);
    const symbol = functionSymbol(line);
    if (symbol !== undefined) code += symbol.bytes;
    else if (/^\s+[0-9a-f]+:\t/.test(line) && !isPadding(line)) instructions++;
  }
  return { code, data, instructions };
}

/** Lines of GCC and Clang: place and function, bytes, kind; tabs between. */
export function frameBytes(report: string): number {
  return report.split("\n").reduce((sum, line) => sum + (Number(line.split("\t")[1]) || 0), 0);
}
