/** `RESULT.md`: what each nightly test came to the last time that it ran, with the date. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "vitest";

const path = fileURLToPath(new URL("RESULT.md", import.meta.url));
const HEAD = `# What the nightly tests came to

Written by \`npm run nightly\`: the last run of each, whenever that was.

| test | date | result |
|---|---|---|
`;

/** Keeps the result of a test in the place of its last one. */
export function keepResult(test: string, result: string): void {
  const rows = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(isRow) : [];
  const others = rows.filter((row) => !row.startsWith(`| ${test} |`));
  const date = new Date().toISOString().slice(0, 10);
  const plain = result.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
  const all = [...others, `| ${test} | ${date} | ${plain} |`].sort();
  writeFileSync(`${path}.new`, `${HEAD}${all.join("\n")}\n`);
  renameSync(`${path}.new`, path);
}

const isRow = (line: string) => /^\| (?!test |-)/.test(line) && !line.startsWith("|---");

/** Keeps what the tests of a file came to, with what they told; to be called where they are declared. */
export function keepResultsOf(file: string): { tell(words: string): void } {
  const failed: string[] = [];
  const told: string[] = [];
  let count = 0;
  afterEach(({ task }) => {
    count++;
    if (task.result?.state === "fail") failed.push(task.name);
  });
  afterAll(() => {
    const outcome =
      failed.length > 0 || count === 0 ? `FAILED: ${failed.join("; ") || "nothing ran"}` : "passed";
    keepResult(file, [outcome, `${count} tests`, ...told].join(", "));
  });
  return { tell: (words) => told.push(words) };
}
