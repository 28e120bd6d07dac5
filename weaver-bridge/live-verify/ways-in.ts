/** Ways into code, as the recorded jumps say: without returns from calls and interrupts, as far as they can be told apart. */
import type { ImageCode } from "../live-weave/index.js";
import { type CodeCopy, holds, type MachineInstruction } from "../object-code/index.js";
import type { Events } from "./event-file.js";

/** Lower and upper bound of a count. */
export type Bounds = readonly [least: number, most: number];

export class WaysIn {
  private readonly byTarget = new Map<number, { from: number; count: number }[]>();

  constructor(
    private readonly image: ImageCode,
    private readonly events: Events,
  ) {
    for (const { from, to, count } of events.jumps) {
      const known = this.byTarget.get(to);
      if (known === undefined) this.byTarget.set(to, [{ from, count }]);
      else known.push({ from, count });
    }
  }

  /** How often an instruction was come to, not counting what resumes or repeats it. */
  passes(address: number): number {
    return this.fallsInto(address) + this.jumpsTo(address).reduce((all, { count }) => all + count, 0);
  }

  /** `copies`: all of the function. */
  entriesOf(copy: CodeCopy, copies: readonly CodeCopy[]): Bounds {
    if (!copy.isInlined) return this.entriesOfOwn(copy, copies);
    const [least, most] = this.entriesOfInlined(copy);
    // A part of the copy around it, or a call of itself that was inlined.
    return isWithinItself(copy) ? [0, most] : [least, most];
  }

  /** What the compiler cut off of a function is called by the rest, which was entered before. */
  private entriesOfOwn(copy: CodeCopy, copies: readonly CodeCopy[]): Bounds {
    const isPart = /\.part\.|\.cold/.test(this.image.symbolAt(copy.start)?.name ?? "");
    const rest = isPart ? copies.filter((other) => other !== copy) : [];
    let [sure, perhaps] = [holds(copy, copy.start - 1) ? 0 : this.fallsInto(copy.start), 0];
    for (const { from, count } of this.jumpsTo(copy.start)) {
      if (rest.some((other) => holds(other, from))) continue;
      if (holds(copy, from) && !this.isCallAt(from)) perhaps += count;
      else sure += count;
    }
    return [sure, sure + perhaps];
  }

  /** The first instruction is entered each time; others may be ways back from code that stands between the copy's. */
  private entriesOfInlined(copy: CodeCopy): Bounds {
    const outer = outermost(copy);
    const code = outer === undefined ? [] : this.image.instructionsOf(outer);
    const before = new Map(code.map((instruction, index) => [instruction.address, code[index - 1]]));
    const entered = new Map<number, number>();
    for (const { address } of code) {
      if (!holds(copy, address) || this.events.countOf(address) === 0) continue;
      const count =
        this.jumpsFromOutside(address, copy, before) + this.fallsFromOutside(address, copy, before);
      if (count > 0) entered.set(address, count);
    }
    const all = [...entered.values()].reduce((sum, count) => sum + count, 0);
    return entered.size < 2 ? [all, all] : [entered.get(copy.start) ?? 0, all];
  }

  private jumpsFromOutside(address: number, copy: CodeCopy, before: Predecessors): number {
    const previous = before.get(address);
    // A copy may begin behind a call of the code around it.
    const isResumed = previous === undefined || holds(copy, previous.address) || !isCall(previous);
    return this.jumpsTo(address)
      .filter(({ from }) => !holds(copy, from) && !(this.isReturn(from) && isResumed))
      .reduce((all, { count }) => all + count, 0);
  }

  private fallsFromOutside(address: number, copy: CodeCopy, before: Predecessors): number {
    const previous = before.get(address);
    if (previous !== undefined && holds(copy, previous.address)) return 0;
    if (address !== copy.start && this.isWayBack(previous, copy, before)) return 0;
    return Math.max(0, this.fallsInto(address));
  }

  /** Code of others that nothing leads to but the copy: what the compiler moved in between. */
  private isWayBack(last: MachineInstruction | undefined, copy: CodeCopy, before: Predecessors): boolean {
    for (let passed = last; passed !== undefined; passed = before.get(passed.address)) {
      if (holds(copy, passed.address)) return true;
      if (this.arrivals(passed.address).some(({ from }) => !this.isInterruptReturn(from))) return false;
    }
    return false;
  }

  private arrivals(address: number) {
    return this.byTarget.get(address) ?? [];
  }

  /** Without resumption after an interrupt, and without the turns of a repeated instruction. */
  private jumpsTo(address: number) {
    return this.arrivals(address).filter(({ from }) => from !== address && !this.isInterruptReturn(from));
  }

  private fallsInto(address: number): number {
    const jumped = this.arrivals(address).reduce((all, { count }) => all + count, 0);
    return this.events.countOf(address) - jumped;
  }

  private isReturn(address: number): boolean {
    return this.image.machine.bytes.isReturn(this.byteAt(address), this.byteAt(address + 1));
  }

  private isInterruptReturn(address: number): boolean {
    return this.image.machine.bytes.isInterruptReturn(this.byteAt(address));
  }

  private isCallAt(address: number): boolean {
    const own = this.image.functions.ownAt(address);
    const code = own === undefined ? [] : this.image.instructionsOf(own);
    const instruction = code.find((candidate) => candidate.address === address);
    return instruction !== undefined && isCall(instruction);
  }

  private byteAt(address: number): number | undefined {
    const section = this.image.elf.sectionAt(address);
    return section?.bytes[address - section.address];
  }
}

/** Of each instruction of a function the one before it. */
type Predecessors = ReadonlyMap<number, MachineInstruction | undefined>;

function outermost(copy: CodeCopy): CodeCopy | undefined {
  let around: CodeCopy | undefined = copy;
  while (around?.isInlined === true) around = around.inside;
  return around;
}

function isWithinItself({ origin, inside }: CodeCopy): boolean {
  for (let around = inside; around !== undefined; around = around.inside)
    if (around.origin === origin) return true;
  return false;
}

function isCall({ flow }: MachineInstruction): boolean {
  return flow === "call" || flow === "indirect-call";
}
