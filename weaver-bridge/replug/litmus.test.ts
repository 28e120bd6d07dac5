// Swapping a function while another processor calls it: the generated C of each way, run by two threads of a program.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planPlug } from "./index.js";

const SECONDS = 2;

test.each(["jump", "boolean", "counting"] as const)("no call gets a wrong version: %s", (replug) => {
  const plan = planPlug({
    generic: "send",
    residual: "send_root",
    head: "static int send_root(int signal)",
    parameters: ["signal"],
    isVoid: false,
    facts: [{ test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } }, { test: "signal == 1" }],
    subjects: ["cred"],
    replug,
  });
  if ("refused" in plan) throw new Error(plan.refused);
  const folder = mkdtempSync(join(tmpdir(), "weft-litmus-"));
  try {
    writeFileSync(join(folder, "plug.h"), plan.text);
    const program = join(folder, "litmus");
    const words = ["-m32", "-O2", "-Wall", "-Werror", "-fno-pie", "-no-pie", "-pthread", `-I${folder}`];
    // A guard and its write are apart, so that what may come in between does.
    const defined = ["-DGAP=for (volatile int at = 0; at < 20; at++)", `-DDEADLINE=${SECONDS}`];
    const source = join(import.meta.dirname, "litmus.c");
    execFileSync("gcc", [...words, ...defined, source, "-o", program], { timeout: 60_000 });
    const said = execFileSync(program, ["3000"], { encoding: "utf8", timeout: 60_000 });
    const [replugs, wrong, calls, specialized] = said.trim().split(" ").map(Number);
    expect(replugs).toBeGreaterThan(20);
    expect(specialized).toBeGreaterThan(100);
    expect(calls).toBeGreaterThan(specialized ?? 0);
    expect(wrong).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
