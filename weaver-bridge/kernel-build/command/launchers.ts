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

function afterLauncher(argv: readonly string[], at: number): number {
  const word = argv[at] ?? "";
  if (ASSIGNMENT.test(word)) return at + 1;
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
