/**
 * Calls the commands of `weft` in a hostile folder, each under a trace of the programs that are started; and says what came
 * through: a program that is not the system's, a mark that something left, a wait that did not end, a fault of Weft itself.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { programsOf, tracing } from "../started-programs.js";
import type { Place } from "./place.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const weft = join(root, "weaver-bridge/dist/weft.js");
/** Milliseconds; then a command counts as one that does not end. */
const PATIENCE = 120_000;
/** As many beside each other as the machine of a gate has processors. */
const BESIDE = 2;

/** Empty where nothing came through; else the command and what. */
export async function cameThrough(
  place: Place,
  commands: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const rest = [...commands.entries()];
  const found: string[] = [];
  const work = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [at, words] = next;
      found.push(...(await judge(place, words, at)).map((what) => `weft ${words.join(" ")}: ${what}`));
    }
  };
  await Promise.all(Array.from({ length: BESIDE }, work));
  return [...found, ...place.ran().map((mark) => `left a mark: ${mark}`)];
}

async function judge(place: Place, words: readonly string[], at: number): Promise<string[]> {
  const trace = `${place.marks}-trace-${at}`;
  const { code, signal, said } = await call(place, words, trace);
  return [
    ...startedIn(trace, place),
    ...(signal === null ? [] : [`did not end (${signal})`]),
    ...(code === 0 || said !== "" ? [] : ["said nothing"]),
    ...(/fault of Weft itself|TypeError|internal/.test(said) ? [`a fault: ${said.slice(0, 400)}`] : []),
  ];
}

/** One command of `weft` in the folder. `said`: on both streams. */
export async function call(place: Place, words: readonly string[], trace: string) {
  const [strace = "", ...before] = tracedWeft(trace, words);
  const child = spawn(strace, before, {
    cwd: place.root,
    env: careless(place),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return { code, signal, said };
}

/** The command under a trace of the programs that it starts. */
export function tracedWeft(trace: string, words: readonly string[]): string[] {
  return [...tracing(trace), process.execPath, weft, ...words];
}

/** What a trace tells of programs that are not the machine's. */
export function startedIn(trace: string, place: Place): string[] {
  const started = programsOf(readFileSync(trace, "utf8"));
  if (!started.includes(process.execPath)) return ["the trace is empty"];
  return started.filter((program) => !isOfTheMachine(program, place)).map((program) => `started ${program}`);
}

/** As some have it: the working directory among the places of programs, libraries and modules. */
export function careless({ marks }: Place): NodeJS.ProcessEnv {
  const home = join(dirname(marks), "home");
  mkdirSync(home, { recursive: true });
  const own = { HOME: home, XDG_CACHE_HOME: join(home, "cache"), XDG_RUNTIME_DIR: home };
  const addon = join(root, "weaver-bridge/clang-ast/native/build/Release/weft_clang.node");
  const path = `.::tools:${process.env.PATH}`;
  // As start files make them of a variable that was empty.
  const lists = { LD_LIBRARY_PATH: ":/opt", COMPILER_PATH: ":/opt", PYTHONPATH: ":/opt" };
  return { ...process.env, ...own, ...lists, PATH: path, WEFT_RESIDENT: "off", WEFT_CLANG_ADDON: addon };
}

function isOfTheMachine(program: string, place: Place): boolean {
  if (!program.startsWith("/")) return false;
  const real = realpathSync(program);
  const theirs = realpathSync(dirname(place.root));
  return !program.startsWith(dirname(place.root)) && !real.startsWith(theirs);
}
