/** Snapshots for tests: files in memory, aspects parsed for real, effects as given. */
import type { AspectEffect, JoinPointKind, Language, Problem } from "@weft/weaver-bridge/model";
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import type { JoinPointShape } from "@weft/weaver-bridge/weaver";
import { createDocuments, type KnownNames, type Snapshot, uriOfPath } from "../workspace/index.js";
import { createIdlSet } from "../workspace/projects/idl-set.js";

export interface TestSnapshotOptions {
  readonly effects?: readonly AspectEffect[];
  readonly live?: ReturnType<Snapshot["liveIn"]>;
  readonly residual?: ReturnType<Snapshot["residualIn"]>;
  readonly problems?: readonly Problem[];
  readonly shape?: JoinPointShape;
  readonly language?: Language;
  readonly names?: Partial<KnownNames>;
}

export function testSnapshot(
  files: Readonly<Record<string, string>>,
  options: TestSnapshotOptions = {},
): Snapshot {
  const documents = createDocuments();
  for (const [path, text] of Object.entries(files)) documents.open(uriOfPath(path), "c", 1, text);
  const effects = options.effects ?? [];
  const problems = options.problems ?? [];
  const aspects = documents
    .all()
    .filter(({ path }) => path.endsWith(".ah"))
    .map((source) => ({ source, file: parseAspectFile(source.path, source.bytes.bytes) }));
  return {
    aspects,
    aspectsWith: () => aspects,
    idl: createIdlSet(documents).read(
      { root: "/", declared: false, aspects: [], units: new Map(), idl: [], problems: [] },
      documents.all().flatMap(({ path }) => (path.endsWith(".idl") ? [path] : [])),
    ),
    text: (path) => documents.read(path),
    textsWith: (word) => documents.all().filter(({ text }) => text.includes(word)),
    sources: () => documents.all().filter(({ path }) => /\.[ch]$/.test(path)),
    residualIn: (path) => (options.residual ?? []).filter(({ target }) => target.file === path),
    liveIn: (path) => (options.live ?? []).filter(({ effect }) => effect.target.file === path),
    effectsIn: (path) => effects.filter(({ target }) => target.file === path),
    effectsFrom: (path) => effects.filter(({ origin }) => origin.file === path),
    effectsByFile: (paths) =>
      new Map(
        documents
          .all()
          .filter(({ path }) => paths?.has(path) ?? true)
          .map(({ path }) => [path, effects.filter(({ target }) => target.file === path)]),
      ),
    programFiles: () => documents.all().map(({ path }) => path),
    filesWithProblems: () => problems.flatMap(({ range }) => (range === undefined ? [] : [range.file])),
    stateOf: () => ({ state: "ready" }),
    isFirstRead: () => false,
    problemsIn: (path) => problems.filter(({ range }) => range?.file === path),
    shapesOf: () => (options.shape === undefined ? [] : [options.shape]),
    unitsReachedBy: () => [],
    introducedText: () => new Map(),
    introducedInto: () => [],
    languageAround: () => options.language ?? "c",
    names: () => ({ functions: [], variables: [], fields: [], records: [], ...options.names }),
  };
}

/** An effect of `Trace` (advice 0) in `/t.ah` on a join point of `/k.c`. */
export function testEffect(
  kind: JoinPointKind,
  signature: string,
  place: { readonly line: number; readonly column: number; readonly endColumn?: number },
  more: Partial<AspectEffect> = {},
): AspectEffect {
  const { line, column, endColumn = column + 1 } = place;
  return {
    id: `${kind}@${line}:${column}`,
    target: { file: "/k.c", startLine: line, startColumn: column, endLine: line, endColumn },
    origin: { file: "/t.ah", startLine: 2, startColumn: 3, endLine: 2, endColumn: 30 },
    by: { tool: "aspects", name: "Trace" },
    title: `Trace: before ${kind} of ${signature}`,
    reason: "the name matches",
    certainty: "certain",
    order: 0,
    binding: {
      kind: "advice",
      when: "before",
      joinPoint: { id: `${line}:${column}`, kind, signature, within: "int run(void)", inMacro: false },
      adviceIndex: 0,
    },
    ...more,
  };
}
