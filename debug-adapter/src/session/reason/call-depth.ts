/** How deep in calls and interrupts a recorded run was, counted backwards from one instruction, as long as one stack is used. */
import { nameOf } from "@weft/weaver-bridge/machine";
import type { RunReader } from "../origin/run-reader.js";

export class CallDepth {
  /** Of what returned, where the stack's pointer was after it; undefined for what interrupted. */
  private readonly left: (bigint | undefined)[] = [];
  private hasLeft = false;

  constructor(private readonly run: RunReader) {}

  /** In what called that with which it was begun, or was interrupted by it. */
  get isOutside(): boolean {
    return this.hasLeft;
  }

  /** As deep as where it was begun, and not in what called that. */
  get isZero(): boolean {
    return this.left.length === 0 && !this.hasLeft;
  }

  /** Goes back over the instruction before a position; `false` where what is returned from is not what was called. */
  async before(position: number): Promise<boolean> {
    const before = position - 1;
    const instruction = await this.run.instructionAt(before);
    if (instruction === undefined) return false;
    const { flow, behind } = instruction;
    const next = this.run.programCounter(position);
    const isRepeated = next === this.run.programCounter(before);
    if (flow === "return") this.left.push(this.stackPointer(position));
    else if (flow === "call" || flow === "indirect-call") return this.leave(this.stackPointer(before));
    else if (flow === "next" && next !== behind && !isRepeated) return this.leave(undefined);
    return true;
  }

  private leave(stack: bigint | undefined): boolean {
    if (this.left.length === 0) this.hasLeft = true;
    const expected = this.left.pop();
    return stack === undefined || expected === undefined || isNear(expected, stack);
  }

  private stackPointer(position: number): bigint {
    return this.run.registers(position).get(nameOf(this.run.machine, "stackPointer")) ?? 0n;
  }
}

/** What is called may take its arguments off the stack. */
const MOST_ARGUMENTS = 256n;

const isNear = (left: bigint, right: bigint) => left >= right && left - right <= MOST_ARGUMENTS;
