/**
 * Headers as an editor has them, for a compiler that reads files from the disk only (GCC). What the unit includes, and
 * where, is told by the compiler's own output; the unsaved text is then put in the place of the directive:
 *
 *     #include "inode.h"        # 1 "include/inode.h" 1
 *                               …the text, directives in it replaced in the same way…
 *                               # 2 "open.c" 2
 *
 * So are the headers between the unit and an unsaved one. All other directives stay, spelled so that they find from the
 * unit what they found from their own file. What a directive finds depends on its file and its words, not on its line,
 * which was another when the file was saved.
 */
import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileOfMarker, lineMarkers } from "../../model/index.js";
import { readLatin1 } from "../files/read-regular.js";
import { isAddedLine } from "./option-pragmas.js";

/** One `#include` that the compiler followed. Files are absolute. */
export interface Inclusion {
  readonly includer: string;
  /** Of the directive, from 1. */
  readonly line: number;
  readonly file: string;
  /** As the compiler spells it. */
  readonly name: string;
  /** Of the line marker: what it says of system headers. */
  readonly flags: string;
}

/** What directives in a file found, by its path and their words. */
export type FoundBy = ReadonlyMap<string, Inclusion>;

export interface UnitOnDisk {
  /** Absolute, and as markers spell it. */
  readonly path: string;
  readonly name: string;
  /** Latin1. */
  readonly text: string;
}

