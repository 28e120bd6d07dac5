/** A test that sleeps and then finds nothing has found nothing yet: it waits for an event, or does what a timer would do. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const SLEEP = /\bwaitForTimeout\(|await (?:sleep|after|delay)\(|setTimeout\((?:resolve|done)\b/;

/** Lines of a test that look at something right after they have slept. Sleeps that a loop repeats are polls. */
function looksAfterSleep(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) => {
    const next = lines.slice(at + 1, at + 3).join("\n");
    return SLEEP.test(line) && !/^\s*(?:while|for)\b/.test(line) && /\bexpect\(/.test(next);
  });
}

test("a sleep before an expectation is seen, a poll is not", () => {
  expect(looksAfterSleep("  await page.waitForTimeout(2_000);\n  expect(marks).toEqual([]);\n")).toHaveLength(
    1,
  );
  expect(
    looksAfterSleep("await new Promise((done) => setTimeout(done, 500));\nexpect(a).toBe(1);"),
  ).toHaveLength(1);
  expect(looksAfterSleep("while (!held()) await sleep(20);\nexpect(a).toBe(1);")).toEqual([]);
});

test("no test sleeps a fixed time and then asserts", () => {
  const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.mjs"], { cwd: root, encoding: "utf8" });
  const found = files
    .trim()
    .split("\n")
    .filter((file) => !file.endsWith("no-sleep.test.ts"))
    .flatMap((file) =>
      looksAfterSleep(readFileSync(`${root}${file}`, "utf8")).map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
