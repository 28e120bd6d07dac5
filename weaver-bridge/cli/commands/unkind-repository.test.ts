// Repositories of somebody who wants that nobody gets on: pipes in place of what Git reads, and settings that lead elsewhere.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const git = (folder: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

function repository(more: Readonly<Record<string, string>> = {}): string {
  const root = folderWith({
    "weft.json": JSON.stringify({ name: "r", aspects: ["*.ah"], commands: { files: ["*.c"] } }),
    "t.ah": 'aspect T { advice execution("% f(...)") : before() { } };\n',
    "a.c": "int f(void) { return 1; }\n",
    ...more,
  });
  git(root, "init", "-q");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "one");
  return root;
}

/** Where a pipe stands, in the repository `root`. */
const PIPES: Readonly<Record<string, (root: string) => string>> = {
  "the branch's name": () => ".git/HEAD",
  "its settings": () => ".git/config",
  "its list of files": () => ".git/index",
  "a commit": (root) => git(root, "rev-parse", "HEAD").replace(/^(..)/, ".git/objects/$1/"),
  "where further objects are": () => ".git/objects/info/alternates",
  "what is ignored": () => "sub/.gitignore",
  "settings that its settings include": (root) => {
    git(root, "config", "include.path", join(root, "more"));
    return "more";
  },
};

test.each(Object.entries(PIPES))(
  "a pipe in place of %s is told",
  (_, place) => {
    const root = repository();
    const pipe = join(root, place(root));
    mkdirSync(dirname(pipe), { recursive: true });
    rmSync(pipe, { force: true });
    execFileSync("mkfifo", [pipe]);
    const { signal, err } = weft(root, ["diff", "HEAD", "--no-run"], { timeout: 60_000 });
    expect([signal, err]).toEqual([null, expect.stringContaining("git stood still and was stopped")]);
  },
  90_000,
);

test.each(["core.worktree", "core.excludesFile", "core.attributesFile"])(
  "%s that leads elsewhere has nothing there read as the project, or written",
  (setting) => {
    const elsewhere = folderWith({ "weft.json": "{}", "secret.c": "int secret(void) { return 1; }\n" });
    const root = repository();
    git(root, "config", setting, elsewhere);
    const { signal, out, err } = weft(root, ["diff", "HEAD", "--no-run"]);
    expect([signal, out + err]).toEqual([null, expect.not.stringMatching(/secret|fault of Weft/)]);
    expect(readdirSync(elsewhere).sort()).toEqual(["secret.c", "weft.json"]);
  },
);

test("revisions are compared where Weft's folder says itself that it is ignored", () => {
  const root = repository();
  mkdirSync(join(root, ".weft/units"), { recursive: true });
  writeFileSync(join(root, ".weft/.gitignore"), "*\n");
  writeFileSync(join(root, ".weft/units/a.json"), "{}");
  const { code, out, err } = weft(root, ["diff", "HEAD"]);
  expect([code, out, err]).toEqual([0, "", "the same advice at the same join points\n"]);
});

test("an ignored file of today stands where a revision has a link that leads nowhere, or through one", () => {
  const root = repository();
  for (const name of ["x.gen", "sub"]) symlinkSync("/nowhere/at/all", join(root, name));
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "two");
  for (const name of ["x.gen", "sub"]) rmSync(join(root, name));
  mkdirSync(join(root, "sub"));
  // Some of the folder is known to Git, so that it names what is ignored in it.
  writeFileSync(join(root, "sub/kept.c"), "");
  writeFileSync(join(root, ".gitignore"), "*.gen\n");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "three");
  for (const name of ["x.gen", "sub/y.gen"]) writeFileSync(join(root, name), "");
  const { code, err } = weft(root, ["diff", "HEAD~1"]);
  expect([code, err]).toEqual([expect.any(Number), expect.not.stringMatching(/fault of Weft|error\[/)]);
});
