/** Inlined copies that hold several rounds of a loop around them: the optimizer unrolled it, and one entry is several executions. */
import {
  type CodeCopy,
  type FunctionFlow,
  holds,
  leadsTo,
  type MachineInstruction,
} from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";

export const REPEATED =
  "a call in its source stands in several places that are no loop: a loop around it was unrolled, and not all rounds are counted";

/**
 * A call of the source stands at several places of the copy, and in no loop of its source. Where the copy is
 * counted at several addresses, one place leads to another without passing any of them.
 */
export function isRepeated(
  copy: CodeCopy,
  flow: FunctionFlow,
  image: ImageCode,
  counted: ReadonlySet<number>,
): boolean {
  return placesOfCalls(copy, flow, image).some(
    (alike) => counted.size === 1 || leadsOn(alike, flow, counted),
  );
}

/** Indices of calls of one place in the source, where they are several; also of copies within the copy, each for itself. */
function placesOfCalls(copy: CodeCopy, { code }: FunctionFlow, image: ImageCode): number[][] {
  const { debug, functions, sources } = image;
  const lines = debug.lines(debug.entries.unitOf(copy.entry));
  if ((lines.rowAt(copy.start)?.line ?? 0) === 0) return [];
  const isLoop = (file: string, line: number) =>
    LOOPS.some((word) => sources.wordsIn(file, line)?.has(word) === true);
  const places = new Map<string, number[]>();
  for (const [index, { flow, address, target }] of code.entries()) {
    const around = flow === "call" && holds(copy, address) ? functions.innermostAt(address) : undefined;
    const row = around === undefined ? undefined : lines.rowAt(address);
    if (around === undefined || row === undefined || row.line === 0) continue;
    if (isLoop(row.file, row.line) || isLoop(row.file, row.line - 1)) continue;
    const key = `${around.entry} ${row.line}:${row.column} ${target}`;
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

const LOOPS = ["for", "while", "do"];

/** From one of them to another uncounted; instructions of the function around may stand between those of the copy. */
function leadsOn(
  calls: readonly number[],
  { code, next }: FunctionFlow,
  counted: ReadonlySet<number>,
): boolean {
  const mayPass = (at: number) => !counted.has((code[at] as MachineInstruction).address);
  return calls.some((from) =>
    leadsTo(next, from, (at) => at !== from && calls.includes(at) && mayPass(at), mayPass),
  );
}
