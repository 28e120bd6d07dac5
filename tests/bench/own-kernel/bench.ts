/**
 * From a clone to a woven kernel: what `weft init --yes` makes of folders that never heard of Weft, and a counting aspect
 * on every function of them. `WEFT_KERNELS` names the folders, `:` between them, each perhaps with `=COMMAND` for how its
 * build is called. Each is copied first; nothing of a kernel is kept. Goal: three questions, five minutes, all units.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { loadProject } from "../../../weaver-bridge/kernel-build/index.js";
import { tryBoot } from "../../../weaver-bridge/set-up/index.js";
import { printTable } from "../support/table.js";

const launcher = resolve(import.meta.dirname, "../../../weaver-bridge/cli/bin/weft");
const DEADLINE = 15 * 60_000;
const COUNTING = `aspect CountAll {
	unsigned long calls;
	advice execution("% ...::%(...)") : before() { calls++; }
};
`;

interface InitAnswer {
  readonly build?: string;
  readonly questions?: number;
  readonly tried?: readonly { what: string; fine: boolean; said: string }[];
  readonly problems?: readonly { message: string }[];
}

export async function benchOwnKernels(): Promise<void> {
  const named = (process.env.WEFT_KERNELS ?? "").split(":").filter(Boolean);
  if (named.length === 0) {
    console.log("WEFT_KERNELS names no folder of a kernel's sources, so there is nothing to measure.");
    return;
  }
  const rows: string[][] = [];
  for (const one of named) {
    const [folder = "", ...command] = one.split("=");
    rows.push(await measure(resolve(folder), command.join("=")));
  }
  const head = [
    "kernel",
    "build",
    "questions",
    "seconds",
    "boots",
    "debugs",
    "units",
    "counted",
    "boots counting",
  ];
  printTable(head, rows);
}

async function measure(source: string, command: string): Promise<string[]> {
  const parent = mkdtempSync(join(tmpdir(), "weft-own-kernel-"));
  const folder = join(parent, basename(source));
  try {
    cpSync(source, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\/(\.git|\.weft|weft\.json)$/.test(path),
    });
    const began = Date.now();
    const init = weft<InitAnswer>(
      folder,
      ...["init", "--yes", "--json", ...(command === "" ? [] : ["--", ...command.split(" ")])],
    );
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    const result = (what: string) => {
      const tried = init.tried?.find((step) => step.what === what);
      return tried === undefined ? "-" : tried.fine ? "yes" : "no";
    };
    for (const { what, said } of init.tried ?? []) console.log(`${basename(source)}: ${what}: ${said}`);
    for (const { message } of init.problems ?? []) console.log(`${basename(source)}: ${message}`);
    const first = [basename(source), init.build ?? "-", String(init.questions ?? "-"), seconds];
    if (result("build") !== "yes") return [...first, "-", "-", "-", "-", "-"];
    return [...first, result("boot"), result("debug"), ...(await count(folder))];
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The same kernel with advice on every function. */
async function count(folder: string): Promise<string[]> {
  const aspects = join(folder, "aspects");
  mkdirSync(aspects, { recursive: true });
  for (const name of readdirSync(aspects)) if (name.endsWith(".ah")) rmSync(join(aspects, name));
  writeFileSync(join(aspects, "count-all.ah"), COUNTING);
  const { units, effects, notWoven } = weft<{
    units?: { total: number; woven: number; unchanged: number };
    effects?: number;
    notWoven?: readonly { source: string; reason: string }[];
  }>(folder, "build", "--json");
  for (const { source, reason } of notWoven ?? []) console.log(`  left out ${source}: ${reason}`);
  if (units === undefined) return ["-", "-", "-"];
  const project = loadProject(folder).value;
  const boot = project?.run && (await tryBoot(project, project.run));
  if (boot !== undefined) console.log(`  counting: ${boot.said}`);
  return [
    `${units.woven + units.unchanged} of ${units.total}`,
    String(effects ?? 0),
    boot === undefined ? "-" : boot.fine ? "yes" : "no",
  ];
}

function weft<Answer extends object>(folder: string, ...words: string[]): Partial<Answer> {
  const { stdout } = spawnSync(launcher, words, {
    ...{ cwd: folder, encoding: "utf8", timeout: DEADLINE, maxBuffer: 1 << 28 },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return {};
  }
}
