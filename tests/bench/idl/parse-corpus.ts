/**
 * Reads folders of real IDL and prints how many files are understood and how fast: syntax alone, then with checks.
 * Nothing is asserted. `npx tsx --conditions=source tests/bench/idl/parse-corpus.ts [-I FOLDER]... FOLDER...`
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkUnit, makeReport, parseFile, type ReadInclude, type Report } from "@weft/weaver-bridge/idl";

const { folders, includes } = readArguments(process.argv.slice(2));
const cache = new Map<string, string | undefined>();

function readArguments(args: readonly string[]) {
  const includes: string[] = [];
  const folders: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string;
    if (argument === "-I") includes.push(args[++at] ?? ".");
    else folders.push(argument);
  }
  return { folders, includes };
}

function read(path: string): string | undefined {
  if (!cache.has(path)) cache.set(path, existsSync(path) ? readFileSync(path, "latin1") : undefined);
  return cache.get(path);
}

const readInclude: ReadInclude = (name, { from }) => {
  for (const folder of [dirname(from), ...includes]) {
    const file = join(folder, name);
    const text = read(file);
    if (text !== undefined) return { file, text };
  }
  return undefined;
};

for (const folder of folders) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".idl"),
  );
  const files = names.map((name) => ({ file: join(folder, name), text: read(join(folder, name)) ?? "" }));
  console.log(`${folder}: ${files.length} files`);
  // Alone, without what they include, so that each byte is counted once.
  measure("lexing and parsing", files, (file, text, report) =>
    parseFile(file, text, () => ({ file: "", text: "" }), [], report),
  );
  tally("parsed", files, (file, text, report) => parseFile(file, text, readInclude, [], report));
  tally("checked", files, (file, text, report) => {
    checkUnit({ file, text, readInclude, importHeader: undefined, defines: [], threadSize: 4 }, report);
  });
}

type Job = (file: string, text: string, report: Report) => unknown;
interface Source {
  readonly file: string;
  readonly text: string;
}

function measure(what: string, files: readonly Source[], job: Job): void {
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    for (const { file, text } of files) job(file, text, makeReport());
    best = Math.min(best, performance.now() - start);
  }
  console.log(
    `  ${what}: ${(bytes / 1e6).toFixed(2)} MB, best of 5: ${(bytes / 1000 / best).toFixed(2)} MB/s`,
  );
}

/** Problems that only say what L4 cannot carry are counted apart: the file was understood. */
function tally(what: string, files: readonly Source[], job: Job): void {
  let good = 0;
  let untransferable = 0;
  const causes = new Map<string, number>();
  for (const { file, text } of files) {
    const report = makeReport();
    job(file, text, report);
    const errors = report.problems.filter((problem) => problem.severity === "error");
    const real = errors.filter((problem) => problem.code !== "idl/not-transferable");
    if (real.length === 0) good++;
    if (errors.length > real.length) untransferable++;
    for (const { code } of real.slice(0, 1)) causes.set(code, (causes.get(code) ?? 0) + 1);
  }
  const why = [...causes].map(([code, count]) => `${code} ${count}`).join(", ");
  console.log(
    `  ${what}: ${good} of ${files.length} without error${why === "" ? "" : ` (first errors: ${why})`}; ${untransferable} use types that L4 stubs cannot carry`,
  );
}
