/**
 * Instructions that QEMU began a second time. It gives one up that hits a watchpoint of a debugger, and runs it again by itself:
 * the plugin sees it begin twice, and what it touches once.
 */
import type { ImageCode } from "../live-weave/index.js";
import type { Events } from "./event-file.js";

export interface BegunAgain {
  readonly instruction: number;
  readonly count: number;
}

/** Most often first. Repeated instructions follow themselves, and branches that lead to themselves. */
export function begunAgain(image: ImageCode, { jumps }: Pick<Events, "jumps">): BegunAgain[] {
  return jumps
    .flatMap(({ from, to, count }) =>
      from === to && touchesOnce(image, from) ? [{ instruction: from, count }] : [],
    )
    .sort((left, right) => right.count - left.count);
}

function touchesOnce(image: ImageCode, address: number): boolean {
  const own = image.functions.ownAt(address);
  const found = own && image.instructionsOf(own).find((one) => one.address === address);
  return found !== undefined && found.flow === "next" && found.memory.every(({ isRepeated }) => !isRepeated);
}
