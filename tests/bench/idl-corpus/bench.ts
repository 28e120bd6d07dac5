/**
 * How much of the world's real IDL is understood, and how fast. A file counts as parsed without a problem of the
 * preprocessor or the grammar, as checked when every name resolves too. Files that fail are listed with what the
 * corpus's own compiler says of them: many are fragments that only another file makes whole.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { checkUnit, makeReport, parseFile, type Report } from "@weft/weaver-bridge/idl";
import { type Problem, printProblem } from "@weft/weaver-bridge/model";
import { type Corpus, corpora } from "./corpora.js";
import { reader, type Source } from "./sources.js";
import { refusalOf } from "./stubs.js";

/** Understood, but nothing that L4 stubs are made of: these say so and are no failure to read the file. */
const BACK_END = new Set(["idl/not-transferable", "idl/direction", "idl/number", "idl/kernel"]);

export function benchCorpora(): void {
  const rows = corpora().map(measure);
  console.log(
    "\ncorpus                          files  read  refused by both  names of C  can't yet  nobody asked  refused by theirs alone",
  );
  for (const { name, counts } of rows)
    console.log(
      `${name.padEnd(30)} ${counts.map((count, column) => String(count).padStart(COLUMNS[column] ?? 0)).join("")}`,
    );
}

/** Widths below the table's words. */
const COLUMNS = [6, 6, 17, 12, 11, 14, 25];

/** `names of C`: theirs leaves them to the C compiler, and what they mean decides how a message is laid out. */
type Verdict = "read" | "refused by both" | "names of C" | "can't yet" | "nobody asked";

interface Judged {
  readonly source: Source;
  readonly problem: Problem | undefined;
  readonly verdict: Verdict;
}

function measure(corpus: Corpus): { readonly name: string; readonly counts: readonly number[] } {
  const sources = sourcesOf(corpus);
  const judged = sources.map((source) => judge(corpus, source));
  const parsed = sources.filter((source) => syntaxProblem(corpus, source) === undefined).length;
  const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
  console.log(`${corpus.name}: ${sources.length} files, parsed ${parsed}, checked ${count("read")}`);
  console.log(`  ${speed(sources)} MB/s warm, lexer, preprocessor and parser (goal 5)`);
  for (const { source, problem, verdict } of judged)
    if (problem !== undefined)
      console.log(`  ${relative(corpus.folder, source.file)}: ${verdict}: ${brief(corpus, problem)}`);
  const read = judged.filter(({ verdict }) => verdict === "read");
  if (process.env.WEFT_IDL_STUBS !== undefined)
    tellStubs(
      corpus,
      read.map(({ source }) => source),
    );
  const stricter = read.filter(({ source }) => corpus.accepts(source.file) === false).length;
  const verdicts = (["read", "refused by both", "names of C", "can't yet", "nobody asked"] as const).map(
    count,
  );
  return { name: corpus.name, counts: [sources.length, ...verdicts, stricter] };
}

/** Of the files that are read: whose stubs compile for each kernel, and the first reason of each that has none. */
function tellStubs(corpus: Corpus, sources: readonly Source[]): void {
  const refused = sources.flatMap((source) => {
    const refusal = refusalOf(corpus, source);
    return refusal === undefined ? [] : [{ source, refusal }];
  });
  console.log(`  stubs for three kernels compile: ${sources.length - refused.length} of ${sources.length}`);
  for (const { source, refusal } of refused)
    console.log(
      `  ${relative(corpus.folder, source.file)}: ${refusal.kernel}, ${refusal.by}: ${refusal.words.slice(0, 150)}`,
    );
}

function judge(corpus: Corpus, source: Source): Judged {
  const problem = checkProblem(corpus, source);
  if (problem === undefined) return { source, problem, verdict: "read" };
  const accepted = corpus.accepts(source.file);
  return { source, problem, verdict: verdictOf(accepted, corpus.leavesNames === true && isUnknown(problem)) };
}

const isUnknown = ({ code }: Problem) => code === "idl/unknown-name";

function verdictOf(accepted: boolean | undefined, isNameOfC: boolean): Verdict {
  if (accepted === undefined) return "nobody asked";
  if (!accepted) return "refused by both";
  return isNameOfC ? "names of C" : "can't yet";
}

function brief(corpus: Corpus, problem: Problem): string {
  const text = printProblem(problem).replaceAll(`${corpus.folder}/`, "");
  return text.length > 150 ? `${text.slice(0, 150)}…` : text;
}

export function sourcesOf({ folder }: Corpus): Source[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".idl"),
  );
  return names
    .sort()
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), "latin1") }));
}

export function syntaxProblem(corpus: Corpus, source: Source): Problem | undefined {
  return firstError((report) => {
    parseFile(source.file, source.text, reader(corpus), corpus.defines, report);
  });
}

export function checkProblem(corpus: Corpus, source: Source): Problem | undefined {
  const readInclude = reader(corpus);
  return firstError((report) => {
    checkUnit(
      { ...source, readInclude, importHeader: undefined, defines: corpus.defines, threadSize: 4 },
      report,
    );
  });
}

function firstError(job: (report: Report) => void): Problem | undefined {
  const report = makeReport();
  job(report);
  return report.problems.find(({ severity, code }) => severity === "error" && !BACK_END.has(code));
}

/** Each file alone, without what it includes, so that each byte is counted once; the best of five rounds. */
function speed(sources: readonly Source[]): string {
  const bytes = sources.reduce((sum, { text }) => sum + text.length, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    for (const { file, text } of sources)
      parseFile(file, text, () => ({ file: "", text: "" }), [], makeReport());
    best = Math.min(best, performance.now() - start);
  }
  return (bytes / 1000 / best).toFixed(1);
}
