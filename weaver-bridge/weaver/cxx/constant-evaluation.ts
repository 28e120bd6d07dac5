/** Join points in constexpr functions, which stay usable in constants. */
import type { TextRange } from "../../model/index.js";
import { tokenize } from "../text/c-tokens.js";
import { Unweavable } from "../unweavable.js";
import type { CxxSite } from "./cxx-site.js";

/** While the compiler evaluates a constant, the expression is what it was. What is returned comes behind all else. */
export function keepForConstants({ start, end }: TextRange, site: CxxSite): () => void {
  const original = tokenize(site.text, start, end)
    .map(({ text }) => text)
    .join(" ");
  site.insert(start, `(__builtin_is_constant_evaluated() ? ${original} : `, "open");
  return () => site.insert(end, ")", "close");
}

export function refuseInConstexpr(what: string): never {
  throw new Unweavable(
    "constexpr",
    `${what} in a constexpr function`,
    "Constants could not be computed with it any more. Advise the calls of the function instead.",
  );
}
