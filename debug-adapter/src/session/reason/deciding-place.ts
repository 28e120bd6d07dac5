/** Where it was decided that an instruction runs: the last branch in the same call of its function, or its entry. */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import { decidingBranches, type FunctionFlows } from "@weft/weaver-bridge/object-code";
import type { RunReader } from "../origin/run-reader.js";
import type { Activations } from "./activations.js";
import { CallDepth } from "./call-depth.js";

export interface DecidingPlaces {
  readonly entry: bigint;
  /** By address; `true` where it may decide, and is not known to. */
  readonly branches: ReadonlyMap<bigint, boolean>;
  /** Of the function. */
  has(address: bigint): boolean;
}

export interface Met {
  readonly kind: "entry" | "branch";
  readonly position: number;
  readonly isUncertain: boolean;
}

/** `undefined` where no function of the image has code there. */
export function decidingPlaces(
  flows: FunctionFlows,
  counter: bigint,
  { bits }: Machine,
): DecidingPlaces | undefined {
  const flow = flows.around(Number(bits === 64 ? BigInt.asIntN(64, counter) : counter));
  const addresses = flow?.code.map(({ address }) => BigInt.asUintN(bits, BigInt(address))) ?? [];
  const index = addresses.indexOf(counter);
  if (flow === undefined || index === -1) return undefined;
  const known = new Set(addresses);
  const branches = decidingBranches(flow, index).map(
    (branch) => [addresses[branch.index] as bigint, branch.isUnknown] as const,
  );
  return {
    entry: BigInt.asUintN(bits, BigInt(flow.start)),
    branches: new Map(branches),
    has: (address) => known.has(address),
  };
}

/** Executed instructions before it that are read one by one, call for call; then its places are looked for by breakpoints. */
const SPANS = [500, 10_000] as const;
/** So many of a stretch's first are not looked at: what a branch there goes by may be before. */
const MARGIN = 30;
/** Meetings in other calls of the function that are passed over. */
const MOST_ELSEWHERE = 200;

export async function findDeciding(
  run: RunReader,
  places: DecidingPlaces,
  position: number,
  activations: Activations,
): Promise<Met | "never" | "elsewhere"> {
  let near = run.has(position) ? await findNear(run, places, position) : "further";
  for (const instructions of SPANS) {
    if (near !== "further") break;
    await run.open(position - instructions, position + 1);
    near = await findNear(run, places, position);
  }
  return typeof near === "object" ? near : findFar(run, places, position, activations);
}

/** In the stretch that is open. `further`: not there; `switched`: stacks were switched, so that calls can't be counted. */
async function findNear(
  run: RunReader,
  places: DecidingPlaces,
  position: number,
): Promise<Met | "further" | "switched"> {
  const { branches } = places;
  const depth = new CallDepth(run);
  const oldest = run.span.from === 0 ? 0 : run.span.from + MARGIN;
  for (let at = position; at > oldest; at--) {
    if (depth.isZero && (await isEntered(run, places, at)))
      return { kind: "entry", position: at, isUncertain: false };
    const isUncertain = branches.get(run.programCounter(at));
    if (at !== position && depth.isZero && isUncertain !== undefined)
      return { kind: "branch", position: at, isUncertain };
    if (!(await depth.before(at))) return "switched";
    // Not where the symbol begins: an interrupt's entry among others, or a second way in.
    if (depth.isOutside) return { kind: "entry", position: at, isUncertain: false };
  }
  return "further";
}

async function findFar(
  run: RunReader,
  places: DecidingPlaces,
  position: number,
  activations: Activations,
): Promise<Met | "never" | "elsewhere"> {
  const { entry, branches } = places;
  const addresses = [entry, ...branches.keys()];
  const own = await activations.frameAt(position);
  let end = position;
  for (let elsewhere = 0; elsewhere < MOST_ELSEWHERE; elsewhere++) {
    const met = await run.lastExecution(addresses, end);
    if (met === undefined) return "never";
    end = met;
    if ((await activations.frameAt(met)) !== own) continue;
    await run.open(met - SPANS[0], met + 1);
    if (await isEntered(run, places, met)) return { kind: "entry", position: met, isUncertain: false };
    const isUncertain = branches.get(run.programCounter(met));
    if (isUncertain !== undefined) return { kind: "branch", position: met, isUncertain };
  }
  return "elsewhere";
}

/** It is the function's first instruction, and not by a loop that begins there. */
async function isEntered(run: RunReader, { entry, has }: DecidingPlaces, position: number): Promise<boolean> {
  if (run.programCounter(position) !== entry) return false;
  if (position === run.span.from || !has(run.programCounter(position - 1))) return true;
  const before = await run.instructionAt(position - 1);
  return before?.flow === "call" || before?.flow === "indirect-call";
}
