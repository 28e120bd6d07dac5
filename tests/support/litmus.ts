/**
 * The litmus of the replugger (weaver-bridge/replug/litmus.h), compiled for one way of swapping and run by two threads of
 * this machine, or by two processors of a guest without an operating system.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { planPlug, type ReplugWay } from "../../weaver-bridge/replug/index.js";

export interface Litmus {
  readonly replug: ReplugWay;
  readonly on: "threads" | "processors";
  readonly swaps: number;
  readonly seconds: number;
  /** C between a guard and its write. */
  readonly gap?: string;
}

export interface LitmusResult {
  readonly swaps: number;
  readonly wrong: number;
  readonly calls: number;
  readonly specialized: number;
  /** Calls from interrupts; processors only. */
  readonly interrupts: number;
}

const sources = resolve(import.meta.dirname, "../../weaver-bridge/replug");
const FLAGS = ["-m32", "-march=i686", "-O2", "-Wall", "-Werror", "-fno-pie", "-no-pie"];
const FREE = [
  "-ffreestanding",
  "-nostdlib",
  "-fno-stack-protector",
  "-static",
  "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments",
];
const MACHINE = "-smp 2 -m 32 -accel tcg,thread=multi -nodefaults -display none -no-reboot".split(" ");

/** Text of the function that is swapped. */
export function litmusPlug(replug: ReplugWay): string {
  const plan = planPlug({
    generic: "send",
    residual: "send_root",
    head: "static int send_root(int signal)",
    parameters: ["signal"],
    isVoid: false,
    facts: [{ test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } }, { test: "signal >= 1" }],
    subjects: ["cred"],
    replug,
    // No hit waits for thousands of calls.
    again: { first: 8, most: 64 },
  });
  if ("refused" in plan) throw new Error(plan.refused);
  return plan.text;
}

/** Rejects where it does not come to its end. */
export async function runLitmus(asked: Litmus): Promise<LitmusResult> {
  const folder = mkdtempSync(join(tmpdir(), "weft-litmus-"));
  try {
    writeFileSync(join(folder, "plug.h"), litmusPlug(asked.replug));
    const program = join(folder, "litmus");
    const hasGone = asked.replug === "counting" || asked.replug === "rcu" ? ["-DHAS_GONE"] : [];
    const defined = [`-I${folder}`, `-DGAP=${asked.gap ?? ""}`, ...hasGone];
    const [command, ...words] =
      asked.on === "threads" ? threads(asked, program, defined) : processors(asked, program, defined);
    const said = await promisify(execFile)(command, words, {
      encoding: "utf8",
      timeout: 1000 * asked.seconds * 4 + 60_000,
    }).catch((error: Error & { code?: number; stdout: string }) => {
      // What a guest writes to its exit device is never 0.
      if (error.code === 1 && error.stdout !== "") return error;
      throw error;
    });
    const [swaps = 0, wrong = Number.NaN, calls = 0, specialized = 0, interrupts = 0] = said.stdout
      .trim()
      .split(" ")
      .map(Number);
    return { swaps, wrong, calls, specialized, interrupts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Command = [string, ...string[]];

function threads({ swaps, seconds }: Litmus, program: string, defined: readonly string[]): Command {
  const words = [...FLAGS, "-pthread", ...defined, `-DDEADLINE=${seconds}`];
  execFileSync("gcc", [...words, join(sources, "litmus.c"), "-o", program], { timeout: 60_000 });
  return [program, String(swaps)];
}

function processors({ swaps, seconds }: Litmus, program: string, defined: readonly string[]): Command {
  const words = [...FLAGS, ...FREE, ...defined, `-DSWAPS=${swaps}`, `-DSECONDS=${seconds}`];
  const parts = ["litmus-boot.S", "litmus-guest.c"].map((name) => join(sources, name));
  execFileSync("gcc", [...words, ...parts, "-o", program], { timeout: 60_000 });
  const devices = ["-debugcon", "stdio", "-device", "isa-debug-exit,iobase=0xf4"];
  return ["qemu-system-i386", ...MACHINE, ...devices, "-kernel", program];
}
