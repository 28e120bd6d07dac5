import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git as ask, revisionsIn, textAt } from "./git.js";

test("what a partial clone lacks is not fetched by a program that its settings name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-git-"));
  const [from, to, mark] = ["from", "to", "mark"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const git = (directory: string, ...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      stdio: "pipe",
    });
  try {
    git(folder, "init", "-q", "from");
    for (const text of ["one", "two"]) {
      writeFileSync(join(from, "a.c"), text);
      git(from, "add", "-A");
      git(from, "commit", "-q", "-m", text);
    }
    git(from, "config", "uploadpack.allowFilter", "true");
    git(from, "config", "uploadpack.allowAnySHA1InWant", "true");
    git(folder, "clone", "-q", "--filter=blob:none", `file://${from}`, "to");
    const program = join(folder, "program");
    writeFileSync(program, `#!/bin/sh\n: > '${mark}'\nexec git-upload-pack "$@"\n`, { mode: 0o755 });
    git(to, "config", "remote.origin.uploadpack", program);
    expect(await textAt(to, "HEAD", "a.c")).toBe("two");
    expect(await textAt(to, "HEAD~1", "a.c")).toBeUndefined();
    expect((await revisionsIn(to)).length).toBeGreaterThan(1);
    expect(existsSync(mark)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("whether something is changed is asked without the filters that a folder's settings name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-git-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t", ...words]);
  try {
    git("init", "-q");
    writeFileSync(join(folder, ".gitattributes"), "*.c filter=one\n");
    writeFileSync(join(folder, "a.c"), "int a;\n");
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    const mark = join(folder, ".git/mark");
    git("config", "filter.one.clean", `sh -c ': > ${mark}; cat'`);
    git("config", "filter.one.required", "true");
    writeFileSync(join(folder, "a.c"), "int b;\n");
    expect(await ask(folder, ["status", "--porcelain", "--", "."])).toBe(" M a.c\n");
    expect(existsSync(mark)).toBe(false);
    git("status", "--porcelain");
    expect(existsSync(mark)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a branch whose name is an option of Git writes no file, and is not offered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-git-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t", ...words]);
  try {
    git("init", "-q");
    writeFileSync(join(folder, "a.c"), "int a;\n");
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    const revision = "--output=mark";
    git("update-ref", `refs/heads/${revision}`, "HEAD");
    mkdirSync(join(folder, "mark:."));
    expect(await textAt(folder, revision, "a.c")).toBe("int a;\n");
    expect(existsSync(join(folder, "mark:./a.c"))).toBe(false);
    expect((await revisionsIn(folder)).map(({ name }) => name)).not.toContain(revision);
    git("show", `${revision}:./a.c`);
    expect(existsSync(join(folder, "mark:./a.c"))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a question that a pipe holds up ends with words", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-git-"));
  try {
    execFileSync("git", ["init", "-q", folder]);
    rmSync(join(folder, ".git/index"), { force: true });
    execFileSync("mkfifo", [join(folder, ".git/index")]);
    await expect(ask(folder, ["status", "--porcelain", "--", "."])).rejects.toThrow(
      `Git gave no answer about ${folder} in 10 seconds (git status) and was stopped`,
    );
    rmSync(join(folder, ".git/config"));
    execFileSync("mkfifo", [join(folder, ".git/config")]);
    await expect(revisionsIn(folder)).rejects.toThrow("Git gave no answer");
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
