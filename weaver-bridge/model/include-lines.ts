/** `#include` lines of texts that are read as they are written, conditions around them not asked. */
import type { TextRange } from "./ranges.js";

export interface IncludeLine {
  /** With its brackets: `<linux/fs.h>`. */
  readonly name: string;
  /** What stands between the brackets. */
  readonly path: string;
  readonly isQuoted: boolean;
  /** The whole line, without its end. */
  readonly range: TextRange;
  /** An aspect file: no C. */
  readonly isAspectFile: boolean;
}

const INCLUDE = /^[ \t]*#[ \t]*include(?:_next)?[ \t]*("[^"\n]+"|<[^<>\n]+>).*$/gm;

/** Of a text that begins at `offset`. */
export function includesIn(text: string, offset = 0): IncludeLine[] {
  return [...text.matchAll(INCLUDE)].map(({ index, 0: line, 1: name = "" }) => {
    const path = name.slice(1, -1);
    return {
      ...{ name, path, isQuoted: name.startsWith('"'), isAspectFile: path.endsWith(".ah") },
      range: { start: offset + index, end: offset + index + line.length },
    };
  });
}

/** `pathOf` says what to include in place of each, `undefined` to leave the line out. */
export function withIncludes(text: string, pathOf: (include: IncludeLine) => string | undefined): string {
  let done = "";
  let at = 0;
  for (const include of includesIn(text)) {
    const { range, name, path } = include;
    const wanted = pathOf(include);
    const line = text.slice(range.start, range.end);
    const from = line.indexOf(name) + 1;
    const now = wanted === undefined ? "" : line.slice(0, from) + wanted + line.slice(from + path.length);
    done += text.slice(at, range.start) + now;
    at = range.end;
  }
  return done + text.slice(at);
}
