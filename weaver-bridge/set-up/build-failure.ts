/** What a build that failed printed, read for what a user can do about it. Pure; the texts are those of `LC_ALL=C`. */
import { dirname, relative, resolve } from "node:path";

/**
 * The line that says why, without blanks around it: a program that is missing, a compiler's first error, else the last one
 * that is not make's own word for it. Empty where nothing was printed.
 */
export function tellingLine(printed: string): string {
  const lines = printed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (
    lines.find((line) => missingPrograms(line).length > 0) ??
    lines.find((line) => /(?:^|[\s:])(?:fatal )?error: /i.test(line)) ??
    lines.findLast((line) => !isOfMake(line)) ??
    lines.at(-1) ??
    ""
  );
}

/** What make and Ninja say of any failure. */
function isOfMake(line: string): boolean {
  const colon = line.indexOf(": ");
  const [who, said] = [line.slice(0, colon), line.slice(colon + 2)];
  if (who === "ninja") return said.startsWith("build stopped");
  return /make(?:\[\d+\])?$/.test(who) && OF_MAKE.test(said);
}

const OF_MAKE =
  /^(?:\*\*\* (?:\[[^\]]*\] (?:Error|Terminated|Segmentation)|Waiting for unfinished)|(?:Entering|Leaving) directory)/;

/** Names of programs that a shell, make or CMake did not find, each once. */
export function missingPrograms(printed: string): string[] {
  const names = [...printed.matchAll(NOT_FOUND)].flatMap(([, shell, make, cmake]) => {
    const name = shell ?? make ?? cmake?.toLowerCase();
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

const NOT_FOUND =
  /^(?:[\w./-]*sh: (?:(?:line )?\d+: )?([\w.+-]+): (?:command )?not found$|[\w./-]*make(?:\[\d+\])?: ([\w.+-]+): No such file or directory$|\s*No CMAKE_ASM_(NASM|YASM)_COMPILER could be found)/gm;

/**
 * Folders that a build wrote into and that were not there, relative to `root`, where it ran; each once, none outside of it.
 * Repositories keep no empty folders.
 */
export function missingFolders(printed: string, root: string): string[] {
  const found = new Set<string>();
  const directories = [root];
  for (const line of printed.split("\n")) {
    const entered = /^\S*make(?:\[\d+\])?: Entering directory [`'](.+)'$/.exec(line)?.[1];
    if (entered !== undefined) directories.push(entered);
    else if (/^\S*make(?:\[\d+\])?: Leaving directory /.test(line)) directories.pop();
    const output = NO_FOLDER.exec(line)?.slice(1).find(Boolean);
    if (output === undefined) continue;
    const folder = relative(root, dirname(resolve(directories.at(-1) ?? root, output)));
    if (folder !== "" && !folder.startsWith("..")) found.add(folder);
  }
  return [...found];
}

/** As gas, gcc, weft cc, ld, clang, NASM, dash and cp say it. */
const NO_FOLDER = new RegExp(
  [
    String.raw`can't create (\S+): No such file or directory`,
    String.raw`opening dependency file (\S+): No such file or directory`,
    String.raw`can't open ['‘]?([^\s'’]+)['’]? for writing: No such file or directory`,
    String.raw`^weft cc: (\S+) can't be written: ENOENT`,
    String.raw`cannot open output file (\S+): No such file or directory`,
    String.raw`unable to open (?:output|listing|map|dependency) file:? ['\x60]([^']+)'`,
    String.raw`cannot create ([^\s:]+): Directory nonexistent`,
    "cannot create regular file '([^']+)': No such file or directory",
  ].join("|"),
);
