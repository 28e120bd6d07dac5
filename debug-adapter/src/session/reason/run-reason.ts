/**
 * Why an instruction of a recorded run was executed: back from it to the branch that led there in the same call of its function,
 * from that to the branch before, to the call of the function, and so on until an interrupt or the beginning. (Dynamic control
 * dependence: Xin and Zhang, *Efficient online detection of dynamic control dependence*, 2007.)
 */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { FunctionFlows } from "@weft/weaver-bridge/object-code";
import { type ChainLimits, orEnd, whyNoFurther } from "../origin/chain-limits.js";
import { findComparison, readBy } from "../origin/comparison.js";
import { type ReadInstruction, type RecordedTime, RunReader } from "../origin/run-reader.js";
import type { Activations } from "./activations.js";
import { decidingPlaces, findDeciding, type Met } from "./deciding-place.js";
import type { ReasonEnd, ReasonLink } from "./reason-link.js";

export interface ReasonRequest extends ChainLimits {
  readonly time: RecordedTime;
  readonly machine: Machine;
  readonly flows: FunctionFlows;
  readonly activations: Activations;
  onLink(link: ReasonLink): void;
}

export async function findReason(request: ReasonRequest, position: number): Promise<ReasonEnd> {
  const run = new RunReader(request.time, request.machine, request.signal);
  try {
    return await walk(run, request, position);
  } finally {
    await run.close();
  }
}

/** Of the instruction at a position. */
export async function addressAt(time: RecordedTime, machine: Machine, position: number): Promise<bigint> {
  const run = new RunReader(time, machine);
  try {
    await run.open(position, position);
    return run.programCounter(position);
  } finally {
    await run.close();
  }
}

async function walk(run: RunReader, request: ReasonRequest, start: number): Promise<ReasonEnd> {
  let position = start;
  for (let links = 0; ; links++) {
    const further = whyNoFurther(links, request);
    if (further !== undefined) return { kind: "limit", position, why: further };
    const link = await orEnd<ReasonLink | ReasonEnd>(
      request,
      () => linkBefore(run, request, position),
      (kind, why) => ({ kind, position, why }),
    );
    if (!("how" in link)) return link;
    request.onLink(link);
    position = link.position;
  }
}

async function linkBefore(
  run: RunReader,
  { flows, activations }: ReasonRequest,
  position: number,
): Promise<ReasonLink | ReasonEnd> {
  if (!run.has(position)) await run.open(position - BEFORE, position + 1);
  const address = run.programCounter(position);
  const places = decidingPlaces(flows, address, run.machine);
  if (places === undefined) {
    const why =
      "no function of the kernel's file has code there: it is a user program's, a module's, or the firmware's";
    return { kind: "unknown", position, address, why };
  }
  const met = await findDeciding(run, places, position, activations);
  if (met === "never") return { kind: "beginning", position, address };
  if (met === "elsewhere") {
    const why = "its function ran too often in other calls since then";
    return { kind: "limit", position, why };
  }
  return met.kind === "entry" ? await entered(run, met.position) : await decided(run, met);
}

/** Executed instructions that are opened before one, for what is decided near to it. */
const BEFORE = 400;

async function decided(run: RunReader, { position, isUncertain }: Met): Promise<ReasonLink | ReasonEnd> {
  const address = run.programCounter(position);
  const instruction = await run.instructionAt(position);
  if (instruction?.flow !== "branch" && instruction?.flow !== "indirect-jump") {
    const why = "the code there is another than that of the kernel's file";
    return { kind: "unknown", position, address, why };
  }
  const comparison = await findComparison(run, position);
  const { from = [], addressedBy = [] } = instruction.flags ?? {};
  // Of a table what it is indexed by says more than its entry.
  const own = await readBy(run, { from: addressedBy.length > 0 ? addressedBy : from }, position);
  const on = [...(comparison?.from ?? []), ...own];
  const common = { position, address, on, ...(comparison === undefined ? {} : { comparison }) };
  if (instruction.flow !== "branch") return { ...common, how: "chosen", isUncertain };
  const isTaken = run.programCounter(position + 1) !== instruction.behind;
  return { ...common, how: isTaken ? "taken" : "passed", isUncertain };
}

/** How control came to a function's first instruction. */
async function entered(run: RunReader, entry: number): Promise<ReasonLink | ReasonEnd> {
  if (entry === 0) return { kind: "beginning", position: entry, address: run.programCounter(entry) };
  if (!run.has(entry)) await run.open(entry - BEFORE, entry + 1);
  const [position, address, first] = [entry - 1, run.programCounter(entry - 1), run.programCounter(entry)];
  const instruction = await run.instructionAt(position);
  if (instruction === undefined) {
    const why = "the instruction before it can't be read: the processor is in another mode there";
    return { kind: "unknown", position, address, why };
  }
  const how = WAYS[instruction.flow];
  const isNext = instruction.flow === "next" && instruction.behind !== first;
  if (how === undefined || isNext) return { kind: "interrupt", position, address };
  return { how, position, address, on: [], isUncertain: false };
}

const WAYS: Readonly<Record<ReadInstruction["flow"], ReasonLink["how"] | undefined>> = {
  call: "called",
  "indirect-call": "called",
  jump: "jumped",
  branch: "jumped",
  "indirect-jump": "jumped",
  next: "jumped",
  return: "returned",
  stop: undefined,
};
