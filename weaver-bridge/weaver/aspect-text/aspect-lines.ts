/** Lines of an aspect file as it is written, read once. */
import { type AspectFile, buildLineMap, type LineMap } from "../../model/index.js";

export function aspectLines(file: AspectFile): LineMap {
  let lines = LINES.get(file);
  if (lines === undefined) LINES.set(file, (lines = buildLineMap(file.text, file.file)));
  return lines;
}

const LINES = new WeakMap<AspectFile, LineMap>();
