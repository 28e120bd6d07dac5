/** Where a function begins and ends in machine code: in each copy of its own, and in each inlined one. */
import { type CodeCopy, holds } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import type { MachinePlace } from "../code/machine-places.js";
import { copyEntryPlaces, PART_OF_COPY } from "./copy-entry-places.js";
import { mergedAt, perhapsMergedAt } from "./merged-functions.js";
import { ownOf } from "./own-copy.js";
import { splitPart } from "./split-parts.js";
import { loopOfCalls } from "./tail-recursion.js";

export function executionPlaces(copies: readonly CodeCopy[], image: ImageCode): MachinePlace[] {
  const places = copies.flatMap((copy) =>
    copy.isInlined ? inlinedPlaces(copy, image) : ownPlaces(copy, image),
  );
  const doubt = uncounted(copies, image);
  return doubt === undefined
    ? places
    : places.map((place) => ({
        ...place,
        doubt: place.doubt === undefined ? doubt : `${place.doubt}; ${doubt}`,
      }));
}

/** Copies without a place, where others have some, and ways into the function's code past all of them. */
function uncounted(copies: readonly CodeCopy[], image: ImageCode): string | undefined {
  const ways = copies.reduce((all, copy) => all + (splitPart(copy, image)?.others ?? 0), 0);
  if (ways > 0)
    return `${ways === 1 ? "a call leads" : `${ways} calls lead`} into what was split off it from code that is not told to be its own: not counted`;
  const reasons = copies.flatMap((copy) => (copy.isInlined ? (copyEntryPlaces(copy, image).why ?? []) : []));
  const [first, ...others] = reasons.filter((why) => why !== PART_OF_COPY);
  if (first === undefined) return undefined;
  const count =
    others.length === 0 ? "one inlined copy of it is" : `${others.length + 1} inlined copies of it are`;
  return `${count} not counted: ${first}`;
}

function ownPlaces(copy: CodeCopy, image: ImageCode): MachinePlace[] {
  const doubts = doubtsOfEntry(copy, image);
  const entry: MachinePlace = {
    ...{ address: copy.start, how: "entry", isInlined: false },
    ...(doubts.length === 0 ? {} : { doubt: doubts.join("; ") }),
  };
  const found = splitPart(copy, image) === undefined ? [entry] : [];
  for (const { address, flow, target } of image.instructionsOf(copy)) {
    if (flow === "return") found.push({ address, how: "return", isInlined: false });
    else if (target !== undefined && flow !== "call" && isElsewhere(target, copy, image))
      found.push({ address, how: "tail-jump", isInlined: false });
  }
  return found;
}

/** Of the function that begins at the address: why not each passage is an execution, or the other way round. */
export function entryDoubts(address: number, image: ImageCode): readonly string[] {
  const copy = image.functions.ownAt(address);
  return copy?.start === address ? doubtsOfEntry(copy, image) : [];
}

/** Executions that are counted there and are another function's, or are this one's and are not counted. */
function doubtsOfEntry(copy: CodeCopy, image: ImageCode): string[] {
  const merged = mergedAt(copy.start, image);
  const equal =
    merged.length === 0
      ? []
      : [`the compiler found ${merged.join(", ")} equal to it: executions of both are counted here`];
  const perhaps = perhapsMergedAt(copy.start, image);
  const unread =
    perhaps.length === 0
      ? []
      : [
          `${perhaps.join(", ")} of the same unit has no code, and its source is not to be had: where the compiler found it equal to this one, executions of both are counted here`,
        ];
  const looped = loopOfCalls(copy, image);
  return [...equal, ...unread, ...(looped === undefined ? [] : [looped])];
}

/** Outside of the function's own code: what was split off it belongs to it. */
export function isElsewhere(target: number, copy: CodeCopy, { functions }: ImageCode): boolean {
  if (holds(copy, target)) return false;
  const other = functions.ownAt(target);
  return other === undefined || other.origin !== copy.origin || other.start === target;
}

function inlinedPlaces(copy: CodeCopy, image: ImageCode): MachinePlace[] {
  const { entries } = copyEntryPlaces(copy, image);
  const found: MachinePlace[] = entries.map((place) => ({ ...place, how: "entry", isInlined: true }));
  if (entries.length === 0) return found;
  const own = ownOf(copy);
  for (const instruction of image.instructionsOf(own)) {
    const { address, length, flow, target } = instruction;
    if (!holds(copy, address)) continue;
    const next = flow === "next" || flow === "branch" || flow === "call" || flow === "indirect-call";
    const leaves =
      (next && !holds(copy, address + length) && holds(own, address + length)) ||
      (flow !== "call" && target !== undefined && holds(own, target) && !holds(copy, target)) ||
      flow === "return";
    if (leaves) found.push({ address, how: "leave", isInlined: true });
  }
  return found;
}
