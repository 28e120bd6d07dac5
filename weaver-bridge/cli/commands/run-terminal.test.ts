// A guest's console on a terminal (`script` makes one), and in a file.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../test/weft-process.js";

const weft = join(import.meta.dirname, "../../dist/weft.js");

/** What `weft run` writes to its standard output, where QEMU writes `said` and ends. */
function run(said: string, isTerminal: boolean): string {
  const root = folderWith({
    "weft.json": JSON.stringify({ name: "g", aspects: [], run: { kernel: "k" } }),
    k: "",
    "bin/qemu-system-i386": `#!/bin/sh\nprintf '${said}'\n`,
  });
  execFileSync("chmod", ["755", join(root, "bin/qemu-system-i386")]);
  const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}` };
  const command = `'${process.execPath}' '${weft}' run 2> /dev/null`;
  const words = isTerminal ? ["script", "-qec", command, "/dev/null"] : ["sh", "-c", command];
  const [program = "", ...rest] = words;
  return execFileSync(program, rest, { cwd: root, env, input: "", encoding: "latin1", timeout: 30_000 });
}

const SAID = "\\033[31mred\\033]0;title\\007\\033[6n";

test("a guest draws on a terminal, and orders nothing else", () => {
  expect(run(SAID, true)).toContain("\x1b[31mred\\x1b]0;title\x07\\x1b[6n\x1b[m");
});

test("a file gets what the guest wrote", () => {
  expect(run(SAID, false)).toBe("\x1b[31mred\x1b]0;title\x07\x1b[6n");
});
