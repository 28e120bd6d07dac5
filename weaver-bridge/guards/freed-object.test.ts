// An object that is given back takes with it what relied on it: its memory may be another's next, born without a guard.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import { planPlug } from "../replug/index.js";
import { GUARD_FACTS, guardSites, readGuards, weaveGuards } from "./index.js";

const GUARD = "optimistic guard struct cred { euid } protects send_root;";
const KERNEL = `struct cred { int euid; };
int printf(const char *, ...);
void *kmalloc(unsigned);
void kfree(void *);
static struct cred *cred;
int send_root_plugged(int);
void born(int euid)
{
	struct cred *one = kmalloc(sizeof *one);
	one->euid = euid;
	cred = one;
}
void exchange(int euid)
{
	kfree(cred);
	born(euid);
}
int main(void)
{
	born(0);
	for (int i = 0; i < 9; i++) send_root_plugged(1);
	printf("%d ", send_root_plugged(1));
	exchange(5);
	printf("%d ", send_root_plugged(1));
}
`;
/** One place in memory for all objects. */
const HOST = `#define WEFT_WRITE_TEXT
static char place[64];
void *kmalloc(unsigned size) { return size < 64 ? place : 0; }
void kfree(void *at) { (void)at; }
static int send(int signal) { return 100 + signal; }
static int send_root(int signal) { return 200 + signal; }
`;

function run(woven: string): string {
  const plug = planPlug({
    generic: "send",
    residual: "send_root",
    head: "static int send_root(int signal)",
    parameters: ["signal"],
    isVoid: false,
    facts: [{ test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } }],
    subjects: ["cred"],
    replug: "boolean",
  });
  if ("refused" in plug) throw new Error(plug.refused);
  const folder = mkdtempSync(join(tmpdir(), "weft-freed-"));
  try {
    writeFileSync(join(folder, "a.c"), `${woven}\n${HOST}${plug.text}`);
    const words = ["-m32", "-O2", "-fno-pie", "-no-pie", "a.c", "-o", "a"];
    execFileSync("gcc", words, { cwd: folder, timeout: 30_000 });
    return execFileSync(join(folder, "a"), { encoding: "utf8", timeout: 10_000 }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the object is freed while its version is plugged, and another that is born in its place gets the generic one", () => {
  const { guards } = readGuards(GUARD);
  const wanted = GUARD_FACTS;
  const facts = parseInProcess(KERNEL, { language: "c", arguments: ["-m32"], fileName: "a.c", wanted });
  const sites = guardSites(facts, KERNEL, guards);
  expect(sites.map(({ certainty, how }) => `${certainty} ${how}`)).toEqual([
    "filtered assigned",
    "certain given back by kfree",
  ]);
  expect(run(KERNEL), "without guards").toBe("201 201");
  expect(run(weaveGuards(KERNEL, sites))).toBe("201 101");
});
