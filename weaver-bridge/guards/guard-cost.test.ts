// What the compiler makes of a guard: one load, one compare, one branch that is not taken, and nothing else on that way.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import { GUARD_FACTS, guardSites, readGuards, weaveGuards } from "./index.js";

const HEAD = "struct cred { int uid, euid; }; struct task { int id; struct cred *cred; };\n";
const FLAGS = ["-m32", "-march=i686", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables", "-mregparm=3"];

/** Instructions of `f` up to its end, without what is behind the branch to a hit. */
async function instructions(body: string, isGuarded: boolean): Promise<string[]> {
  const text = `${HEAD}${body}`;
  const facts = await parseInProcess(text, {
    language: "c",
    arguments: ["-m32"],
    fileName: "a.c",
    wanted: GUARD_FACTS,
  });
  const { guards } = readGuards("optimistic guard struct cred { uid, euid } protects fast;");
  const woven = isGuarded ? weaveGuards(text, guardSites(facts, text, guards)) : text;
  const folder = mkdtempSync(join(tmpdir(), "weft-guard-cost-"));
  try {
    writeFileSync(join(folder, "a.c"), woven);
    execFileSync("gcc", [...FLAGS, "-c", "a.c", "-o", "a.o"], { cwd: folder });
    const listed = execFileSync("objdump", ["-d", "--no-show-raw-insn", "a.o"], {
      cwd: folder,
      encoding: "utf8",
    });
    const all = [...listed.matchAll(/^\s+\w+:\t(\w+)/gm)].map(([, name = ""]) => name);
    return all.slice(0, all.indexOf("ret") + 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  ["void f(struct cred *c) { c->uid = 1; }", 3],
  ["void f(struct cred *c) { c->uid = 1; c->euid = 1; }", 3],
  ["void f(struct task *t, int n) { t->cred->euid = n; }", 3],
])("%s", async (body, most) => {
  const plain = await instructions(body, false);
  const guarded = await instructions(body, true);
  const more = guarded.length - plain.length;
  expect(more).toBeGreaterThan(0);
  expect(more, guarded.join(" ")).toBeLessThanOrEqual(most);
  expect(guarded.filter((name) => name.startsWith("call"))).toEqual([]);
});
