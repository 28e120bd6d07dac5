import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
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
