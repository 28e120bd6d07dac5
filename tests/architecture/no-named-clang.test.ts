// Tests run with the clang that is there: who starts one has its name from `tests/support/compilers.ts` or the table of tools.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Releases as data: commands that are read and never started, packages, scripts under such names. */
const AS_DATA = [
  "language-server/src/clangd/find-clangd.test.ts",
  "tests/tools/newer-clang.test.mjs",
  "weaver-bridge/cli/commands/older-clang.test.ts",
  "weaver-bridge/kernel-build/command/compiler-command.test.ts",
  "weaver-bridge/kernel-build/command/shell-command.test.ts",
  "weaver-bridge/pipeline/run-clang.test.ts",
  "weaver-bridge/set-up/cross-tools.test.ts",
  "weaver-bridge/set-up/make-output.test.ts",
];

test("no test starts a release of clang by its name", () => {
  const named = String.raw`^(?!\s*(//|\*|/\*)).*\bclang(\+\+|d)?-[0-9]{2}`;
  const where = ["*.test.ts", "*.test.mjs", "tests/*.ts", ...AS_DATA.map((file) => `:!${file}`)];
  const { status, stdout } = spawnSync("git", ["grep", "--untracked", "-nP", named, "--", ...where], {
    cwd: root,
    encoding: "utf8",
  });
  // The two comments in the helper say what a name is like.
  expect(
    stdout.split("\n").filter((line) => line !== "" && !line.startsWith("tests/support/compilers.ts")),
  ).toEqual([]);
  expect([0, 1]).toContain(status);
});
