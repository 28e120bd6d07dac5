/**
 * The litmus of the replugger (weaver-bridge/replug/litmus.h), compiled for one way of swapping and run by two threads of
 * this machine, or by two processors of a guest without an operating system.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { parseInProcess } from "../../weaver-bridge/clang-ast/src/index.js";
import { GUARD_FACTS, guardSites, readGuards, weaveGuards } from "../../weaver-bridge/guards/index.js";
import { planPlug, type ReplugWay } from "../../weaver-bridge/replug/index.js";

export interface Litmus {
  readonly replug: ReplugWay;
  readonly on: "threads" | "one processor" | "processors";
  /** What keeps the facts from being looked at too early: as a build ships it, or by the kernel's word. */
  readonly wait: Wait;
  readonly swaps: number;
  readonly seconds: number;
  /** C between a guard and its write. */
  readonly gap?: string;
}

/** `nothing` is what no build makes: a litmus that finds nothing wrong with it would find nothing. */
export type Wait = "counted" | "epoch" | "nothing";

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
const MACHINE = "-m 32 -nodefaults -display none -no-reboot".split(" ");

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
    // No hit waits for thousands of calls, and an interrupt makes enough to put it in again.
    again: { first: 8, most: 16 },
  });
  if ("refused" in plan) throw new Error(plan.refused);
  return plan.text;
}

const WRITE = `struct cred { int euid; }; extern struct cred *cred;
static void __attribute__((noinline)) store_fact(int value) { cred->euid = value; }
`;

/** A write as a build weaves it, with GAP where another processor, or an interrupt, may come in. */
export function litmusWrite(wait: Wait): string {
  const { guards } = readGuards("optimistic guard struct cred { euid } protects send_root;");
  const settings = { language: "c", arguments: ["-m32"], fileName: "a.c", wanted: GUARD_FACTS } as const;
  const counted = guards.map((guard) => ({ ...guard, isCounted: wait === "counted" }));
  const woven = weaveGuards(WRITE, guardSites(parseInProcess(WRITE, settings), WRITE, counted));
  const declared = woven.match(/^extern void \*.*$/m)?.[0] ?? "";
  const store = woven.slice(woven.lastIndexOf("static void __attribute__"));
  const gapped = store.replace(/"cc", "memory"\);(?= __weft_o)/, "$& GAP;");
  if (declared === "" || gapped === store) throw new Error(`a write is woven in another way: ${woven}`);
  return `${declared}\n${gapped}`;
}

/** Rejects where it does not come to its end. */
export async function runLitmus(asked: Litmus): Promise<LitmusResult> {
  const folder = mkdtempSync(join(tmpdir(), "weft-litmus-"));
  try {
    const plug = litmusPlug(asked.replug);
    writeFileSync(join(folder, "plug.h"), asked.wait === "nothing" ? withoutWait(plug) : plug);
    writeFileSync(join(folder, "write.h"), litmusWrite(asked.wait));
    const program = join(folder, "litmus");
    const hasGone = asked.replug === "counting" || asked.replug === "rcu" ? ["-DHAS_GONE"] : [];
    const epoch = asked.wait === "epoch" ? ["-DEPOCH"] : [];
    const defined = [`-I${folder}`, `-DGAP=${asked.gap ?? ""}`, ...hasGone, ...epoch];
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

/** The facts are looked at as soon as the object is claimed. */
const withoutWait = (plug: string) => plug.replace(/int goes_on = [^;]*;/, "int goes_on = 0;");

type Command = [string, ...string[]];

function threads({ swaps, seconds }: Litmus, program: string, defined: readonly string[]): Command {
  const words = [...FLAGS, "-pthread", ...defined, `-DDEADLINE=${seconds}`];
  execFileSync("gcc", [...words, join(sources, "litmus.c"), "-o", program], { timeout: 60_000 });
  return [program, String(swaps)];
}

/** Interrupts come between any two instructions, not between blocks of them. */
function steppingWords(): string[] {
  const said = execFileSync("qemu-system-i386", ["--version"], { encoding: "utf8", timeout: 10_000 });
  const [, major = "0", minor = "0"] = /version (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) > 8 || (Number(major) === 8 && Number(minor) > 0)
    ? ["-smp", "1", "-accel", "tcg,one-insn-per-tb=on"]
    : ["-smp", "1", "-accel", "tcg", "-singlestep"];
}

function processors({ on, swaps, seconds }: Litmus, program: string, defined: readonly string[]): Command {
  const isOne = on === "one processor";
  const ends = [`-DSWAPS=${swaps}`, `-DSECONDS=${seconds}`, `-DPROCESSORS=${isOne ? 1 : 2}`];
  const words = [...FLAGS, ...FREE, ...defined, ...ends];
  const parts = ["litmus-boot.S", "litmus-guest.c"].map((name) => join(sources, name));
  execFileSync("gcc", [...words, ...parts, "-o", program], { timeout: 60_000 });
  const devices = ["-debugcon", "stdio", "-device", "isa-debug-exit,iobase=0xf4"];
  const runs = isOne ? steppingWords() : ["-smp", "2", "-accel", "tcg,thread=multi"];
  return ["qemu-system-i386", ...MACHINE, ...runs, ...devices, "-kernel", program];
}
