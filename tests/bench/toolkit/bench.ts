/**
 * Specialization with its guards in mini-unix, in instructions that QEMU counts exactly (`-icount`): a signal to oneself on
 * each route, and a write of guarded terms with and without the guards. Aspects are left out.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");

export function benchToolkit(): void {
  const guarded = countsIn((spec) => spec);
  // The same kernel with nothing that a guard protects: its entry is the generic function.
  const plain = countsIn((spec) => spec.replace(/optimistic guard[^;]*;/, ""));
  const empty = guarded.get("empty") ?? 0;
  const generic = (guarded.get("generic") ?? 0) - empty;
  process.stdout.write("\nSIGUSR1 to oneself, instructions besides an empty system call\n");
  for (const route of ["generic", "hand", "specialized", "plugged"]) {
    const own = (guarded.get(route) ?? 0) - empty;
    const saved = Math.round((1 - own / generic) * 100);
    process.stdout.write(`  ${route.padEnd(12)} ${String(own).padStart(5)}   ${saved} % less than generic\n`);
  }
  const write = (guarded.get("setuid") ?? 0) - (plain.get("setuid") ?? 0);
  process.stdout.write(
    `guards: setuid() writes two guarded terms, ${write} instructions more than without guards (goal: 3 each)\n` +
      "paper, other measure (Pentium II, latency of kill() without the table lookup): 15 % less; in cycles, invocation 4 (boolean), 60 (counting), 48 (rw locks)\n",
  );
}

function countsIn(change: (spec: string) => string): Map<string, number> {
  const root = join(mkdtempSync(join(tmpdir(), "weft-toolkit-")), "mini-unix");
  try {
    cpSync(join(repository, "sample-projects/mini-unix"), root, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
    const spec = join(root, "kernel/signal.spec");
    writeFileSync(spec, change(readFileSync(spec, "utf8")));
    const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
    project.aspects = [];
    project.run.arguments.push("-icount", "shift=0");
    writeFileSync(join(root, "weft.json"), JSON.stringify(project));
    weft("build", root);
    const said = weft("run", root, "--headless", "--append", "init=/bin/bench-signal");
    return new Map(
      [...said.matchAll(/bench: (\w+) (\d+)/g)].map(([, name = "", count]) => [name, Number(count)]),
    );
  } finally {
    rmSync(join(root, ".."), { recursive: true, force: true });
  }
}

function weft(...words: string[]): string {
  const { stdout, stderr } = spawnSync(launcher, words, { encoding: "utf8", timeout: 300_000 });
  if (words[0] === "build" && / error/.test(stderr)) process.stderr.write(stderr);
  return stdout;
}
