/** How often the places at which executions are counted were passed, held against how often the sources call the function. */
import { openImageFile, resolveInImage } from "../../../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import type { RandomProgram } from "./random-program.js";

export interface Count {
  readonly name: string;
  readonly counted: number;
  readonly called: number;
  /** Why the number may be another one. */
  readonly told: readonly string[];
}

const TEXT = 'execution("% ...::%(...)")';
/** Calls of each random function. */
const CALLS = 3;

/** Of all random functions and those that they call. */
export function judgeExecutions({ run, functions }: RandomProgram): Count[] {
  const image = openImageFile(run.image);
  const { joinPoints } = resolveInImage(image, {
    pointcut: parsePointcut(TEXT).value,
    text: TEXT,
    files: [],
  });
  const found = new Map<string, { counted: number; told: string[] }>();
  for (const { joinPoint, places, why } of joinPoints) {
    const name = /(\w+)\(/.exec(joinPoint.signature)?.[1] ?? "";
    const entries = places.filter(({ how }) => how === "entry");
    const counted = entries.reduce((all, { address }) => all + (run.executed.get(address) ?? 0), 0);
    const told = [why ?? [], ...entries.map(({ doubt }) => doubt ?? [])].flat();
    found.set(name, { counted, told });
  }
  const wanted = functions.flatMap(({ name, called }) => [
    [name, CALLS] as const,
    ...[...called].map(([own, times]) => [own, CALLS * times] as const),
  ]);
  return wanted.map(([name, called]) => ({ name, called, ...(found.get(name) ?? { counted: 0, told: [] }) }));
}
