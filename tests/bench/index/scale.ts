/**
 * A real kernel's size, over the units of whose compile commands you have (see README.md): 150 of them, or as many as
 * `WEFT_BENCH_UNITS` says. What reading costs, the restart, the questions, and how soon markers follow what is typed while
 * it reads.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadProject, type Project } from "@weft/weaver-bridge/kernel-build";
import { benchReading } from "./bench.js";
import { type Kernel, spread } from "./kernel.js";
import { benchTyping } from "./typing.js";

const SCALE_UNITS = 150;

/** What people ask of Linux. */
const QUESTIONS = [
  'execution("% tcp_%(...)")',
  'set("% task_struct::%")',
  'get("% sk_buff::%")',
  'call("% kmalloc(...)") && within("% ext4_%(...)")',
  'execution("% ...::%(...)")',
];

export async function benchScale(): Promise<void> {
  const kernel = kernelOfDatabase();
  await benchReading(kernel, QUESTIONS);
  await benchTyping(kernel);
}

function kernelOfDatabase(): Kernel {
  const database = process.env.WEFT_BENCH_DATABASE;
  if (database === undefined)
    throw new Error("WEFT_BENCH_DATABASE names no compile_commands.json: see tests/bench/index/README.md");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  try {
    const description = { name: database, aspects: [], commands: { database: resolve(database) } };
    writeFileSync(join(folder, "weft.json"), JSON.stringify(description));
    return spread(loadProject(folder).value as Project, SCALE_UNITS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
