/** An asm statement whose operands have to be evaluated before the guard of what it writes. */
import type { TextRange } from "../../model/index.js";
import { type AsmOperand, operandForm, readAsm } from "../facts/asm-operands.js";
import { isMovingPlace } from "./bound-write.js";
import { guarded, objectNames, type Renderer, type Target, type WriteGuard } from "./guard-text.js";
import { isSettled } from "./settled.js";
import type { Lines } from "./unit-lines.js";

/** Whether something beside the objects has to be evaluated. `statement` is from the word `asm` to its `)`. */
export const asmMustBind = (lines: Lines, statement: TextRange, targets: readonly Target[]): boolean =>
  operandsOf(lines, statement, targets).some(({ moving }) => moving !== undefined);

interface BoundOperand extends AsmOperand {
  /** What has to be kept before the guard: where it is, or what it is worth. */
  readonly moving?: "place" | "value";
}

function operandsOf(lines: Lines, statement: TextRange, targets: readonly Target[]): BoundOperand[] {
  const objects = targets.map(({ target }) => target.range);
  return readAsm(lines.text, statement).operands.map((operand, _, all) => {
    const form = operandForm(operand, all);
    const text = lines.without(operand.range, objects);
    const isMoving = form === "place" ? isMovingPlace(text) : !isSettled(text);
    return form === "fixed" || !isMoving ? operand : { ...operand, moving: form };
  });
}

/** `{ object; place; value; ({ ENTER TEST asm("…" : "=m"(*place) : "r"(value)); }) }` */
export class BoundAsm {
  readonly #names: readonly string[];

  /** Targets within others stand before them. */
  constructor(
    readonly lines: Lines,
    readonly guard: WriteGuard,
    readonly statement: TextRange,
    readonly targets: readonly Target[],
  ) {
    this.targets = [...targets].sort((a, b) => lengthOf(a) - lengthOf(b));
    this.#names = objectNames(targets);
  }

  text(render: Renderer): string {
    const before = this.targets.map(({ target: { range, is } }, index) => {
      const object = this.#around(render, range, this.targets.slice(0, index));
      return `__auto_type ${this.#names[index]} = ${is === "pointer" ? "" : "&"}(${object});`;
    });
    let statement = "";
    let at = this.statement.start;
    for (const { range, moving } of operandsOf(this.lines, this.statement, this.targets)) {
      const own = this.#around(render, range, this.targets);
      statement += this.lines.flat({ start: at, end: range.start });
      const name = `__weft_m${before.length}`;
      if (moving !== undefined)
        before.push(`__auto_type ${name} = ${moving === "place" ? "&" : ""}(${own});`);
      statement += moving === undefined ? own : moving === "place" ? `*${name}` : name;
      at = range.end;
    }
    statement += this.lines.flat({ start: at, end: this.statement.end });
    return `{ ${before.join(" ")} ${guarded(this.guard, this.targets, this.#names, statement)} }`;
  }

  /** A text, with the pointers to objects in their place. */
  #around(render: Renderer, { start, end }: TextRange, targets: readonly Target[]): string {
    const inside = targets
      .map(({ target }, index) => ({ ...target.range, is: target.is, name: this.#names[index] }))
      .filter((one) => one.start >= start && one.end <= end)
      .sort((a, b) => a.start - b.start || b.end - a.end);
    let text = "";
    let at = start;
    for (const one of inside) {
      if (one.start < at) continue;
      text += `${render(at, one.start)}${one.is === "pointer" ? one.name : `(*${one.name})`}`;
      at = one.end;
    }
    return text + render(at, end);
  }
}

const lengthOf = ({ target: { range } }: Target) => range.end - range.start;
