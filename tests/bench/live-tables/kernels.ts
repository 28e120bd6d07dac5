/** The kernel of the tables: how it is made, and what of it is hooked. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  countedText,
  type LiveGuest,
  repository,
  startGuest,
  weft,
} from "../../support/live-guest/live-guest.js";
import { FIRST_ROUND } from "./rounds.js";

const here = import.meta.dirname;

/** Pointcuts and the bodies of advice, empty, with what is in a register, and with what is on the stack. */
export interface NullAdvice {
  readonly no?: string;
  readonly register?: string;
  readonly stack?: string;
}

export interface BenchKernel {
  readonly name: string;
  readonly guest: LiveGuest;
  readonly jump: NullAdvice;
  readonly trap: NullAdvice;
  /** Pointcuts of what Table 3 counts. */
  readonly switches: string;
  readonly state: string;
  /** Units that the kernel's own makefile, called without Weft, would compile by another command than was used. */
  differing(): number;
}

/** `folder` is made; nobody needs it when the guest has ended. */
export async function miniUnix(folder: string): Promise<BenchKernel> {
  const text = countedText(folder, 0xc0100000, 0x40000);
  const root = benchMiniUnix(folder, text.arguments);
  return {
    name: "mini-unix",
    guest: await startGuest(root, FIRST_ROUND, { text, append: WORKING }),
    jump: {
      no: `aspect A { advice execution("% sys_getppid(...)") : before() { } };`,
      register: `aspect A { void *seen; advice get("% process::parent") && within("% sys_getppid(...)") : before() { seen = tjp->target; } };`,
      stack: `aspect A { unsigned seen; advice execution("% file_of_descriptor(...)") : before() { seen = tjp->arg0; } };`,
    },
    trap: {
      no: `aspect A { advice get("% process::pid") && within("% sys_fork(...)") : before() { } };`,
      register: `aspect A { void *seen; advice get("% process::pid") && within("% sys_fork(...)") : before() { seen = tjp->target; } };`,
    },
    switches: 'execution("% switch_to(...)")',
    state: 'access("% process::state")',
    differing: () => compiledAnew("make", [], root),
  };
}

/** A copy of the sample that is built without aspects, with a program that works on and on; the project's folder. */
export function benchMiniUnix(folder: string, qemu: readonly string[]): string {
  const root = join(folder, "mini-unix");
  cpSync(join(repository, "sample-projects/mini-unix"), root, {
    recursive: true,
    filter: (from) => !/\/(build|\.weft)$/.test(from),
  });
  cpSync(join(here, "mini-unix.c"), join(root, "user/programs/bench-live.c"));
  cpSync(join(here, "work.h"), join(root, "user/programs/work.h"));
  const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
  project.run.arguments.push(...qemu);
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  weft(root, "build", "--without-aspects");
  return root;
}

export const WORKING = "init=/bin/bench-live";

function compiledAnew(program: string, words: readonly string[], directory: string): number {
  const said = execFileSync(program, words, {
    cwd: directory,
    encoding: "utf8",
    timeout: 1_800_000,
    maxBuffer: 1 << 28,
  });
  return said.split("\n").filter((line) => /^\s+CC\s|\bgcc .*-c\b/.test(line)).length;
}
