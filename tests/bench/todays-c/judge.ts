/** What `weft cc` makes of a program of today's C, beside what the compiler makes of it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "../../../weaver-bridge/cli/test/weft-process.js";
import { ASPECT, type Program, textOf } from "./programs.js";

export interface Verdict {
  /**
   * `whole`: all functions are advised, `told`: what was not is said and all else is woven, `lost`: more than that is missing,
   * `silent`: advice is missing and nothing says so, `wrong`: the woven program does not compile or says something else,
   * `unknown`: the compiler itself refuses the program.
   */
  readonly kind: "whole" | "told" | "lost" | "silent" | "wrong" | "unknown";
  /** What Weft or the compiler said. */
  readonly said: string;
}

/** `compiler` is a program's name and perhaps its options. `cc`: `weft cc` as a command line. */
export function judge(compiler: readonly string[], program: Program, cc: readonly string[]): Verdict {
  const folder = mkdtempSync(join(tmpdir(), "weft-todays-c-"));
  try {
    writeFileSync(join(folder, "p.c"), textOf(program));
    writeFileSync(join(folder, "enter.ah"), ASPECT);
    const words = [...compiler, "-w", "p.c", "-o", "plain", ...(program.options ?? [])];
    const plain = run(folder, words);
    if (plain.status !== 0) return { kind: "unknown", said: plain.stderr };
    const expected = run(folder, ["./plain"]);
    if (expected.status !== 0) return { kind: "unknown", said: `exit code ${expected.status}` };
    const woven = run(folder, [
      ...[...cc, "--aspects", "enter.ah", "--"],
      ...words.map((word) => (word === "plain" ? "woven" : word)),
    ]);
    if (woven.status !== 0) return { kind: "wrong", said: woven.stderr };
    const found = run(folder, ["./woven"]);
    if (found.status !== 0 || found.stdout !== expected.stdout)
      return { kind: "wrong", said: `${found.stdout}${found.stderr}, not ${expected.stdout}` };
    return { kind: kindOf(found.stderr, woven.stderr), said: woven.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function kindOf(entered: string, said: string): Verdict["kind"] {
  const isEntered = (name: string) => entered.includes(`enter int ${name}(`);
  if (isEntered("f") && isEntered("g") && isEntered("main")) return said === "" ? "whole" : "told";
  if (said === "") return "silent";
  return isEntered("g") && isEntered("main") ? "told" : "lost";
}

function run(folder: string, [program = "", ...words]: readonly string[]) {
  const env = { ...environment(), LC_ALL: "C" };
  return spawnSync(program, words, { cwd: folder, encoding: "utf8", env, timeout: 60_000 });
}

/** The C compilers of this machine, with the newest dialect that each has. */
export function compilersHere(names: readonly string[]): (readonly string[])[] {
  return names.flatMap((name) => {
    for (const dialect of ["-std=gnu2y", "-std=gnu23", "-std=gnu2x"]) {
      const tried = spawnSync(name, [dialect, "-E", "-x", "c", "/dev/null"], { encoding: "utf8" });
      if (tried.status === 0) return [[name, dialect]];
    }
    return [];
  });
}

export function versionOf(compiler: string): string {
  const { stdout } = spawnSync(compiler, ["--version"], { encoding: "utf8" });
  return stdout?.split("\n")[0] ?? "";
}
