/**
 * The token edits that turn an access expression into a call. Operators are found by tokens, so that parentheses
 * around parts of the expression, and line markers inside it, stay and do no harm. A reference without `&` (an array
 * that decays, an operand of an asm statement) stays an lvalue: `(*__weft_shadow_0(p))`.
 */
import type { AccessShadow } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { WeaveSite } from "../weave-site.js";
import type { AccessPlan } from "./access-operations.js";

/** Where edits of one join point are collected. */
type EditedPlace = Pick<WeaveSite, "text" | "insert" | "replace">;

type EditedPlan = Pick<AccessPlan, "base"> & Partial<Pick<AccessPlan, "address">>;

/** What is called instead; its arguments beside those that the access itself has. */
interface AccessCall {
  readonly symbol: string;
  /** Arguments before the access's, with the comma behind them. */
  readonly first?: string;
  /** Arguments after the access's. */
  readonly last?: string;
}

export function accessEdits(
  shadow: AccessShadow,
  plan: EditedPlan,
  { symbol, first = "", last = "" }: AccessCall,
  site: EditedPlace,
): void {
  const { write, range } = shadow;
  let operands = plan.base === "name" ? 0 : 1;
  const separator = () => (operands++ === 0 ? " " : ",");
  const taken = shadow.kind === "ref" && site.text[range.start] === "&";
  const used = shadow.kind === "ref" && !taken;
  site.insert(range.start, `${used ? "(*" : ""}${symbol}(${first}`, "open");
  if (taken) site.replace(range.start, range.start + 1, " ");
  if (plan.base === "place") site.insert(shadow.lvalue.start, plan.address ?? "&", "open");
  else {
    editBase(shadow, plan, site);
    if (shadow.indices.length > 0) removeParentheses(shadow, site);
    for (const index of shadow.indices) editBrackets(index.range, separator, site);
  }
  if (write !== undefined) {
    const { start, end } = write.operator;
    site.replace(start, end, write.form === "assign" || write.form === "compound" ? separator() : " ");
  }
  site.insert(range.end, `${last === "" ? "" : `, ${last}`}${used ? "))" : ")"}`, "close");
}

/** Removes `->f` or `.f`, and takes the object's address where the shadow function wants it. */
function editBase(shadow: AccessShadow, plan: EditedPlan, site: EditedPlace): void {
  const { object, nameRange, lvalue } = shadow;
  if (object !== undefined && object.range.start === object.range.end) {
    site.replace(lvalue.start, nameRange.end, "this");
    return;
  }
  if (plan.base === "address")
    site.insert(object?.range.start ?? nameRange.start, plan.address ?? "&", "open");
  if (plan.base === "name") site.replace(nameRange.start, nameRange.end, "");
  if (object === undefined) return;
  if (site.text.slice(object.range.start, object.range.end).trimEnd().endsWith("->")) {
    // A call of an operator of C++, which has a text of its own.
    site.replace(nameRange.start, nameRange.end, "");
    return;
  }
  const between = tokenize(site.text, object.range.end, nameRange.start);
  const operator = between.findLast((token) => token.text === "->" || token.text === ".");
  if (operator === undefined || lvalue.start > object.range.start) throw unclear();
  site.replace(operator.start, nameRange.end, "");
}

/** `&(p->a[i])`, `(p->a[i])++`: operands are separated by commas, which must not stand in parentheses. */
function removeParentheses({ range, lvalue }: AccessShadow, site: EditedPlace): void {
  const before = tokenize(site.text, range.start, lvalue.start).filter(({ text }) => text === "(");
  const after = tokenize(site.text, lvalue.end, Math.min(site.text.length, lvalue.end + 4000));
  for (const { start, end } of [...before, ...after.slice(0, before.length)]) site.replace(start, end, "");
}

/** `[` becomes the separator, `]` goes; an index with a comma operator gets parentheses. */
function editBrackets(
  range: { start: number; end: number },
  separator: () => string,
  site: EditedPlace,
): void {
  const open = openBracket(site.text, range.start);
  const tokens = tokenize(site.text, open, lineLimit(site.text, range.end));
  const close = tokens[closingBracket(tokens, 0)];
  if (site.text[open] !== "[" || close === undefined) throw unclear();
  const inner = tokenize(site.text, range.start, range.end);
  const comma = inner.some((token) => token.text === ",");
  site.replace(open, open + 1, `${separator()}${comma ? "(" : ""}`);
  site.replace(close.start, close.end, comma ? ")" : "");
}

function openBracket(text: string, from: number): number {
  let at = from - 1;
  while (at > 0 && text[at] !== "[") at--;
  return at;
}

/** Far enough to find the `]` after an index. */
const lineLimit = (text: string, end: number) => Math.min(text.length, end + 4000);

function unclear(): Unweavable {
  return new Unweavable(
    "unclear-text",
    "the access is written in a way that the weaver can't rewrite",
    "Write it as 'object->field' or 'array[index]'.",
  );
}
