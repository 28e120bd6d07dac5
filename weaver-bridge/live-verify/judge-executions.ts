/**
 * How often the hooks of a function would have counted, held against how often its code was entered. What is an entry, the
 * recorded jumps say, not the resolver: ways into the code of a copy from outside, without returns from calls and interrupts.
 */
import type { ImageCode, ResolvedJoinPoint } from "../live-weave/index.js";
import { type CodeCopy, holds, type MachineInstruction } from "../object-code/index.js";
import type { Events } from "./event-file.js";

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
  const ways = waysIn(image, events);
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

function waysIn(image: ImageCode, events: Events) {
  const byTarget = new Map<number, { from: number; count: number }[]>();
  for (const { from, to, count } of events.jumps) {
    const known = byTarget.get(to);
    if (known === undefined) byTarget.set(to, [{ from, count }]);
    else known.push({ from, count });
  }
  const byteAt = (address: number) => {
    const section = image.elf.sectionAt(address);
    return section?.bytes[address - section.address];
  };
  const { isInterruptReturn, isReturn } = image.machine.bytes;
  const arrivals = (address: number) => byTarget.get(address) ?? [];
  /** Without resumption after an interrupt, and without the turns of a repeated instruction. */
  const jumpsTo = (address: number) =>
    arrivals(address).filter(({ from }) => from !== address && !isInterruptReturn(byteAt(from)));
  const fallsInto = (address: number) =>
    events.countOf(address) - arrivals(address).reduce((all, { count }) => all + count, 0);
  const passes = (address: number) =>
    fallsInto(address) + jumpsTo(address).reduce((all, { count }) => all + count, 0);
  return { passes, entriesOf };

  function entriesOf(copy: CodeCopy, copies: readonly CodeCopy[]): readonly [number, number] {
    if (!copy.isInlined) return entriesOfOwn(copy, copies);
    const [least, most] = entriesOfInlined(copy);
    // A part of the copy around it, or a call of itself that was inlined.
    return isWithinItself(copy) ? [0, most] : [least, most];
  }

  /** What the compiler cut off of a function is called by the rest, which was entered before. */
  function entriesOfOwn(copy: CodeCopy, copies: readonly CodeCopy[]): readonly [number, number] {
    const isPart = /\.part\.|\.cold/.test(image.symbolAt(copy.start)?.name ?? "");
    const rest = isPart ? copies.filter((one) => one !== copy) : [];
    let [sure, perhaps] = [holds(copy, copy.start - 1) ? 0 : fallsInto(copy.start), 0];
    for (const { from, count } of jumpsTo(copy.start)) {
      if (rest.some((one) => holds(one, from))) continue;
      if (holds(copy, from) && !isCallAt(from)) perhaps += count;
      else sure += count;
    }
    return [sure, sure + perhaps];
  }

  /** The first instruction is entered each time; others may be ways back from code that stands between the copy's. */
  function entriesOfInlined(copy: CodeCopy): readonly [number, number] {
    const outer = outermost(copy);
    const code = outer === undefined ? [] : image.instructionsOf(outer);
    const before = new Map(code.map((one, index) => [one.address, code[index - 1]]));
    const entered = new Map<number, number>();
    const add = (address: number, count: number) =>
      count > 0 && entered.set(address, (entered.get(address) ?? 0) + count);
    for (const { address } of code) {
      if (!holds(copy, address) || events.countOf(address) === 0) continue;
      const previous = before.get(address);
      // A copy may begin behind a call of the code around it.
      const isResumed = previous === undefined || holds(copy, previous.address) || !isCall(previous);
      for (const { from, count } of jumpsTo(address))
        if (!holds(copy, from) && !(isReturn(byteAt(from), byteAt(from + 1)) && isResumed))
          add(address, count);
      if (previous !== undefined && holds(copy, previous.address)) continue;
      if (address !== copy.start && isWayBack(previous, copy, before)) continue;
      add(address, fallsInto(address));
    }
    const all = [...entered.values()].reduce((sum, count) => sum + count, 0);
    return entered.size < 2 ? [all, all] : [entered.get(copy.start) ?? 0, all];
  }

  /** Code of others that nothing leads to but the copy: what the compiler moved in between. */
  function isWayBack(
    last: MachineInstruction | undefined,
    copy: CodeCopy,
    before: ReadonlyMap<number, MachineInstruction | undefined>,
  ): boolean {
    for (let one = last; one !== undefined; one = before.get(one.address)) {
      if (holds(copy, one.address)) return true;
      if (arrivals(one.address).some(({ from }) => !isInterruptReturn(byteAt(from)))) return false;
    }
    return false;
  }

  function outermost(copy: CodeCopy): CodeCopy | undefined {
    let one: CodeCopy | undefined = copy;
    while (one?.isInlined === true) one = one.inside;
    return one;
  }

  function isCallAt(address: number): boolean {
    const own = image.functions.ownAt(address);
    const one = own && image.instructionsOf(own).find((instruction) => instruction.address === address);
    return one !== undefined && isCall(one);
  }
}

function isWithinItself({ origin, inside }: CodeCopy): boolean {
  for (let one = inside; one !== undefined; one = one.inside) if (one.origin === origin) return true;
  return false;
}

const isCall = ({ flow }: MachineInstruction) => flow === "call" || flow === "indirect-call";
