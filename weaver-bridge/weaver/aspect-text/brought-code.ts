/**
 * Functions of the kernel's own headers that a unit has only because its aspects include them. The text of such headers
 * moves from the tail to the end of the unit's text, and is code like any other from then on.
 *
 *     # 1 "/src/a.ah"                what is before it in the prelude moves along: the header may need it
 *     # 1 "/src/lock.h" 1
 *     inline void lock() {}
 *     # 2 "/src/a.ah" 2              what follows stays
 */
import { type AspectFile, fileOfMarker, type Language, lineMarkers } from "../../model/index.js";
import { type ExpandedTail, sectionsOf } from "./aspect-tail.js";

export interface BroughtCode {
  /** To be appended to the unit's text; begins and ends a line. */
  readonly text: string;
  /** Without it. */
  readonly tail: ExpandedTail;
}

/**
 * `isOwn` says of a file, as markers name it, whether its code is woven; without it, all but system headers' is.
 * Undefined when there is none.
 */
export function broughtCode(
  tail: ExpandedTail,
  files: readonly AspectFile[],
  language: Language,
  isOwn: ((file: string) => boolean) | undefined,
): BroughtCode | undefined {
  const sections = [...tail.sections];
  const moved: string[] = [];
  const seen = new Set<AspectFile>();
  for (const [index, { file, kind }] of sectionsOf(files, language).entries()) {
    // Only what stands before everything else in its file is at file scope for certain.
    const isFirst = !seen.has(file);
    seen.add(file);
    const text = sections[index];
    if (!isFirst || kind !== "prelude" || text === undefined) continue;
    const end = endOfOwn(text, isOwn);
    if (end === 0) continue;
    moved.push(text.slice(0, end));
    // The last marker leaves the header; the same place once more, without leaving anything.
    const place = text.lastIndexOf("\n", end - 2) + 1;
    sections[index] = text.slice(place, end).replace(/ 2\b[ 34]*$/m, "") + text.slice(end);
  }
  return moved.length === 0
    ? undefined
    : { text: `\n${START}\n${moved.join("")}`, tail: { ...tail, sections } };
}

const START = '# 1 "<weft-brought>"';

/** Where it begins in the text of a unit. */
export function startOfBrought(unitText: string): number | undefined {
  const at = unitText.lastIndexOf(`\n${START}\n`);
  return at === -1 ? undefined : at + 1;
}

/** Behind the marker that follows the last inclusion with bodies of one's own in it; 0 without one. */
function endOfOwn(text: string, isOwn: ((file: string) => boolean) | undefined): number {
  const open: boolean[] = [];
  let [end, at, hasBodies] = [0, 0, false];
  for (const { start, end: behind, name, enters, leaves, isSystem } of lineMarkers(text)) {
    if (open.at(-1) === true && text.slice(at, start).includes("{")) hasBodies = true;
    at = behind;
    if (enters) open.push(isOwn === undefined ? !isSystem : isOwn(fileOfMarker(name)));
    else if (leaves) open.pop();
    if (open.length > 0 || !hasBodies) continue;
    end = at + 1;
    hasBodies = false;
  }
  return end;
}
