/** Functions that call themselves last: optimizers make loops of that, whose rounds pass no entry. */
import type { CodeCopy } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { ownOf } from "./own-copy.js";

/** Why executions of the copy are more than passages of its entry; undefined where its code calls it as its source does. */
export function loopOfCalls(copy: CodeCopy, image: ImageCode): string | undefined {
  const lines = image.sources.callsOfItself(copy.origin);
  if (lines.length === 0 || hasCallOfItself(copy, image)) return undefined;
  return `it calls itself in line ${lines.join(", ")}, and its code does not: the optimizer made a loop of that, whose rounds are not counted`;
}

/** Also where the call was inlined again. */
function hasCallOfItself(copy: CodeCopy, image: ImageCode): boolean {
  const { functions } = image;
  const own = ownOf(copy);
  if (functions.inlinedIn(own).some(({ origin, inside }) => origin === copy.origin && inside === copy))
    return true;
  return image.instructionsOf(own).some(({ flow, target }) => {
    if ((flow !== "call" && flow !== "jump") || target === undefined) return false;
    const callee = functions.ownAt(target);
    const isItself = callee?.start === target && callee.origin === copy.origin;
    return isItself && (flow === "call" || target !== own.start);
  });
}
