import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { hostileProject, hostileRepository, TRICKS } from "../test/hostile-folders.js";
import { folderWith, weft } from "../test/weft-process.js";

const QUERIES = [
  ["check"],
  ["joinpoints", "--pointcut", 'execution("% f%(...)")'],
  ["effects", "u0.c"],
  ["why", "u0.c:1"],
  ["weave", "u0.c"],
  ["cost"],
  ["guards"],
];
/** A working directory in `PATH`, as some have it. */
const CARELESS = { environment: { PATH: `.::${process.env.PATH}` } };

let root = "";
let ran: () => string[] = () => ["nothing was made"];
beforeAll(() => {
  ({ root, ran } = hostileProject());
});

test("nothing of a folder runs by the words of its commands", () => {
  for (const words of QUERIES) {
    const { err } = weft(root, [...words, "--no-run"], CARELESS);
    expect([words, ran(), err]).toEqual([words, [], expect.not.stringMatching(/internal|TypeError/)]);
  }
  const known = JSON.parse(weft(root, ["joinpoints", "--no-run", "--json"], CARELESS).out);
  const named = new Set(JSON.stringify(known).match(/u\d+\.c/g));
  expect(Object.keys(TRICKS).filter((_, at) => !named.has(`u${at}.c`))).toEqual([]);
  expect(weft(root, ["doctor"], CARELESS).err).toContain("./evil-build -m32 was not tried");
  expect(ran()).toEqual([]);
});

test("a command given after -- is one of the folder's as well where nothing is to run", () => {
  for (const compiler of [["./s0"], ["gcc", "-fplugin=./p0.so"], ["gcc", "@p0.so.rsp"]])
    weft(root, ["joinpoints", "--aspects", "t.ah", "--no-run", "--", ...compiler, "-c", "u0.c"], CARELESS);
  expect(ran()).toEqual([]);
});

test("what a repository's settings name never runs to compare its revisions", () => {
  const { root, ran } = hostileRepository();
  for (const words of [["HEAD"], ["HEAD", "HEAD"], ["HEAD", "--no-run"]]) {
    const { out, err } = weft(root, ["diff", ...words], CARELESS);
    expect([words, ran(), out + err]).toEqual([words, [], expect.not.stringContaining("error[")]);
    // What attributes keep from archives is in the revision all the same.
    expect([words, out + err]).toEqual([words, expect.not.stringMatching(/left_out|signed_by/)]);
  }
  // Which looks whether all is committed.
  const { err } = weft(root, ["report", "--out", "r.html"], CARELESS);
  expect([ran(), err]).toEqual([[], expect.not.stringContaining("error[")]);
});

test("the compilers of a compared folder do not run either where nothing is to run", () => {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: root,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  writeFileSync(join(root, "u0.c"), "int f0(void) { return 100; }\nint fresh(void) { return f0(); }\n");
  weft(root, ["diff", "HEAD", "--no-run"], CARELESS);
  expect(ran()).toEqual([]);
});

test("ignored files of today are not put where a link of a revision leads", () => {
  const outside = folderWith({});
  const root = folderWith({
    "weft.json": JSON.stringify({ name: "r", aspects: ["*.ah"], commands: { files: ["*.c"] } }),
    "t.ah": 'aspect T { advice execution("% f(...)") : before() { } };\n',
    "a.c": "int f(void) { return 1; }\n",
    ".gitignore": "*.gen\n",
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: root,
      stdio: "pipe",
    });
  git("init", "-q");
  execFileSync("ln", ["-s", outside, join(root, "sub")]);
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  execFileSync("rm", [join(root, "sub")]);
  mkdirSync(join(root, "sub/deep"), { recursive: true });
  writeFileSync(join(root, "sub/deep/y.gen"), "");
  writeFileSync(join(root, "sub/deep/kept.c"), "");
  writeFileSync(join(root, "sub/x.gen"), "");
  writeFileSync(join(root, "sub/kept.c"), "");
  weft(root, ["diff", "HEAD"]);
  expect(readdirSync(outside)).toEqual([]);
  expect(existsSync(root)).toBe(true);
});

test("a pipe in place of a file keeps nobody waiting", () => {
  for (const name of ["weft.json", "t.ah", "compile_commands.json", "a.c", "p.h", "q.h"]) {
    const folder = folderWith({
      "weft.json": JSON.stringify({
        name: "p",
        aspects: ["t.ah"],
        commands: { database: "compile_commands.json" },
      }),
      "t.ah": '#include "q.h"\naspect T { advice execution("% f(...)") : before() { } };\n',
      "compile_commands.json": JSON.stringify([
        { directory: ".", file: "a.c", arguments: ["gcc", "-c", "a.c"] },
      ]),
      "a.c": '#include "p.h"\nint f(void) { return 1; }\n',
      "p.h": "\n",
      "q.h": "\n",
    });
    execFileSync("rm", [join(folder, name)]);
    execFileSync("mkfifo", [join(folder, name)]);
    const { signal, code, err } = weft(folder, ["check", "--no-run"], { timeout: 20_000 });
    expect([name, signal, code]).toEqual([name, null, expect.any(Number)]);
    if (/\.[ch]$/.test(name)) expect(err).toContain(`${name} is a pipe`);
  }
});

test("what advice costs is measured behind the second wall as well", () => {
  const folder = folderWith({
    "weft.json": JSON.stringify({ name: "c", aspects: ["*.ah"], commands: { files: ["*.c"] } }),
    "t.ah": 'aspect T { advice execution("% f(...)") : before() { } };\n',
    "a.c": "int f(void) { return 1; }\n",
  });
  const { code, out, err } = weft(folder, ["cost", "--no-run"]);
  expect([code, err, out]).toEqual([0, "", expect.stringContaining("before t.ah:1")]);
});
