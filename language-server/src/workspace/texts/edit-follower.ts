/**
 * Effects know the lines of the text that was analysed. Until the next analysis the buffer differs from it by what was
 * typed: lines before the edit stay, lines behind it move along.
 */
import type { AspectEffect } from "@weft/weaver-bridge/model";
import type { Documents } from "./documents.js";

/** `analysed`: text that the effect refers to; undefined for the file on disk. */
export type EditFollower = (effect: AspectEffect, analysed: string | undefined) => AspectEffect;

/** For one question: what it computed about a file is kept as long as it is. */
export function createEditFollower(documents: Documents): EditFollower {
  const shifts = new Map<string, Map<string | undefined, LineShift | undefined>>();
  const shiftOf = (path: string, analysed: string | undefined): LineShift | undefined => {
    const ofFile = shifts.get(path) ?? new Map<string | undefined, LineShift | undefined>();
    shifts.set(path, ofFile);
    if (!ofFile.has(analysed)) {
      const now = documents.openText(path)?.text;
      const then = analysed ?? (now === undefined ? undefined : documents.readDisk(path)?.text);
      ofFile.set(analysed, now === undefined || then === undefined ? undefined : lineShift(then, now));
    }
    return ofFile.get(analysed);
  };
  return (effect, analysed) => {
    const range = effect.target;
    const shift = shiftOf(range.file, analysed);
    if (shift === undefined || range.startLine < shift.from) return effect;
    const moved = { ...range, startLine: range.startLine + shift.by, endLine: range.endLine + shift.by };
    return { ...effect, target: moved };
  };
}

interface LineShift {
  /** From this line (from 1) of the old text on, lines moved; what stands before them stays where it was. */
  readonly from: number;
  readonly by: number;
}

/** Undefined where no line moved. */
export function lineShift(before: string, now: string): LineShift | undefined {
  if (before === now) return undefined;
  const old = before.split("\n");
  const current = now.split("\n");
  if (old.length === current.length) return undefined;
  const limit = Math.min(old.length, current.length);
  let same = 0;
  while (same < limit && old[same] === current[same]) same++;
  let tail = 0;
  while (tail < limit - same && old.at(-1 - tail) === current.at(-1 - tail)) tail++;
  return { from: old.length - tail + 1, by: current.length - old.length };
}
