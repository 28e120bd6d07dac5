/**
 * What gcc's `<stdatomic.h>` makes of `atomic_store(&p->on, 1)`:
 * `({ __auto_type __atomic_store_ptr = (&p->on); … __atomic_store_tmp = (1); __atomic_store (__atomic_store_ptr, …); })`.
 */
import type { TextRange } from "../../model/index.js";
import type { OwnAddressWrite } from "../facts/store.js";
import { closingBracket } from "../pointers/pointer-uses.js";

/** Up to what stands in front of the address: brackets and a cast. */
const HEAD =
  /\(\s{0,9}\{\s{0,9}__auto_type\s{1,9}__atomic_([a-z_]{1,20})_ptr\s{0,9}=\s{0,9}\([^{};=]{0,150}$/;
const CAST = /\(\s{0,9}(?:volatile\s{1,9}|const\s{1,9})?_Atomic[^()]{0,60}(?:\([^()]{0,60}\)[^()]{0,20})?\)/;

/** The write that a term's address is given to; undefined: it is none, or not so written. */
export function atomicWrite(text: string, use: TextRange): OwnAddressWrite | undefined {
  const block = blockAround(text, use);
  if (block === undefined || block.does === "load") return undefined;
  const { does, start, end, pointer } = block;
  const value = bracketsBehind(text, /__atomic_[a-z_]{1,20}_(?:tmp|val)\s{0,9}=\s{0,9}/, pointer.end, end);
  if (value === undefined) return undefined;
  const call = `__atomic_${does}`;
  // `__atomic_compare_exchange (__atomic_compare_exchange_ptr, (expected), …)`
  const expected = bracketsBehind(text, /__atomic_compare_exchange_ptr\s{0,9},\s{0,9}/, value.end, end);
  return {
    range: { start, end },
    how: `written by ${call}`,
    reason: `${call} gets its address`,
    store: { form: "call", arguments: [pointer, value, ...(expected === undefined ? [] : [expected])] },
  };
}

export const isAtomicLoad = (text: string, use: TextRange): boolean =>
  blockAround(text, use)?.does === "load";

/** `pointer` is the first value, in its brackets. */
function blockAround(text: string, use: TextRange) {
  const from = Math.max(0, use.start - 300);
  const head = HEAD.exec(text.slice(from, use.start));
  if (head === null) return undefined;
  const start = from + head.index;
  const open = start + head[0].indexOf("(", head[0].indexOf("="));
  const pointer = { start: open, end: closingBracket(text, open + 1) };
  const before = text.slice(open, use.start).replace(CAST, "");
  if (!/^[\s(]*$/.test(before) || !/^[\s)]*$/.test(text.slice(use.end, pointer.end))) return undefined;
  return { does: head[1] as string, start, end: closingBracket(text, start + 1), pointer };
}

/** Brackets that stand right behind what is looked for, between two places. */
function bracketsBehind(text: string, what: RegExp, from: number, to: number): TextRange | undefined {
  const found = what.exec(text.slice(from, to));
  if (found === null) return undefined;
  const start = from + found.index + found[0].length;
  return text[start] === "(" ? { start, end: closingBracket(text, start + 1) } : undefined;
}
