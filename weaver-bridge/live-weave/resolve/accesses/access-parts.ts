/**
 * One access of the sources that takes several instructions: a `long long` in halves, a bit-field over several words, a
 * member that is read twice where the source names it once. The first one counts it, the others are its rest. Where control
 * comes to one of the others past the first, that is a doubt.
 */
import type { CodeCopy, Touch } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { accessRepeats, type Part, type PlacedTouch } from "./access-repeats.js";
import { createPassing } from "./passed-before.js";

/** An access of which some bytes were seen; all in bytes from the start of the member. */
interface Begun {
  readonly first: number;
  readonly touched: { readonly from: number; readonly to: number }[];
}

/** In the order of the code. What is neither is an access of its own, or begins one. */
export function partsOf<T extends PlacedTouch>(
  touches: readonly T[],
  copy: CodeCopy,
  image: ImageCode,
): ReadonlyMap<T, Part> {
  const passing = createPassing(copy, image);
  const found = new Map<T, Part>();
  const begun = new Map<string, Begun[]>();
  for (const one of touches) {
    const range = partialRange(one.touch);
    if (range === undefined) continue;
    const { touch, around, place } = one;
    const key = `${touch.kind} ${touch.leaf.entry} ${range.element} ${around.entry} ${place.file}:${place.line}`;
    const known = begun.get(key) ?? [];
    begun.set(key, known);
    const open = known.find(({ touched }) =>
      touched.every(({ from, to }) => range.to <= from || to <= range.from),
    );
    if (open === undefined) known.push({ first: touch.address, touched: [range] });
    else {
      open.touched.push(range);
      found.set(one, passing.isPassedBefore(open.first, touch.address) ? "rest" : "past-the-first");
    }
  }
  const left = touches.filter((one) => !found.has(one));
  return new Map([...found, ...accessRepeats(left, copy, image, passing)]);
}

/** Which bytes of a number or pointer; undefined where it is touched as a whole. */
function partialRange({ leaf: { distance, isOfCopy, member }, size, scalar, whole, kind }: Touch) {
  if (kind === "address" || whole || isOfCopy === true || scalar === 0) return undefined;
  if (member?.bits !== undefined) {
    const [from, to] = [Math.max(distance, 0), Math.min(distance + size, scalar)];
    return from > 0 || to < scalar ? { element: 0, from, to } : undefined;
  }
  if (size >= scalar || distance < 0) return undefined;
  const from = distance % scalar;
  return { element: Math.floor(distance / scalar), from, to: from + size };
}
