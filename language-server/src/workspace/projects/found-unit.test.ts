import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { foundUnit } from "./found-unit.js";

type Files = Readonly<Record<string, object | string>>;

function folderWith(filesIn: (root: string) => Files): string {
  const root = mkdtempSync(join(tmpdir(), "weft-found-"));
  const files = filesIn(root);
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

const entry = (directory: string, file: string, flag: string) => ({
  ...{ directory, file },
  arguments: ["gcc", flag, "-c", file],
});

const wordsOf = (path: string) => foundUnit(path)?.command.argv;

test("a database beside a file or above, also in build/, names its command; the nearest one counts", () => {
  const root = folderWith((root) => ({
    "build/compile_commands.json": [entry(root, "below/b.c", "-DOTHER"), entry(root, "a.c", "-DABOVE")],
    "below/compile_commands.json": [entry(join(root, "below"), "b.c", "-DBELOW")],
    "below/compile_flags.txt": "-DFLAGS\n",
  }));
  expect(wordsOf(join(root, "below/b.c"))).toContain("-DBELOW");
  expect(foundUnit(join(root, "below/b.c"))?.guessed).toBe(false);
  expect(wordsOf(join(root, "a.c"))).toContain("-DABOVE");
});

test("a file that a database does not name is compiled as what is named like it, else as a unit beside it", () => {
  const root = folderWith((root) => ({
    "build/compile_commands.json": ["x/z", "a", "b"].map((name) => entry(root, `${name}.c`, `-DOF=${name}`)),
  }));
  expect(wordsOf(join(root, "b.h"))).toContain("-DOF=b");
  expect(wordsOf(join(root, "other.h"))).toContain("-DOF=a");
  expect(wordsOf(join(root, "y/other.h"))).toContain("-DOF=x/z");
  expect(wordsOf(join(root, "y/other.h"))?.at(-1)).toBe(join(root, "y/other.h"));
});

test("words of compile_flags.txt are taken line by line, from its folder", () => {
  const root = folderWith(() => ({ "compile_flags.txt": "-D\nFLAG=1 2\n\n-Iinclude\r\n" }));
  const path = join(root, "a/a.c");
  expect(wordsOf(path)).toEqual(["gcc", "-D", "FLAG=1 2", "-Iinclude", "-c", path]);
  expect(foundUnit(path)?.command.directory).toBe(root);
});

test("what can't be used names nothing, and keeps nobody waiting", () => {
  const root = folderWith(() => ({ "compile_commands.json": "[{]" }));
  execFileSync("mkfifo", [join(root, "compile_flags.txt")]);
  expect(foundUnit(join(root, "a.c"))).toBeUndefined();
});

// As in /tmp, where anybody may put them: they name the compiler that is run.
test("what another user put above a file's folder names no command", () => {
  const root = folderWith((root) => ({
    "compile_commands.json": [entry(root, "a.c", "-DTHEIRS")],
    "compile_flags.txt": "-DTHEIRS\n",
  }));
  symlinkSync("/etc", join(root, "below"));
  expect(wordsOf(join(root, "below/b.c"))).toContain("-DTHEIRS");
  const own = process.getuid?.();
  vi.spyOn(process, "getuid").mockReturnValue(4242);
  onTestFinished(() => void vi.restoreAllMocks());
  if (own === 0)
    for (const name of ["compile_commands.json", "compile_flags.txt"])
      chownSync(join(root, name), 4243, 4243);
  expect(wordsOf(join(root, "below/b.c"))).toBeUndefined();
  expect(wordsOf(join(root, "a.c"))).toContain("-DTHEIRS");
});
