/** An asm statement's template and operands, by its text. */
import { contains, type TextRange } from "../../model/index.js";
import { asmAround, closing } from "./store.js";

export interface AsmOperand {
  /** `=m`, `r`, `0` */
  readonly constraint: string;
  /** Between its brackets. */
  readonly range: TextRange;
  readonly isOutput: boolean;
  /** `[name]` */
  readonly name?: string;
}

export interface AsmText {
  /** As it is written, without quotes. */
  readonly template: string;
  /** In order. */
  readonly operands: readonly AsmOperand[];
}

/** `statement` is from the word `asm` to its `)`. */
export function readAsm(unitText: string, { start, end }: TextRange): AsmText {
  const operands: AsmOperand[] = [];
  let template = "";
  let section = 0;
  let constraint = "";
  let name: string | undefined;
  for (let at = unitText.indexOf("(", start) + 1; at < end - 1; at++) {
    const sign = unitText[at] as string;
    if (sign === '"') {
      const text = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(unitText.slice(at, end))?.[1] ?? "";
      constraint += text;
      at += text.length + 1;
    } else if (sign === "(") {
      const close = closing(unitText, at + 1);
      const range = { start: at + 1, end: close - 1 };
      if (section === 1 || section === 2)
        operands.push({
          constraint,
          range,
          isOutput: section === 1,
          ...(name === undefined ? {} : { name }),
        });
      at = close - 1;
    } else if (sign === "[") {
      name = /^\[\s*(\w+)/.exec(unitText.slice(at, at + 80))?.[1];
    } else if (sign === "#") {
      // The preprocessor's word about lines.
      at = unitText.indexOf("\n", at);
    } else if (sign === ":" || sign === ",") {
      if (section === 0) template += constraint;
      if (sign === ":") section++;
      constraint = "";
      name = undefined;
    }
  }
  return { template: section === 0 ? template + constraint : template, operands };
}

/** The operand that a place is, in any number of brackets, and its statement. */
export function asmOperandAt(
  unitText: string,
  at: TextRange,
): { readonly operand: AsmOperand; readonly statement: TextRange } | undefined {
  if (!/"\s*\([\s(]*$/.test(unitText.slice(Math.max(0, at.start - 60), at.start))) return undefined;
  const found = asmOperandAround(unitText, at);
  if (found === undefined) return undefined;
  return /^[\s(]*$/.test(unitText.slice(found.operand.range.start, at.start)) ? found : undefined;
}

/** The operand that a place stands in. */
export function asmOperandAround(
  unitText: string,
  at: TextRange,
): { readonly operand: AsmOperand; readonly statement: TextRange } | undefined {
  const statement = asmAround(unitText, at);
  if (statement === undefined) return undefined;
  const operand = readAsm(unitText, statement).operands.find(({ range }) => contains(range, at));
  return operand && { operand, statement };
}

/**
 * What such an operand may become: another name of the same place, another of the same value, or nothing (a number of the
 * assembler's, and what must be the very place that an output is). `all` are the statement's, in order.
 */
export function operandForm(
  { constraint, isOutput }: AsmOperand,
  all: readonly AsmOperand[],
): "place" | "value" | "fixed" {
  const letters = lettersOf(constraint);
  if (isOutput || MEMORY.test(letters)) return "place";
  const same = /^\d+$/.test(letters) ? all[Number(letters)] : undefined;
  if (same !== undefined && MEMORY.test(lettersOf(same.constraint))) return "fixed";
  return /^[insEFGIJKLMNeZC]+$/.test(letters) ? "fixed" : "value";
}

const MEMORY = /^[moV<>]+$/;
const lettersOf = (constraint: string) => constraint.replace(/[=+&%*?!,\s]/g, "");

/** Whether a statement reckons with where an operand is: a number beside it, `%H0`, which is eight bytes on, and `lea`. */
export function reckonsWithOperands(unitText: string, statement: TextRange): boolean {
  const template = readAsm(unitText, statement)
    .template.replace(/\\[nt]/g, ";")
    .replace(/\s/g, "");
  return RECKONS.test(template);
}

const RECKONS = /\blea\w*%(?!%)|[\d)+-]%(?!%)|\d\(%(?!%)|%(?!%)(?:\[\w+\]|\w+)[-+]|%H/;
