/** "Where did this value come from?" of a place at a moment of a recording, beside the machine that is seen. */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { OriginStep, ValueOrigin } from "../../protocol/index.js";
import { withLookingGdb } from "../gdb/looking-gdb.js";
import { type AskedLimits, limitsOf } from "./chain-limits.js";
import { type CodePlaces, createCodePlaces } from "./code-places.js";
import { endAsText } from "./end-text.js";
import { expressionOf } from "./location.js";
import type { OriginLink } from "./origin-link.js";
import { type RecordedTime, RunReader } from "./run-reader.js";
import { hex, sourceOf } from "./source-of.js";
import { findOrigin } from "./value-origin.js";
import type { Meant } from "./where-is.js";

export interface OriginQuestion extends Meant, AskedLimits {
  readonly expression: string;
  /** Just before this instruction, in executed instructions since power-on. */
  readonly position: number;
}

/** Throws with the reason where there is no such value. `symbols`: the recorded kernel's file. */
export async function askOrigin(
  time: RecordedTime,
  symbols: string,
  question: OriginQuestion,
): Promise<ValueOrigin> {
  const { machine, location, position, expression } = question;
  const limits = limitsOf(question);
  const start = await new RunReader(time, machine).heldAt(location, position);
  if (start.value === undefined) throw new Error("There is no memory at its address at that moment.");
  const links: OriginLink[] = [];
  const end = await findOrigin({ time, machine, ...limits, onLink: (link) => void links.push(link) }, start);
  return withLookingGdb({ symbols }, async (gdb) => {
    const places = createCodePlaces(gdb);
    const steps: OriginStep[] = [];
    for (const link of links) {
      const step = await stepOf(link, machine, places);
      // Stored by one function and loaded by another: an argument, or the like, which somebody wants to see.
      const isPassed = step.how === "restored" && step.symbol !== steps.at(-1)?.symbol;
      steps.push(isPassed ? { ...step, how: "copied" } : step);
    }
    return {
      ...{ expression, position, value: hex(start.value), place: expressionOf(location, machine), steps },
      end: await endAsText(end, machine, places),
    };
  });
}

async function stepOf(link: OriginLink, machine: Machine, places: CodePlaces): Promise<OriginStep> {
  return {
    position: link.position,
    ...(await places.of(link.address)),
    how: link.how,
    to: expressionOf(link.to, machine),
    ...(link.value === undefined ? {} : { value: hex(link.value) }),
    from: [link.from, ...link.others].map((held) => sourceOf(held, machine)),
  };
}
