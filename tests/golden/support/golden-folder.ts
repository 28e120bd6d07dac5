/**
 * Golden cases: one folder each, inputs beside the outputs that are expected of them. A missing golden fails, and so
 * does one that nothing produces any more; `UPDATE_GOLDEN=1` writes what is missing and removes what is left over.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const updating = process.env.UPDATE_GOLDEN === "1";

/** Names of the cases in `folder`, sorted. Throws when there are none: a runner without cases proves nothing. */
export function goldenCases(folder: string): string[] {
  const cases = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  if (cases.length === 0) throw new Error(`no golden cases in ${folder}`);
  return cases;
}

/**
 * Compares what a case produced with its files; returns one line per difference, empty when all agree.
 * `produced` maps file names to texts (latin1); an empty text means that there is to be no such file.
 */
export function compareGolden(
  folder: string,
  inputs: readonly string[],
  produced: Readonly<Record<string, string>>,
): string[] {
  const wanted = Object.entries(produced).filter(([, text]) => text !== "");
  if (updating) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of wanted) writeFileSync(join(folder, name), text, "latin1");
    for (const name of orphans(folder, inputs, produced)) rmSync(join(folder, name), { recursive: true });
    return [];
  }
  return [
    ...wanted.flatMap(([name, text]) => difference(folder, name, text)),
    ...orphans(folder, inputs, produced).map((name) => `${name}: nothing produces this file (orphan)`),
  ];
}

function difference(folder: string, name: string, text: string): string[] {
  const file = join(folder, name);
  if (!existsSync(file)) return [`${name}: missing; run npm run golden:update and read the diff`];
  const golden = readFileSync(file, "latin1");
  if (golden === text) return [];
  const [expected, actual] = [golden.split("\n"), text.split("\n")];
  const line = actual.findIndex((content, index) => content !== expected[index]);
  const at = line === -1 ? actual.length : line;
  return [`${name}:${at + 1}: expected ${JSON.stringify(expected[at])}, got ${JSON.stringify(actual[at])}`];
}

function orphans(
  folder: string,
  inputs: readonly string[],
  produced: Readonly<Record<string, string>>,
): string[] {
  return readdirSync(folder).filter((name) => !inputs.includes(name) && !produced[name]);
}
