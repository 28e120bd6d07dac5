/** "Why did this run?" of an instruction of a recording, beside the machine that is seen. */
import { inflateSync } from "node:zlib";
import { readRegular } from "@weft/weaver-bridge/kernel-build";
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { ReasonStep, RunReason } from "../../protocol/index.js";
import type { TimeMachine } from "../../qemu/index.js";
import { withLookingGdb } from "../gdb/looking-gdb.js";
import { type AskedLimits, limitsOf } from "../origin/chain-limits.js";
import { type CodePlaces, createCodePlaces } from "../origin/code-places.js";
import { requireInRun } from "../origin/require-in-run.js";
import { sourceOf } from "../origin/source-of.js";
import { createActivations } from "./activations.js";
import { reasonEndAsText } from "./reason-end.js";
import type { ReasonLink } from "./reason-link.js";
import { addressAt, findReason } from "./run-reason.js";

export interface ReasonQuestion extends AskedLimits {
  /** Of the instruction, in executed instructions since power-on. */
  readonly position: number;
}

/** `symbols`: the recorded kernel's file. Throws where that can't be read, and for what is not in the run. */
export async function askReason(
  time: Pick<TimeMachine, "instructions" | "lastMeeting" | "span" | "scout">,
  symbols: string,
  { position, ...asked }: ReasonQuestion,
): Promise<RunReason> {
  requireInRun(time, position);
  const { createFunctionFlows, machineOf, readElf } = await import("@weft/weaver-bridge/object-code");
  const elf = readElf(readRegular(symbols), { inflate: inflateSync });
  const machine = machineOf(elf);
  if (machine === undefined) throw new Error("The code of this machine is not read.");
  const address = await addressAt(time, machine, position);
  const limits = limitsOf(asked);
  return withLookingGdb({ symbols }, async (gdb) => {
    const links: ReasonLink[] = [];
    const end = await findReason(
      {
        ...{ time, machine, ...limits },
        flows: createFunctionFlows(elf, machine),
        activations: createActivations(time, gdb, limits.signal),
        onLink: (link) => void links.push(link),
      },
      position,
    );
    const places = createCodePlaces(gdb);
    const steps: ReasonStep[] = [];
    for (const link of links) steps.push(await stepOf(link, machine, places));
    return {
      ...{ position, ...(await places.of(address)), steps },
      end: await reasonEndAsText(end, places),
    };
  });
}

async function stepOf(
  { position, address, how, on, comparison, isUncertain }: ReasonLink,
  machine: Machine,
  places: CodePlaces,
): Promise<ReasonStep> {
  const decided = how === "called" ? undefined : await places.assembler(comparison?.address ?? address);
  return {
    position,
    ...(await places.of(address)),
    how,
    ...(isUncertain ? { isUncertain } : {}),
    ...(decided === undefined ? {} : { comparison: decided }),
    on: on.map((held) => sourceOf(held, machine)),
  };
}
