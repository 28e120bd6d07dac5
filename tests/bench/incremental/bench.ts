/**
 * What `weft build` of Linux costs after an edit, and how many units it compiles again: seconds, and CPU of all that it
 * starts. Needs the Linux sample built; leaves its aspects as they were.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { kernelObjects, touch } from "../../guest/linux/incremental-builds.js";
import { repository } from "../support/kernel-units.js";
import { measureFromNothing } from "../support/measure.js";
import { printTable } from "../support/table.js";

const sample = join(repository, "sample-projects/linux");
const aspects = join(sample, "aspects");
const SWITCHES = join(aspects, "context-switches.ah");
const CALLS = join(aspects, "system-calls.ah");
const NEW = join(aspects, "bench-new.ah");

const replaced = (file: string, from: string | RegExp, to: string) => () =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));

const EDITS: Readonly<Record<string, () => void>> = {
  nothing: () => undefined,
  "a unit": () => touch(join(sample, "build/linux/fs/stat.c")),
  "a comment behind an aspect": replaced(SWITCHES, /$/, "// counted\n"),
  "an advice body of one unit": replaced(SWITCHES, "switches++;", "switches += 1;"),
  "an advice body of all system calls": replaced(CALLS, "told < 60", "told < 61"),
  "a pointcut of new names": replaced(SWITCHES, "% context_switch(...)", "% schedule(...)"),
  "another one": replaced(SWITCHES, "% schedule(...)", "% pick_next_task(...)"),
  "a new aspect": () =>
    writeFileSync(
      NEW,
      'aspect BenchNew { int seen; advice execution("% do_mkdirat(...)") : before() { seen++; } };\n',
    ),
  "the new aspect gone": () => rmSync(NEW),
};

export function benchIncremental(): void {
  const map = join(sample, ".weft/weave-map.json");
  if (!existsSync(map))
    throw new Error("the Linux sample is not built: npx weft build sample-projects/linux");
  const objects = kernelObjects(sample, map);
  const texts = [SWITCHES, CALLS].map((file) => [file, readFileSync(file, "utf8")] as const);
  const rows: string[][] = [];
  const build = () =>
    measureFromNothing(
      [{ argv: [join(repository, "weaver-bridge/cli/bin/weft"), "build", sample], directory: sample }],
      HOUR,
    );
  try {
    build();
    for (const [name, edit] of Object.entries(EDITS)) {
      edit();
      const began = Date.now();
      let cpu = 0;
      const rebuilt = objects.rebuiltBy(() => {
        cpu = build().cpu;
      });
      const wall = Date.now() - began;
      const load = (loadavg()[0] ?? 0).toFixed(1);
      rows.push([name, `${rebuilt.length} of ${objects.count}`, seconds(cpu), seconds(wall), load]);
      console.log(rows.at(-1)?.join("  "));
    }
  } finally {
    for (const [file, text] of texts) writeFileSync(file, text);
    rmSync(NEW, { force: true });
  }
  console.log("");
  printTable(["edited", "units compiled again", "CPU", "wall", "load"], rows);
  console.log("\nThe aspects are as before; the next build compiles what they concern.");
}

const HOUR = 3_600_000;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
