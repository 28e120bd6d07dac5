/** Snapshots for tests: files in memory, aspects parsed for real, effects as given. */
import type { AspectEffect, Effect, JoinPointKind, Language, Problem } from "@weft/weaver-bridge/model";
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import type { JoinPointShape } from "@weft/weaver-bridge/weaver";
import { plainEffects } from "../analysis/lines/plain-effects.js";
import { createDocuments, type KnownNames, type Snapshot, uriOfPath } from "../workspace/index.js";
import { idlFiles } from "./idl/idl-files.js";
import { createIdlSet, isIdlPath } from "./idl/idl-set.js";
import type { IdlSnapshot } from "./idl/idl-snapshot.js";
import { stubSources } from "./idl/stub-sources.js";
import { liveSources } from "./live/live.js";
import type { LiveMark } from "./live/live-marks.js";

export interface TestSnapshotOptions {
  readonly effects?: readonly AspectEffect[];
  readonly live?: readonly LiveMark[];
  /** Of contributors that have effects alone. */
  readonly plain?: readonly Effect[];
  readonly problems?: readonly Problem[];
  readonly shape?: JoinPointShape;
  readonly language?: Language;
  readonly names?: Partial<KnownNames>;
}

export function testSnapshot(
  files: Readonly<Record<string, string>>,
  options: TestSnapshotOptions = {},
): Snapshot & Pick<IdlSnapshot, "idl"> {
  const documents = createDocuments();
  for (const [path, text] of Object.entries(files)) documents.open(uriOfPath(path), "c", 1, text);
  const effects = options.effects ?? [];
  const problems = options.problems ?? [];
  const aspects = documents
    .all()
    .filter(({ path }) => path.endsWith(".ah"))
    .map((source) => ({ source, file: parseAspectFile(source.path, source.bytes.bytes) }));
  const idlPaths = documents.all().flatMap(({ path }) => (isIdlPath(path) ? [path] : []));
  const only = <T extends Effect>(all: readonly T[], path: string) =>
    all.filter(({ target }) => target.file === path);
  const live = (path: string) => (options.live ?? []).filter(({ effect }) => effect.target.file === path);
  const snapshot: ReturnType<typeof testSnapshot> = {
    contributions: [
      { inSources: liveSources(() => snapshot, live) },
      {
        inSources: plainEffects(
          () => snapshot,
          (path) => only(options.plain ?? [], path),
        ),
      },
      { inSources: stubSources(() => snapshot) },
    ],
    ownerOf: (path) => (isIdlPath(path) ? idlFiles(() => snapshot) : undefined),
    foundIn: () => [],
    aspects,
    aspectsWith: () => aspects,
    idl: createIdlSet(documents).read(
      {
        root: "/",
        declared: false,
        aspects: [],
        units: new Map(),
        idl: [],
        specializations: [],
        problems: [],
      },
      idlPaths,
    ),
    text: (path) => documents.read(path),
    textsWith: (word) => documents.all().filter(({ text }) => text.includes(word)),
    sources: () => documents.all().filter(({ path }) => /\.[ch]$/.test(path)),
    effectsIn: (path) => only(effects, path),
    effectsFrom: (path) => effects.filter(({ origin }) => origin.file === path),
    effectsByFile: (paths) =>
      new Map(
        documents
          .all()
          .filter(({ path }) => paths?.has(path) ?? true)
          .map(({ path }) => [path, only(effects, path)]),
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
  return snapshot;
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
