/**
 * What Debian's ag++ has agreed to. It never changes, so a question is asked once: `agreed/NAME.txt` keeps a digest of
 * each with its answer and with the versions of ag++ and g++. What stands there is not asked again; what is new or changed
 * is, at each run, until `UPDATE_GOLDEN=1` keeps it. Without the file, which may be removed, all is asked again.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, type TestContext } from "vitest";
import { requireTool } from "../../support/require-tool.js";
import { updating } from "../support/golden-folder.js";

/** To be called where tests are declared. `ask` gives the answer of the program whose path it is given. */
export function agreedAnswers(name: string) {
  const file = fileURLToPath(new URL(`agreed/${name}.txt`, import.meta.url));
  const known = new Set(existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
  let versions: string | undefined;
  afterAll(() => {
    if (!updating) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${[...known].sort().join("\n")}\n`);
  });
  return (
    context: Pick<TestContext, "skip">,
    question: unknown,
    expected: string,
    ask: (program: string) => string | undefined,
  ): void => {
    const program = requireTool(context, "ag++");
    versions ??= [
      [program, "--version"],
      ["g++", "-dumpfullversion"],
    ]
      .map(([tool = "", word = ""]) => spawnSync(tool, [word], { encoding: "utf8" }).stdout)
      .join();
    const all = JSON.stringify([versions, question, expected]);
    const digest = createHash("sha256").update(all).digest("hex").slice(0, 24);
    if (!known.has(digest)) expect(ask(program)).toBe(expected);
    known.add(digest);
  };
}
