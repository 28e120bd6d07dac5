/** The counts of the paper's Table 2 over the two source trees of mini-ecos, and of woven join points by a weaver's repository. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SAMPLE } from "./builds.js";

const CONCERNS: Readonly<Record<string, RegExp>> = {
  tracing: /^\s*REPORT_(?:FUNCTION|RETURN)\(\);/,
  instrumentation: /^\s*INSTRUMENT_\w+\(/,
  "interrupt synchronization": /^\s*(?:Scheduler::)?(?:un)?lock\(\);/,
};

export interface ConcernCount {
  readonly name: string;
  /** Lines in the original, in the refactored kernel proper, and in the aspects beside it. */
  readonly original: number;
  readonly refactored: number;
  readonly inAspects: number;
}

export interface OptionCount {
  readonly option: string;
  /** Conditional blocks in the original, and within aspects. */
  readonly original: number;
  readonly inAspects: number;
}

export interface AspectCount {
  readonly aspect: string;
  readonly advice: number;
  readonly joinPoints: number;
  readonly introductions: number;
}

const sources = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(SAMPLE, folder))
      .filter((name) => /\.(?:cxx|hxx|ah)$/.test(name))
      .map((name) => lines(join(folder, name))),
  );
const kernel = (tree: string) => sources(`${tree}/kernel`, `${tree}/include/kernel`);
const aspects = () => sources("aspects/concerns", "aspects/include");
const lines = (file: string) => readFileSync(join(SAMPLE, file), "utf8").split("\n");
const count = (files: readonly string[][], wanted: (line: string) => boolean) =>
  files.reduce((sum, file) => sum + file.filter(wanted).length, 0);
/** Neither blank nor comment. */
const isCode = (line: string) => /\S/.test(line) && !/^\s*(?:\/\*|\*|\*\/)/.test(line);

export function countConcerns(): ConcernCount[] {
  const [original, refactored, inAspects] = [kernel("original"), kernel("aspects"), aspects()];
  const row = (name: string, wanted: (line: string) => boolean) => ({
    name,
    original: count(original, wanted),
    refactored: count(refactored, wanted),
    inAspects: count(inAspects, wanted),
  });
  return [
    row("all lines of code", isCode),
    ...Object.entries(CONCERNS).map(([name, pattern]) => row(name, (line) => pattern.test(line))),
  ];
}

/** Options in the order of configurations.mk. */
export function countOptions(): OptionCount[] {
  const [original, inAspects] = [kernel("original"), aspects()];
  const options = [
    ...new Set([
      ...lines("configurations.mk")
        .join("\n")
        .matchAll(/^ASPECT_(?!NAMES)(\w+)/gm),
    ]),
  ];
  return options.map(([, option = ""]) => {
    const uses = (line: string) => /^#\s*if/.test(line) && new RegExp(`\\bCONFIG_${option}\\b`).test(line);
    return { option, original: count(original, uses), inAspects: count(inAspects, uses) };
  });
}

/** Undefined where ag++ is not installed. All options together. */
export function countJoinPoints(): AspectCount[] | undefined {
  const root = mkdtempSync(join(tmpdir(), "weft-ecos-repository-"));
  try {
    // In a copy: ac++ takes all below the project's folder into the repository.
    cpSync(SAMPLE, join(root, "kernel"), { recursive: true, filter: (file) => basename(file) !== "build" });
    const repository = join(root, "repository.xml");
    const words = ["VARIANT=aspects", "CONFIG=everything", "CXX=ag++"];
    const made = spawnSync(
      "make",
      ["-s", ...words, `AG_FLAGS=--target i686-pc-linux-gnu -r ${repository}`, `BUILD=${root}/build`],
      { cwd: join(root, "kernel"), encoding: "utf8", timeout: 240_000, maxBuffer: 1 << 28 },
    );
    if (made.status !== 0) return undefined;
    return readRepository(readFileSync(repository, "utf8"));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function readRepository(xml: string): AspectCount[] {
  const uses = new Map<string, number>();
  for (const [, id = ""] of xml.matchAll(/<CodeAdvice advice="(\d+)"/g))
    uses.set(id, (uses.get(id) ?? 0) + 1);
  return xml
    .split(/(?=<Aspect )/)
    .slice(1)
    .map((text) => {
      const advice = [...text.matchAll(/<AdviceCode [^>]*?\bid="(\d+)"/g)].map(([, id = ""]) => id);
      return {
        aspect: /\bname="(\w+)"/.exec(text)?.[1] ?? "?",
        advice: advice.length,
        joinPoints: advice.reduce((sum, id) => sum + (uses.get(id) ?? 0), 0),
        introductions: [...text.matchAll(/<Introduction /g)].length,
      };
    })
    .sort((left, right) => right.joinPoints - left.joinPoints);
}
