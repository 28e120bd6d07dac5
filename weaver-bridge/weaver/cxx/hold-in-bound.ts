/**
 * Bounds of arrays whose declarator has parentheses. Clang tells `int (*v)[f(2)]` from an expression by whether it meets a
 * comma before the bracket closes, and would take the one in `::__weft::__weft_shadow_0< int, int >(2)` for a subscript's:
 *
 *     int (*v)[f(2)]    ->    int (*v)[(::__weft::__weft_shadow_0< int, int >(2))]
 */
import type { Shadow } from "../../model/index.js";
import type { CxxSite } from "./cxx-site.js";

/** Before the join point is woven; what it gives, after. Nothing where it stands elsewhere. */
export function holdInBound({ kind, range }: Shadow, site: Pick<CxxSite, "text" | "insert">): () => void {
  if (kind === "execution" || !isInBound(site.text, range.start)) return () => {};
  site.insert(range.start, "(", "open");
  return () => site.insert(range.end, ")", "close");
}

/** Whether byte `at` stands right in brackets that follow a parenthesis, other brackets between them at most. */
function isInBound(text: string, at: number): boolean {
  let depth = 0;
  for (let place = at - 1; place >= 0; place--) {
    const character = text[place] as string;
    if (CLOSING.test(character)) depth++;
    else if (depth > 0 && OPENING.test(character)) depth--;
    else if (depth === 0 && character === "[") return followsParenthesis(text, place);
    else if (depth === 0 && END.test(character)) return false;
  }
  return false;
}

const OPENING = /[([]/;
const CLOSING = /[)\]]/;
const END = /[({};]/;

function followsParenthesis(text: string, bracket: number): boolean {
  let place = bracket - 1;
  for (let depth = 0; place >= 0; place--) {
    const character = text[place] as string;
    if (character === "]") depth++;
    else if (character === "[") depth--;
    else if (depth === 0 && !/\s/.test(character)) return character === ")";
  }
  return false;
}
