/**
 * How often the hooks of a function would have counted, held against how often its code was entered. What is an entry, the
 * recorded jumps say, not the resolver: ways into the code of a copy from outside, without returns from calls and interrupts.
 */
import type { ImageCode, ResolvedJoinPoint } from "../live-weave/index.js";
import type { MachineInstruction } from "../object-code/index.js";
import type { Events } from "./event-file.js";
import { WaysIn } from "./ways-in.js";

export interface ExecutionCount {
  readonly joinPoint: ResolvedJoinPoint;
  /** Passes of each place. */
  readonly hooks: readonly { readonly address: number; readonly count: number }[];
  readonly hooked: number;
  /** Executions that had begun and not come to their hook when the run ended, or were never resumed. */
  readonly unfinished: number;
  /** Entries into its code: where they differ, the ways in can't be told from ways back after code of another function. */
  readonly least: number;
  readonly most: number;
  /** `told`: that it is not counted, or may not be, was said before. */
  readonly verdict: "agrees" | "missed" | "false" | "told" | "not executed" | "not judged";
}

export function judgeExecutions(
  joinPoints: readonly ResolvedJoinPoint[],
  image: ImageCode,
  events: Events,
): ExecutionCount[] {
  const ways = new WaysIn(image, events);
  return joinPoints
    .filter(({ joinPoint }) => joinPoint.kind === "execution")
    .map((joinPoint) => {
      const entries = joinPoint.places.filter(({ how }) => how === "entry");
      const hooks = entries.map(({ address }) => ({ address, count: ways.passes(address) }));
      const hooked = hooks.reduce((all, { count }) => all + count, 0);
      const copies = joinPoint.origins.flatMap((origin) => image.functions.copiesOf.get(origin));
      const bounds = copies.map((copy) => ways.entriesOf(copy, copies));
      const least = bounds.reduce((all, [low]) => all + low, 0);
      const most = bounds.reduce((all, [, high]) => all + high, 0);
      const stopped = hooks.reduce((all, { address }) => all + stoppedBefore(address, image, events), 0);
      const unfinished = Math.min(stopped, Math.max(0, least - hooked));
      const verdict = verdictOf(joinPoint, hooked + unfinished, [least, most]);
      return { joinPoint, hooks, hooked, unfinished, least, most, verdict };
    });
}

function verdictOf(
  { account, places }: ResolvedJoinPoint,
  hooked: number,
  [least, most]: readonly [number, number],
): ExecutionCount["verdict"] {
  if (hooked === 0 && most === 0) return account === "hooked" ? "not executed" : "told";
  if (least <= hooked && hooked <= most) return hooked === most ? "agrees" : "not judged";
  if (account === "refused" || places.some(({ doubt }) => doubt !== undefined)) return "told";
  return hooked < least ? "missed" : "false";
}

/** What begins an instruction and never its successor, on the straight way to the place, stands there for good. */
function stoppedBefore(address: number, image: ImageCode, events: Events): number {
  const own = image.functions.ownAt(address);
  const code = own === undefined ? [] : image.instructionsOf(own);
  let stopped = 0;
  for (let at = code.findIndex((one) => one.address === address); at > 0; at--) {
    const [before, after] = [code[at - 1] as MachineInstruction, code[at] as MachineInstruction];
    if (before.flow !== "next" || before.address + before.length !== after.address) break;
    stopped += Math.max(0, events.countOf(before.address) - events.countOf(after.address));
  }
  return stopped;
}
