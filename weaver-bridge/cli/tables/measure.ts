/** Runs the bench of a table, and keeps what the papers' tables came to in the user's cache, so that it can be shown again. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../compile/places.js";
import { cacheFolder, runProcess, temporaryFolder, writeAtomically } from "../../kernel-build/index.js";
import { type Problem, unlessBroken } from "../../model/index.js";
import type { MeasuredTable } from "./paper-table.js";

export interface KeptTable extends MeasuredTable {
  /** ISO 8601. */
  readonly at: string;
}

const DEADLINE = 3_600_000;

/** All tables that the bench prints are kept; a problem where it can't be run. */
export async function measureBench(bench: string): Promise<Problem | undefined> {
  const root = repositoryRoot();
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const runner = join(root, "tests/bench/run.ts");
  if (!existsSync(runner) || !existsSync(tsx)) return noBenches(runner);
  const folder = temporaryFolder("weft-tables-");
  const file = join(folder, "tables");
  try {
    const argv = [process.execPath, tsx, "--conditions=source", runner, bench];
    const environment = { ...process.env, WEFT_TABLES_FILE: file };
    const ran = await runProcess(argv, { directory: root, deadline: DEADLINE, environment });
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    const at = new Date().toISOString();
    for (const line of lines) {
      const { paper, ...table } = JSON.parse(line) as MeasuredTable & { readonly paper: string };
      writeAtomically(placeOf(paper), JSON.stringify({ at, ...table } satisfies KeptTable));
    }
    return ran.code === 0 ? undefined : failed(bench, ran.errors.toString("utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function keptTable(name: string): KeptTable | undefined {
  return unlessBroken(() => JSON.parse(readFileSync(placeOf(name), "utf8")) as KeptTable);
}

function placeOf(name: string): string {
  return join(cacheFolder("tables"), `${name}.json`);
}

function noBenches(runner: string): Problem {
  return {
    code: "tables/no-benches",
    severity: "error",
    message: `this installation has no benches to measure with: ${runner} is missing`,
    hint: "They come with Weft's sources: clone these, then npm ci, npm run build, and measure there.",
  };
}

function failed(bench: string, errors: string): Problem {
  const last = errors.trim().split("\n").slice(-3).join(" ");
  return {
    code: "tables/bench",
    severity: "error",
    message: `the bench ${bench} failed: ${last || "it said nothing"}`,
    hint: `npm run bench -- ${bench} shows all that it says.`,
  };
}
