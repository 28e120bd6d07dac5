/** A file of IDL to its tree, in whichever language it is written. */
import { isMigFile } from "../mig/check.js";
import { parseMigFile } from "../mig/to-tree.js";
import { type ParsedFile, parseFile } from "../parse/parser.js";
import type { ReadInclude } from "../parse/read-include.js";
import type { Report } from "../parse/report.js";

/** By the ending of its name: `.defs` is MIG's, all else CORBA's and DCE's. */
export function readFile(
  file: string,
  text: string,
  readInclude: ReadInclude,
  defines: readonly string[],
  report: Report,
): ParsedFile {
  const parse = isMigFile(file) ? parseMigFile : parseFile;
  return parse(file, text, readInclude, defines, report);
}
