/**
 * Reads that compilers make again of what the source reads once: without optimization of a pointer in `p->next->n += 2`, and
 * of a member in a condition that is put in two places.
 */
import { type CodeCopy, type MachineInstruction, TAG, type Touch } from "../../object-code/index.js";
import type { Part, PlacedTouch } from "./access-parts.js";
import type { ImageCode } from "./image-code.js";
import type { IsPassedBefore } from "./passed-before.js";
import { isUnoptimized } from "./unoptimized.js";

export function accessRepeats<T extends PlacedTouch>(
  touches: readonly T[],
  copy: CodeCopy,
  image: ImageCode,
  isPassedBefore: IsPassedBefore,
): ReadonlyMap<T, Part> {
  const found = new Map<T, Part>();
  const alike = new Map<string, T[]>();
  const isSameRead = createComparison(() => image.instructionsOf(copy));
  for (const one of touches) {
    const { touch, around, place } = one;
    if (touch.kind !== "read" || touch.whole || touch.leaf.member === undefined || isVolatile(touch, image))
      continue;
    const key = `${touch.leaf.entry} ${around.entry} ${place.file}:${place.line}`;
    const before = alike.get(key);
    if (before === undefined) alike.set(key, [one]);
    else {
      const named = timesNamed(one, image);
      const isAgain =
        before.some((other) => isSameRead(other, one)) ||
        (before.length >= (named ?? 1) &&
          isUnoptimized([around.origin], image) &&
          isPassedBefore((before[0] as T).touch.address, touch.address));
      before.push(one);
      // What a macro names may be read as often as it stands there.
      if (isAgain && named !== 0) found.set(one, named === 1 ? "rest" : "past-the-first");
    }
  }
  return found;
}

/** How often the statement names the member; 0 where a macro may do it, undefined without its text. */
function timesNamed({ touch, place }: PlacedTouch, { sources }: ImageCode): number | undefined {
  const [names, statement] = [sources.namesAt(touch.address), sources.statementAt(place)];
  if (names === undefined || statement === undefined) return undefined;
  const member = touch.leaf.member?.name ?? "";
  return names.hasMacro ? 0 : (statement.match(new RegExp(`(?:->|\\.)\\s*${member}\\b`, "g"))?.length ?? 0);
}

const isVolatile = ({ leaf }: Touch, { debug }: ImageCode) =>
  leaf.type !== undefined && debug.entries.tags[leaf.type] === TAG.volatile_type;

/** The same operand at the same place in the source, and nothing between that changes it or what it is made of. */
function createComparison(codeOf: () => readonly MachineInstruction[]) {
  let indices: ReadonlyMap<number, number> | undefined;
  return (first: PlacedTouch, one: PlacedTouch): boolean => {
    if (first.place.column !== one.place.column || first.place.column === 0) return false;
    const code = codeOf();
    indices ??= new Map(code.map(({ address }, index) => [address, index]));
    const [from, to] = [indices.get(first.touch.address), indices.get(one.touch.address)];
    if (from === undefined || to === undefined || to - from > FARTHEST) return false;
    const [operand, other] = [code[from]?.memory[0], code[to]?.memory[0]];
    if (operand === undefined || other === undefined || !isSameOperand(operand, other)) return false;
    return code.slice(from, to).every(({ flow, memory, changes }) => {
      const isKept = !changes.some((register) => register === operand.base || register === operand.index);
      return flow === "next" && isKept && !memory.some(({ writes }) => writes);
    });
  };
}

const FARTHEST = 32;

type Operand = MachineInstruction["memory"][number];

const isSameOperand = (one: Operand, other: Operand) =>
  one.base === other.base &&
  one.index === other.index &&
  one.scale === other.scale &&
  one.displacement === other.displacement;
