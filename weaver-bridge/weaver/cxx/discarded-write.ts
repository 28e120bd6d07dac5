/** Writes whose value nobody takes. */
import type { AccessShadow, TextRange } from "../../model/index.js";
import type { CxxSite } from "./cxx-site.js";

/**
 * What stands before the call of the wrapper: compilers warn of a reference to something volatile that is dropped, as it
 * is not read then, and no option takes the warning back. An address may be dropped.
 */
export function droppedReference({ write, range, type }: AccessShadow, site: CxxSite): string {
  const isReference = write !== undefined && write.form !== "postfix";
  return isReference && site.speller.isVolatile(type) && isStatement(range, site) ? "(void)&" : "";
}

/** Far enough to see a token, with line markers on the way. */
const REACH = 500;
const MARKERS = /^# .*$/gm;

/** The value of the last statement of `({ … })` is taken. */
function isStatement({ start, end }: TextRange, { text }: CxxSite): boolean {
  const before = text.slice(Math.max(0, start - REACH), start).replace(MARKERS, "");
  const after = text.slice(end, end + REACH).replace(MARKERS, "");
  if (/\(\s*void\s*\)\s*\(\s*$/.test(before)) return /^\s*\)/.test(after);
  return /(?:[;{})]|\b(?:else|do|for\s*\())\s*$/.test(before) && /^\s*;(?!\s*\}\s*\))/.test(after);
}
