/**
 * `tests/races.json`: which files of tests passed on their second run only, when, and how they failed first. The gate
 * adds to it, and fails while one file stands there more than twice. Who has mended a race takes the file out again, in
 * the commit of the mend: `node tests/tools/races.mjs --mended tests/ide/flow.test.ts`.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** So often a file may stand in the list. */
const MOST = 2;
const LONGEST = 400;
const root = fileURLToPath(new URL("../../", import.meta.url));
export const racesFile = `${root}tests/races.json`;

/** `[{ file, date, failure }]`, oldest first. */
export function readRaces(path = racesFile) {
  return JSON.parse(readFileSync(path, "utf8"));
}

export function writeRaces(races, path = racesFile) {
  writeFileSync(`${path}.new`, `${JSON.stringify(races, undefined, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** The entry of a file whose `failures` its second run did not have. Names no folder of the machine. */
export function raceOf({ file, failures }, date) {
  const failure = failures.join("\n").replaceAll(root, "").slice(0, LONGEST);
  return { file, date: date.toISOString().slice(0, 10), failure };
}

/** What the gate says of each file that stands in the list too often. */
export function overdue(races) {
  return [...byFile(races)]
    .filter(([, entries]) => entries.length > MOST)
    .map(
      ([file, entries]) =>
        `${file}: passed on its second run only, ${entries.length} times (${entries.map(({ date }) => date).join(", ")}). ` +
        `Mend the race, then take it out of tests/races.json: node tests/tools/races.mjs --mended ${file}`,
    );
}

function byFile(races) {
  const files = new Map();
  for (const race of races) files.set(race.file, [...(files.get(race.file) ?? []), race]);
  return files;
}

/** The list without what is mended. Throws where it was not there. */
export function withoutMended(races, file) {
  const rest = races.filter((race) => race.file !== file);
  if (rest.length === races.length) throw new Error(`tests/races.json has no entry of ${file}`);
  return rest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, file] = process.argv.slice(2);
  try {
    if (flag !== "--mended" || file === undefined) throw new Error("usage: races.mjs --mended FILE");
    writeRaces(withoutMended(readRaces(), file));
  } catch (error) {
    console.error(`weft: ${error.message}`);
    process.exitCode = 1;
  }
}
