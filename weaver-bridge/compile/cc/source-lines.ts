/**
 * Clang shows the line of a diagnostic as the text that it was given has it, which of a woven unit nobody wrote. GCC reads it
 * from the file that the line marker names; here Clang's are made the same:
 *
 *     a.c:4:40: warning: …                              a.c:4:40: warning: …
 *         4 |           (x, __weft_shadow_1       ->         4 |  return f(x, f(x, 2)) + (x = 3);
 *         5 | # 4 "a.c"                                      |                            ^
 *           |    ^
 */

import { resolve } from "node:path";
import { readRegular } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";

const HEADER = /^(.+?):(\d+):(\d+): (?:fatal error|error|warning|note|remark): /;
const CODE = /^( *\d+ \| )(.*)$/;
const GUTTER = /^ +\| /;

/** `printed` by a Clang that runs in `directory`; fix-its and ranges within such lines are gone. */
export function withSourceLines(printed: Buffer, directory: string): Buffer {
  const text = printed.toString("latin1");
  if (!/\b__weft_|^ *\d+ \| # \d+ "/m.test(text)) return printed;
  const lineOf = createReader(directory);
  const lines = text.split("\n");
  const result: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] as string;
    result.push(line);
    const [, file, number, column] = HEADER.exec(plain(line)) ?? [];
    if (file === undefined) continue;
    const from = at;
    while (at < lines.length && isShown(plain(lines[at] as string))) at++;
    const shown = lines.slice(from, at);
    const written = lineOf(file, Number(number));
    result.push(...(written === undefined ? shown : asWritten(shown, written, [number, Number(column)])));
  }
  return Buffer.from(result.join("\n"), "latin1");
}

const plain = (line: string) => line.replace(/\x1b\[[0-9;]*[mK]/g, "");

const isShown = (line: string) => CODE.test(line) || GUTTER.test(line);

function asWritten(
  shown: readonly string[],
  written: string,
  [line = "", column]: readonly [string | undefined, number],
): readonly string[] {
  const [, gutter, code] = CODE.exec(plain(shown[0] ?? "")) ?? [];
  if (gutter === undefined || code === undefined) return shown;
  const isOne = shown.filter((line) => CODE.test(plain(line))).length === 1;
  if (isOne && sameText(code, written)) return shown;
  const blank = `${" ".repeat(gutter.length - 2)}| `;
  const before = written.slice(0, column - 1).replace(/[^\t]/g, " ");
  const caret = column > written.length + 1 ? [] : [`${blank}${before}^`];
  return [`${line.padStart(gutter.length - 3)} | ${written}`, ...caret];
}

/** Clang spreads tabs. */
const sameText = (one: string, other: string) => one.replace(/\s+/g, " ") === other.replace(/\s+/g, " ");

function createReader(directory: string): (file: string, line: number) => string | undefined {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    let lines = files.get(file);
    if (lines === undefined) files.set(file, (lines = read(resolve(directory, latin1Path(file)))));
    return lines[line - 1];
  };
}

const latin1Path = (file: string) => Buffer.from(file, "latin1").toString();

function read(path: string): readonly string[] {
  return unlessRefused(() => readRegular(path, "latin1").split(/\r?\n/)) ?? [];
}
