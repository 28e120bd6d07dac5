/** Files that a residual would be written over and that are somebody's own: a unit beside its declarations of the same name. */

import { readLatin1 } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";

/** As the first comment of what is written says it; a unit that a residual was put into is somebody's own. */
const HEAD = /^\/\* (?:(?!\*\/)[\s\S])*\n \* Made by weft specialize from /;
/** As the lines begin that it comes from. */
const ORIGINS = /^\{\s*"version": 1,\s*"function": "\w+",\s*"residual": "/;

export function foreignFiles(files: readonly string[]): Problem[] {
  return files
    .filter((file) => !isOurs(readLatin1(file), file.endsWith(".json") ? ORIGINS : HEAD))
    .map((file) => ({
      code: "specialize/foreign",
      severity: "error",
      message: `${file} exists, and weft specialize has not made it: it is left as it is`,
      hint: "Name another folder with --out, or give the declarations' file or the residual another name.",
    }));
}

const isOurs = (text = "", begin: RegExp): boolean => text.trim() === "" || begin.test(text);
