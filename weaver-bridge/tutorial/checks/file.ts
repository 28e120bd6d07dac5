/** What a file of the copy holds, and what comes nearest to what it should hold. */
import { nearest } from "../nearest.js";
import { type CheckKinds, textsOf } from "../tutorial.js";
import { OK, type Verdict, wrong } from "../verdict.js";
import type { World } from "../world.js";

export async function checkFile(wanted: CheckKinds["file"], world: World): Promise<Verdict> {
  const { path, contains, matches, lacks } = wanted;
  const text = await world.text(path);
  if (text === undefined) return wrong(await missingFile(path, world));
  for (const part of textsOf(contains))
    if (!plain(text).includes(plain(part))) return wrong(missingText(path, text, part));
  for (const part of textsOf(lacks))
    if (plain(text).includes(plain(part)))
      return wrong(`\`${path}\`${placeOf(text, part)} still has \`${part.trim()}\`.`);
  if (matches !== undefined && !new RegExp(matches, "m").test(text))
    return wrong(`\`${path}\` does not hold yet what is wanted: ${linesIn(text)}.`);
  return OK;
}

/** Why there is no such file: the nearest one there is. */
export async function missingFile(path: string, world: World): Promise<string> {
  const files = await world.files();
  const name = path.split("/").at(-1) ?? path;
  const elsewhere = files.find((file) => file.split("/").at(-1) === name);
  if (elsewhere !== undefined)
    return `There is no \`${path}\`, but \`${elsewhere}\`: the file stands in another folder.`;
  const near = nearest(path, files);
  if (near !== undefined && near.endsWith(".ah") === path.endsWith(".ah"))
    return `There is no \`${path}\`. Did you mean it with \`${near}\`? The name differs.`;
  return `There is no \`${path}\` yet.`;
}

/** The line, from 1, of the first line that holds `part`; `undefined` without one. White space counts as one blank. */
export function lineOf(text: string, part: string): number | undefined {
  const at = text.split("\n").findIndex((line) => plain(line).includes(plain(part)));
  return at === -1 ? undefined : at + 1;
}

/** That the text is missing, and which line comes nearest. */
export function missingText(path: string, text: string, part: string): string {
  const lines = text.split("\n").map(plain);
  const wanted = part.split("\n").map(plain).filter(Boolean);
  const missing = wanted.find((one) => !lines.some((line) => line.includes(one))) ?? plain(part);
  const near = nearest(missing, lines);
  if (near === undefined) return `\`${path}\` has no line \`${missing}\` yet.`;
  const at = `Line ${lines.indexOf(near) + 1} of \`${path}\` comes near: \`${near}\``;
  return `${at}. Wanted is \`${missing}\`${firstDifference(near, missing)}.`;
}

/** `: it has “helo” where “hello” is wanted` */
function firstDifference(there: string, wanted: string): string {
  const split = (text: string) => text.match(/\w+|[^\w\s]/g) ?? [];
  const [have, want] = [split(there), split(wanted)];
  const at = want.findIndex((word, index) => word !== have[index]);
  if (at === -1) return "";
  const found = have[at];
  return found === undefined
    ? `: \`${want[at]}\` is missing at the end`
    : `: it has \`${found}\` where \`${want[at]}\` is wanted`;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function placeOf(text: string, part: string): string {
  const line = lineOf(text, part);
  return line === undefined ? "" : `, line ${line},`;
}

function linesIn(text: string): string {
  const count = text.split("\n").filter((line) => line.trim() !== "").length;
  return count === 0 ? "it is empty" : `nothing in its ${count} lines matches`;
}
