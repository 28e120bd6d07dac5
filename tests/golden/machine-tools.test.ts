// The table of tools, held against the programs that are really started: a new one must be in it, or set-up, doctor, the
// package and the image do not bring it. Longer commands are asked nightly.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgePrograms, startedPrograms } from "../support/started-programs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const weft = join(root, "weaver-bridge/dist/weft.js");
const place = mkdtempSync(join(tmpdir(), "weft-tools-"));
const kernel = join(place, "kernel");

beforeAll(() => {
  const isBuilt = /\/(?:build|\.weft)(?:\/|$)/;
  cpSync(join(root, "sample-projects/mini-unix"), kernel, {
    recursive: true,
    filter: (path) => !isBuilt.test(path.slice(root.length)),
  });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: kernel, stdio: "pipe" });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "all");
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What each command needs of the machine; its first words are those of `weft`. */
const NEEDS: readonly [words: string[], allowed: number[], tools: string[]][] = [
  [["doctor"], [0, 1], ["binutils", "bubblewrap", "clang", "clangd", "gcc", "gdb", "git", "make", "qemu"]],
  [["specialize", ".", "--check"], [0], ["binutils", "clang", "gcc"]],
  [["diff", "HEAD"], [0], ["gcc", "git"]],
];

test.each(NEEDS)("weft %j starts nothing that the table does not have", (words, allowed, tools) => {
  const started = startedPrograms([process.execPath, weft, ...words], kernel, allowed);
  expect(judgePrograms(started)).toEqual({ tools, unknown: [] });
});

test("a program that nobody names is told", () => {
  const started = startedPrograms(["perl", "-e", "exit 0"], kernel, [0]);
  expect(started.map((path) => path.split("/").at(-1))).toContain("perl");
  expect(judgePrograms(["/usr/bin/strace", "/bin/sh"])).toEqual({ tools: [], unknown: ["/usr/bin/strace"] });
});
