/** Comments that take findings about advice back. */
import type { Advice } from "./aspect.js";

/** Rules of `weft: allow RULE`, in the advice or right before it; `text` is that of its file. */
export function allowedRules(text: string, { range, body }: Advice): ReadonlySet<string> {
  const above = text.slice(0, range.start);
  const from = Math.max(above.lastIndexOf("}"), above.lastIndexOf(";"), above.lastIndexOf("{")) + 1;
  const said = text.slice(from, body.end).matchAll(/weft:\s*allow\s+((?:context\/)?[\w-]+)/g);
  return new Set([...said].map(([, rule = ""]) => rule.replace("context/", "")));
}