const TAIL = '\n# 1 "<weft-tail>"';
/** Headers that include themselves go so deep, and no deeper. */
const DEEPEST = 40;
const ONCE = /^[ \t]*#[ \t]*pragma[ \t]+once\b.*$/m;
const SYSTEM = /^[ \t]*#[ \t]*pragma[ \t]+GCC[ \t]+system_header\b/;
const DIRECTIVE = /^([ \t]*#[ \t]*)(include_next|include|import)([ \t]*)("[^"]+"|<[^>]+>|\w[^/]*)/;

/** What the preprocessed text says that was included, each place once. */
export function inclusionsIn(text: string, directory: string): Inclusion[] {
  const found = new Map<string, Inclusion>();
  const open: { name: string; flags: string }[] = [];
  const tail = text.indexOf(TAIL);
  for (const { name, line, enters, leaves, flags } of lineMarkers(tail === -1 ? text : text.slice(0, tail))) {
    if (enters) open.push({ name, flags: flags.replace(" 1", "") });
    else if (leaves) {
      const left = open.pop();
      const inclusion = left && {
        includer: resolve(directory, fileOfMarker(name)),
        line: line - 1,
        file: resolve(directory, fileOfMarker(left.name)),
        ...left,
      };
      if (inclusion !== undefined)
        found.set(`${inclusion.line}\0${inclusion.includer}\0${inclusion.file}`, inclusion);
    }
  }
  return [...found.values()];
}

/** Files that have to be put in place: those with a text of their own, and those between them and the unit. */
export function filesInPlace(
  all: readonly Inclusion[],
  unit: UnitOnDisk,
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const wanted = new Set(all.flatMap(({ file }) => (texts.has(file) ? [file] : [])));
  for (let before = -1; before !== wanted.size; ) {
    before = wanted.size;
    for (const { includer, file } of all)
      if (wanted.has(file) && includer !== unit.path && existsSync(includer)) wanted.add(includer);
  }
  return wanted;
}

/** Of the unit and the files that are put in place. */
export function directivesOf(
  all: readonly Inclusion[],
  unit: UnitOnDisk,
  texts: ReadonlyMap<string, string>,
  inPlace: ReadonlySet<string>,
): FoundBy {
  const lines = new Map<string, readonly (readonly string[])[]>();
  const linesOf = (path: string) => {
    const own = path === unit.path ? [unit.text] : [texts.get(path), readLatin1(path)];
    const known = lines.get(path) ?? own.flatMap((text) => (text === undefined ? [] : [ownLines(text)]));
    lines.set(path, known);
    return known;
  };
  return new Map(
    all
      .filter(({ includer }) => includer === unit.path || inPlace.has(includer))
      .flatMap((inclusion) =>
        linesOf(inclusion.includer).flatMap((own) => {
          const directive = DIRECTIVE.exec(own[inclusion.line - 1] ?? "");
          return directive !== null && mayMean(directive, inclusion.file)
            ? [[keyOf(inclusion.includer, inclusion.line, directive), inclusion] as const]
            : [];
        }),
      ),
  );
}

const ownLines = (text: string) => text.split("\n").filter((line) => !isAddedLine(line));

/** The line may be that of another directive in an older text of the file. */
function mayMean([, , , , operand = ""]: RegExpExecArray, file: string): boolean {
  const name = /^["<](.*)[">]$/.exec(operand)?.[1];
  return name === undefined || basename(fileOfMarker(name)) === basename(file);
}

/** Macros mean different files at different lines. */
function keyOf(includer: string, line: number, [, , word, , operand = ""]: RegExpExecArray): string {
  const at = /^["<]/.test(operand) ? "" : line;
  return [includer, word, operand.trim(), at].join("\0");
}

/** The unit's text with these files in the places where they are included. */
export function splicedUnit(
  unit: UnitOnDisk,
  texts: ReadonlyMap<string, string>,
  found: FoundBy,
  inPlace: ReadonlySet<string>,
): string {
  const expand = (path: string, spelled: string, included: string, own: string, depth: number): string => {
    let [number, flags] = [0, included];
    return own
      .split("\n")
      .map((line) => {
        if (isAddedLine(line)) return line;
        number++;
        // Said in the unit, it is said of none.
        if (path !== unit.path && SYSTEM.test(line)) {
          flags = " 3";
          return `# ${number + 1} "${spelled}"${flags}`;
        }
        const directive = DIRECTIVE.exec(line);
        if (directive === null) return line;
        const target = found.get(keyOf(path, number, directive));
        const body =
          target !== undefined && inPlace.has(target.file) && depth < DEEPEST
            ? (texts.get(target.file) ?? readLatin1(target.file))
            : undefined;
        if (target === undefined || body === undefined)
          return respelled(path, spelled, line, directive, target);
        // Typed just now: the compiler took it for an include of the same file.
        if (directive[2] === "include_next" && target.file === path) return "";
        const text = expand(target.file, target.name, target.flags, body, depth + 1);
        return [
          `# 1 "${target.name}" 1${target.flags}`,
          readOnce(target, text),
          `# ${number + 1} "${spelled}" 2${flags}`,
        ].join("\n");
      })
      .join("\n");
  };
  return expand(unit.path, unit.name, "", unit.text, 0);
}

/** The directive stands in another file's place now. */
function respelled(
  path: string,
  spelled: string,
  line: string,
  [whole, head = "", word, space = "", operand = ""]: RegExpExecArray,
  target: Inclusion | undefined,
): string {
  const isQuoted = operand.startsWith('"');
  if (!isQuoted && word !== "include_next") return line;
  const beside = fileOfMarker(operand.slice(1, -1));
  const isBeside = isQuoted && existsSync(resolve(dirname(path), beside));
  const name =
    target?.name ??
    (isBeside ? spelled.slice(0, spelled.lastIndexOf("/") + 1) + operand.slice(1, -1) : undefined);
  return name === undefined ? line : `${head}include${space || " "}"${name}"${line.slice(whole.length)}`;
}

/** `#pragma once` means nothing outside of a file of its own. */
function readOnce({ file, name }: Inclusion, text: string): string {
  if (!ONCE.test(text)) return text;
  const guard = `__weft_once_${Buffer.from(file).toString("hex")}`;
  return `#ifndef ${guard}\n#define ${guard}\n# 1 "${name}"\n${text.replace(ONCE, "")}\n#endif`;
}
