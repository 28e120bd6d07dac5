/**
 * What stands before the compiler in a command: launchers (`ccache`, `nice -n 5`), `env` with its variables, and
 * assignments as a shell reads them. Pure; knows nothing of what the compiler is asked for.
 */
import { basename } from "node:path";
import { lookUp } from "../../model/index.js";

/** By name: options whose value is the next word, and how many words stand between the options and the command. */
interface Launcher {
  readonly valued?: readonly string[];
  readonly operands?: number;
}

const LAUNCHERS: Readonly<Record<string, Launcher>> = {
  ccache: {},
  distcc: {},
  icecc: {},
  sccache: {},
  env: { valued: ["-u", "--unset", "-C", "--chdir"] },
  nice: { valued: ["-n", "--adjustment"] },
  ionice: { valued: ["-c", "-n", "--class", "--classdata"] },
  nohup: {},
  setsid: {},
  chrt: { valued: ["-T", "-P", "-D", "-p"], operands: 1 },
  faketime: { operands: 1 },
  time: { valued: ["-f", "-o", "--format", "--output"] },
  timeout: { valued: ["-k", "-s", "--kill-after", "--signal"], operands: 1 },
  taskset: { operands: 1 },
  stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"] },
  setarch: { operands: 1 },
  linux32: {},
  linux64: {},
  i386: {},
  i686: {},
  x86_64: {},
  flock: { valued: ["-w", "-E", "--timeout", "--conflict-exit-code"], operands: 1 },
  sudo: { valued: ["-u", "-g", "-C", "-D", "-R", "-T", "--user", "--group", "--chdir"] },
  bear: { valued: ["--output", "--config"] },
  libtool: {},
  exec: {},
  command: {},
};

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** Number of words before the program that is run in the end; 0 where the first is that program. */
export function launcherWords(argv: readonly string[]): number {
  let at = 0;
  for (;;) {
    const next = afterLauncher(argv, at);
    // A launcher alone (`ccache -s`) starts nothing: it is the program.
    if (next === at || next >= argv.length) return at;
    at = next;
  }
}

/**
 * The launchers of a command without those that only matter to what it makes: for who only reads the unit, they would ask
 * for a password, hold a lock, or not be there.
 */
export function launchersThatTell(launchers: readonly string[]): string[] {
  const kept: string[] = [];
  // A program behind them, which none of them can be.
  const argv = [...launchers, "./compiler"];
  for (let at = 0; at < launchers.length; ) {
    const next = afterLauncher(argv, at);
    if (next === at) return [...kept, ...launchers.slice(at)];
    const isMaking =
      MAKING.test(basename(argv[at] ?? "")) ||
      basename(argv[at + 1] ?? "") === "libtool" ||
      argv[at + 2] === "__run_co_compile";
    if (!isMaking) kept.push(...launchers.slice(at, next));
    at = next;
  }
  return kept;
}

const MAKING = /^(?:sudo|flock|bear|libtool|sccache|distcc|icecc)$/;

function afterLauncher(argv: readonly string[], at: number): number {
  const word = argv[at] ?? "";
  if (ASSIGNMENT.test(word)) return at + 1;
  if (basename(word) === "cmake" && argv[at + 1] === "-E") return afterCMake(argv, at);
  // `/bin/sh ../libtool --mode=compile gcc …`
  if (/^(?:ba|da)?sh$/.test(basename(word)) && basename(argv[at + 1] ?? "") === "libtool")
    return afterLauncher(argv, at + 1);
  const launcher = lookUp(LAUNCHERS, basename(word));
  if (launcher === undefined) return at;
  let next = at + 1;
  while (argv[next]?.startsWith("-") === true) {
    const option = argv[next++] as string;
    if (option === "--") break;
    if (launcher.valued?.includes(option) === true) next++;
  }
  return next + (launcher.operands ?? 0);
}

/** `cmake -E env A=1 gcc …`, `cmake -E __run_co_compile --tidy=… -- gcc …`, as CMake's own build files have them. */
function afterCMake(argv: readonly string[], at: number): number {
  const tool = argv[at + 2];
  if (tool === "__run_co_compile") {
    const end = argv.indexOf("--", at);
    return end < 0 ? at : end + 1;
  }
  if (tool !== "env" && tool !== "time") return at;
  const next = argv.findIndex((word, place) => place > at + 2 && !/^--/.test(word) && !ASSIGNMENT.test(word));
  return next < 0 ? at : next;
}
