// Every tutorial is done from its first step to its last, by its own solutions, on a copy of its sample kernel: each
// check is wrong before and right after. What only the IDE can check is left to the tests of the IDE.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "sample-projects/tutorials");
/** Its five steps measure a whole kernel three times: the nightly run does it. */
const nightly = new Set(["ecos"]);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/**
 * Those whose guest is booted as well, which takes seconds each; the nightly run boots all, and that of first-aspect is
 * booted in the browser's tests.
 */
const booted = new Set(["order", "idl"]);

interface Checked {
  readonly steps: readonly {
    readonly step: string;
    readonly checks: readonly { readonly result: string }[];
  }[];
  readonly problems: readonly { readonly message: string }[];
}

function check(name: string): Checked {
  const guest = booted.has(name) ? ["--guest"] : [];
  const words = ["tutorial", "check", join(folder, name), ...guest, "--json"];
  try {
    return JSON.parse(
      execFileSync(process.execPath, [join(root, "weaver-bridge/dist/weft.js"), ...words], {
        encoding: "utf8",
        timeout: 280_000,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    ) as Checked;
  } catch (error) {
    // With problems it ends with 1, and says them all the same.
    return JSON.parse((error as { stdout: string }).stdout) as Checked;
  }
}

test("there are at least ten", () => {
  expect(names.length).toBeGreaterThanOrEqual(10);
});

test.each(names.filter((name) => !nightly.has(name)))(
  "%s can be done from its first step to its last",
  (name) => {
    const { steps, problems } = check(name);
    expect(problems.map(({ message }) => message)).toEqual([]);
    const files = readdirSync(join(folder, name)).filter((file) => /^\d+-/.test(file));
    expect(steps.map(({ step }) => `${step}.md`)).toEqual(files.sort());
    expect(steps.flatMap(({ checks }) => checks).map(({ result }) => result)).not.toContain("wrong");
  },
);
