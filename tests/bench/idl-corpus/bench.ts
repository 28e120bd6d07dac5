/**
 * How much of the world's real IDL is understood, and how fast. A file counts as parsed without a problem of the
 * preprocessor or the grammar, as checked when every name resolves too. Files that fail are listed with what the
 * corpus's own compiler says of them: many are fragments that only another file makes whole.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { checkUnit, makeReport, parseFile, type ReadInclude, type Report } from "@weft/weaver-bridge/idl";
import { type Problem, printProblem } from "@weft/weaver-bridge/model";
import { type Corpus, corpora } from "./corpora.js";

/** Understood, but nothing that L4 stubs are made of: these say so and are no failure to read the file. */
const BACK_END = new Set(["idl/not-transferable", "idl/direction", "idl/number", "idl/kernel"]);

export interface Source {
  readonly file: string;
  readonly text: string;
}

export function benchCorpora(): void {
  for (const corpus of corpora()) measure(corpus);
}

function measure(corpus: Corpus): void {
  const sources = sourcesOf(corpus);
  const parsed = sources.map((source) => ({ source, problem: syntaxProblem(corpus, source) }));
  const checked = sources.map((source) => ({ source, problem: checkProblem(corpus, source) }));
  const good = (results: typeof parsed) => results.filter(({ problem }) => problem === undefined).length;
  console.log(`${corpus.name}: ${sources.length} files, parsed ${good(parsed)}, checked ${good(checked)}`);
  console.log(`  ${speed(sources)} MB/s warm, lexer, preprocessor and parser (goal 5)`);
  for (const [index, { source, problem }] of checked.entries()) {
    if (problem === undefined) continue;
    const oracle = corpus.accepts(source.file);
    const verdict =
      oracle === undefined
        ? "no other compiler asked"
        : oracle
          ? "its own compiler ACCEPTS it"
          : "its own compiler rejects it too";
    const stage = parsed[index]?.problem === undefined ? "check" : "parse";
    console.log(`  ${relative(corpus.folder, source.file)}: ${stage}, ${verdict}: ${brief(corpus, problem)}`);
  }
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

const texts = new Map<string, string | undefined>();

function reader({ includeFolders }: Corpus): ReadInclude {
  return (name, { from }) => {
    for (const folder of [dirname(from), ...includeFolders]) {
      const file = join(folder, name);
      if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, "latin1") : undefined);
      const text = texts.get(file);
      if (text !== undefined) return { file, text };
    }
    return undefined;
  };
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
