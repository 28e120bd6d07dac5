/**
 * Reads that compilers make again of what the source reads once: without optimization of a pointer in `p->next->n += 2`, and
 * of a member in a condition that is put in two places.
 */
import type { SourcePosition } from "../../../model/index.js";
import { type CodeCopy, type MachineInstruction, TAG, type Touch } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { isUnoptimized } from "../code/unoptimized.js";
import type { Passing } from "./passed-before.js";

export interface PlacedTouch {
  readonly touch: Touch;
  readonly around: CodeCopy;
  readonly place: SourcePosition;
}

/** Of an access that an instruction before began; or it may be, and control comes to it past that one. */
export type Part = "rest" | "past-the-first";

export function accessRepeats<T extends PlacedTouch>(
  touches: readonly T[],
  copy: CodeCopy,
  image: ImageCode,
  passing: Passing,
): ReadonlyMap<T, Part> {
  const found = new Map<T, Part>();
  const alike = new Map<string, T[]>();
  const isSameRead = createComparison(() => image.instructionsOf(copy), passing);
  const ofName = entriesOfName(touches);
  for (const one of touches) {
    const { touch, around, place } = one;
    if (touch.kind !== "read" || touch.whole || touch.leaf.member === undefined || isVolatile(touch, image))
      continue;
    const key = `${touch.leaf.entry} ${around.entry} ${place.file}:${place.line}`;
    const before = alike.get(key);
    if (before === undefined) alike.set(key, [one]);
    else {
      const named = timesNamed(one, image, ofName(one));
      const isAgain =
        before.some((other) => isSameRead(other, one)) ||
        (before.length >= (named ?? 1) &&
          isUnoptimized([around.origin], image) &&
          passing.isPassedBefore((before[0] as T).touch.address, touch.address));
      before.push(one);
      // What a macro names may be read as often as it stands there.
      if (isAgain && named !== 0) found.set(one, named === 1 ? "rest" : "past-the-first");
    }
  }
  return found;
}

/** How many members of its name a line's instructions touch: `p->flags->flags` names one of each of two. */
function entriesOfName(touches: readonly PlacedTouch[]): (one: PlacedTouch) => number {
  const keyOf = ({ touch, place }: PlacedTouch) => `${touch.leaf.member?.name} ${place.file}:${place.line}`;
  const found = new Map<string, Set<number>>();
  for (const one of touches) {
    const known = found.get(keyOf(one)) ?? new Set();
    found.set(keyOf(one), known.add(one.touch.leaf.entry));
  }
  return (one) => found.get(keyOf(one))?.size ?? 1;
}

/**
 * How often the statement names the member, where it names `entries` of that name, each once at least; 0 where a macro may do
 * it, undefined without its text.
 */
function timesNamed(
  { touch, place }: PlacedTouch,
  { sources }: ImageCode,
  entries: number,
): number | undefined {
  const [names, statement] = [sources.namesAt(touch.address), sources.statementAt(place)];
  if (names === undefined || statement === undefined) return undefined;
  const member = touch.leaf.member?.name ?? "";
  if (names.hasMacro) return 0;
  const times = statement.match(new RegExp(`(?:->|\\.)\\s*${member}\\b`, "g"))?.length ?? 0;
  return Math.max(times - entries + 1, Math.min(times, 1));
}

const isVolatile = ({ leaf }: Touch, { debug }: ImageCode) =>
  leaf.type !== undefined && debug.entries.tags[leaf.type] === TAG.volatile_type;

/** The same operand at the same place in the source, and nothing between that changes it or what it is made of. */
function createComparison(codeOf: () => readonly MachineInstruction[], passing: Passing) {
  let byAddress: ReadonlyMap<number, MachineInstruction> | undefined;
  return (first: PlacedTouch, one: PlacedTouch): boolean => {
    if (first.place.column !== one.place.column || first.place.column === 0) return false;
    byAddress ??= new Map(codeOf().map((instruction) => [instruction.address, instruction]));
    const [from, to] = [first.touch.address, one.touch.address];
    const begins = byAddress.get(from);
    const [operand, other] = [begins?.memory[0], byAddress.get(to)?.memory[0]];
    if (begins === undefined || operand === undefined || other === undefined) return false;
    const keeps = ({ flow, memory, changes }: MachineInstruction) =>
      !flow.endsWith("call") &&
      !changes.some((register) => register === operand.base || register === operand.index) &&
      !memory.some(({ writes }) => writes);
    return (
      isSameOperand(operand, other) &&
      keeps(begins) &&
      passing.leadsOver(from, to, keeps) &&
      passing.isPassedBefore(from, to)
    );
  };
}

type Operand = MachineInstruction["memory"][number];

const isSameOperand = (one: Operand, other: Operand) =>
  one.base === other.base &&
  one.index === other.index &&
  one.scale === other.scale &&
  one.displacement === other.displacement;
