/**
 * A program with advice on everything in it that only counts must print what it prints without. Programs say on their
 * first line which options they are compiled with: `// options: -std=gnu++17`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Counting } from "../support/counting-advice.js";
import { repository } from "../support/kernel-units.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const PROGRAMS = join(dirname(fileURLToPath(import.meta.url)), "programs");
const BUILD_DEADLINE = 120_000;
const RUN_DEADLINE = 20_000;

export const programs = (): readonly string[] => readdirSync(PROGRAMS).sort();

export const isC = (program: string): boolean => extname(program) === ".c";

/** Of one program, built plain and woven, in a folder of its own until it is disposed of. */
export class WovenProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), "weft-same-output-"));
  readonly #text: string;
  readonly #words: readonly string[];
  readonly #plain: string;

  constructor(
    private readonly program: string,
    options: readonly string[] = [],
  ) {
    this.#text = readFileSync(join(PROGRAMS, program), "utf8");
    const own = /^\/\/ options: (.*)/.exec(this.#text)?.[1]?.split(" ") ?? [];
    this.#words = [...own, ...options, "-w", "-pthread"];
    writeFileSync(join(this.#folder, program), this.#text);
    const built = this.#run([isC(program) ? "gcc" : "g++", ...this.#words, program, "-o", "plain"]);
    if (built.status !== 0) throw new Error(`${program} does not compile without aspects:\n${built.stderr}`);
    this.#plain = this.#printed("plain");
  }

  /** Undefined when it prints the same, else in a line what is different. */
  difference({ advice }: Counting): {
    readonly difference: string | undefined;
    readonly rejected: readonly string[];
  } {
    writeFileSync(
      join(this.#folder, "counting.ah"),
      `static int weft_count;\naspect Counting {\n${advice}\n};\n`,
    );
    const words = isC(this.program)
      ? [WEFT, "cc", "--aspects", "counting.ah", "--", "gcc", ...this.#words, this.program, "-o", "woven"]
      : [WEFT, "ag++", ...this.#words, "-p", ".", "-a", "counting.ah", this.program, "-o", "woven"];
    const built = this.#run(words);
    const rejected = built.stderr
      .split("\n")
      .filter((line) => /\[weft\/(?:weave\/rejected|cc\/not-woven)\]/.test(line));
    if (built.status !== 0) {
      const error = /^.*\berror\b.*$/m.exec(built.stderr)?.[0] ?? built.stderr.slice(0, 300);
      return { difference: `not built: ${error}`, rejected };
    }
    const woven = this.#printed("woven");
    return { difference: firstDifference(this.#plain, woven), rejected };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #printed(program: string): string {
    const { stdout, stderr, status, signal } = this.#run([join(this.#folder, program)], RUN_DEADLINE);
    return `${stdout}${stderr}ends with ${signal ?? status}\n`;
  }

  #run([command = "", ...words]: readonly string[], timeout = BUILD_DEADLINE) {
    return spawnSync(command, words, {
      cwd: this.#folder,
      encoding: "latin1",
      timeout,
      maxBuffer: 1 << 24,
    });
  }
}

function firstDifference(plain: string, woven: string): string | undefined {
  if (plain === woven) return undefined;
  const [want, got] = [plain.split("\n"), woven.split("\n")];
  const line = want.findIndex((text, index) => text !== got[index]);
  const shown = (text = "") => JSON.stringify(text.slice(0, 200));
  return `line ${line + 1}: ${shown(got[line])}, without advice ${shown(want[line])}`;
}
