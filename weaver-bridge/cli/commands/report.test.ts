import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const FILES = {
  "weft.json":
    '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "flags": ["-O2"], "files": ["*.c"] }, "specializations": ["a.spec"] }\n',
  "trace.ah": 'aspect Trace { advice call("% f(...)") : before() { } };\n',
  "a.c": "int f(int a) { return a ? a + 1 : 3; }\nint g(void) { return f(1); }\n",
  "a.spec": "specialize f as f2 { a == 2; }\n",
};

test("one file says where, why, at what cost and what changed", () => {
  const folder = folderWith(FILES);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  writeFileSync(join(folder, "a.c"), `${FILES["a.c"]}int h(void) { return f(2); }\n`);
  const { code, out, err } = weft(folder, ["report", "--since", "HEAD"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^weft-report.html: \d+ places, 1 units\n$/);
  const page = readFileSync(join(folder, "weft-report.html"), "utf8");
  expect(page).toContain("with changes that are not committed");
  expect(page).toContain("Trace: before call of f");
  expect(page).toContain("Changed since HEAD");
  expect(page).toContain("new function");
  expect(page).toContain("What it costs");
  expect(page).toContain("<td>residual</td>");
  expect(page).not.toContain(folder);
});

test("what can't be made whole says so, and a revision that is none writes nothing", () => {
  const folder = folderWith({ ...FILES, "b.c": "int broken( { return f(1);\n" });
  const whole = weft(folder, ["report", "--no-cost", "--out", "r.html"]);
  expect(whole.code).toBe(1);
  expect(readFileSync(join(folder, "r.html"), "utf8")).toContain("This report is not whole");
  const none = weft(folder, ["report", "--no-cost", "--since", "nowhere", "--out", "n.html"]);
  expect(none.code).toBe(1);
  expect(none.err).not.toBe("");
  expect(existsSync(join(folder, "n.html"))).toBe(false);
});

// By its default name it is found in any folder that somebody else made.
test("it is not written where a link of the folder leads, unless that was named", () => {
  const folder = folderWith({ ...FILES, "a.spec": "" });
  const elsewhere = mkdtempSync(join(tmpdir(), "weft-elsewhere-"));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  mkdirSync(join(elsewhere, "theirs"));
  symlinkSync(join(elsewhere, "theirs/page"), join(folder, "weft-report.html"));
  symlinkSync(join(elsewhere, "theirs"), join(folder, "o"));
  for (const words of [[], ["--no-run", "--out", "weft-report.html"], ["--no-run", "--out", "o/r.html"]]) {
    const { code, err } = weft(folder, ["report", "--no-cost", ...words]);
    expect([code, err]).toEqual([1, expect.stringContaining("leads out of")]);
  }
  expect(weft(folder, ["weave", "a.c", "--no-run", "-o", "o/w.c"]).err).toContain("leads out of");
  expect(readdirSync(join(elsewhere, "theirs"))).toEqual([]);
  expect(weft(folder, ["report", "--no-cost", "--out", "o/r.html"]).code).toBe(0);
  expect(readdirSync(join(elsewhere, "theirs"))).toEqual(["r.html"]);
});
