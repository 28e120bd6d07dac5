/**
 * `return f(x);` where `f` gives a structure. Through a function that returns it, gcc copies the structure; stored by
 * address into a variable that is then returned, it is made in the caller's place, as in code written by hand:
 *
 *     return f(x);    ->    { T r; __weft_shadow_3(&r, x); return r; }
 */
import type { CallShadow } from "../../../model/index.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import type { WeaveSite } from "../weave-site.js";

export interface ReturnedCall {
  readonly keyword: Token;
  readonly semicolon: Token;
}

/** The statement that returns just this call; undefined where there is more to it. */
export function returnedCall({ range }: CallShadow, { text }: WeaveSite): ReturnedCall | undefined {
  const keyword = tokenize(text, Math.max(0, range.start - 400), range.start).at(-1);
  const semicolon = tokenize(text, range.end, Math.min(text.length, range.end + 400))[0];
  if (keyword?.text !== "return" || semicolon?.text !== ";") return undefined;
  return { keyword, semicolon };
}

/** Edits around the call; the address of {@link RETURNED} is the first argument. */
export function declareReturned({ keyword, semicolon }: ReturnedCall, type: string, site: WeaveSite): void {
  site.replace(keyword.start, keyword.end, `{ ${type} ${RETURNED}; `);
  site.replace(semicolon.start, semicolon.end, `; return ${RETURNED}; }`);
}

export const RETURNED = "__weft_result";
