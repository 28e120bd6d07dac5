/** After a compiler rejected an advice body: where in the unit that advice is woven, so that people see which use broke it. */
import { type Effect, listPlaces } from "../../model/index.js";

const ERROR = /^(.+?\.ah):(\d+):(?:\d+:)? (?:fatal )?error: /gm;
const MOST_NAMED = 8;

/** One note per advice that an error lies in; empty when there is none. `printed` and file names are latin1. */
export function adviceNotes(printed: string, effects: readonly Effect[]): string {
  const plain = printed.replace(/\x1b\[[0-9;]*[mK]/g, "");
  const notes = new Map<string, string>();
  for (const [, file = "", line] of plain.matchAll(ERROR)) {
    const met = effects.filter(({ origin }) => origin.file.endsWith(file) && holds(origin, Number(line)));
    const first = met[0];
    if (first === undefined || met.length < 2) continue;
    const list = listPlaces(
      met.map(({ joinPoint }) => joinPoint.range),
      MOST_NAMED,
    );
    notes.set(
      `${first.aspect}.${first.adviceIndex}`,
      `${file}:${first.origin.startLine}: note: this advice is woven into ${met.length} join points of the unit: ${list}\n`,
    );
  }
  return [...notes.values()].join("");
}

function holds({ startLine, endLine }: Effect["origin"], line: number): boolean {
  return startLine <= line && line <= endLine;
}
