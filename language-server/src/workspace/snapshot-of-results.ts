/** {@link Snapshot} over the live state: lists are derived when asked for, and merged over the units that saw a file. */
import { unitLanguage } from "@weft/weaver-bridge/kernel-build";
import type { Advice, AspectEffect, Effect, Problem } from "@weft/weaver-bridge/model";
import {
  type EmptyExplanation,
  isBroken,
  noMatchProblem,
  problemsBetween,
} from "@weft/weaver-bridge/pointcut";
import { adviceKey } from "@weft/weaver-bridge/weaver";
import type { ContributionSet } from "./contributions/contribution-set.js";
import type { ProjectState, UnitCommand } from "./projects/project-set.js";
import { isIndexResult } from "./searches/index-result.js";
import {
  type AspectDocument,
  type FileState,
  isAspectPath,
  type KnownNames,
  type Snapshot,
} from "./snapshot.js";
import type { Documents } from "./texts/documents.js";
import { createEditFollower } from "./texts/edit-follower.js";
import type { AnalysedTexts, UnitResult } from "./unit-result.js";
import { type IntroducedText, movedText } from "./units/introduced-text.js";

export interface SnapshotSources {
  readonly documents: Documents;
  readonly results: ReadonlyMap<string, UnitResult>;
  readonly projects: () => readonly ProjectState[];
  readonly projectAt: (path: string) => ProjectState;
  readonly aspectsOf: (project: ProjectState) => readonly AspectDocument[];
  /** Open `.ah` files, whether a project names them or not. */
  readonly looseAspects: () => readonly AspectDocument[];
  readonly contributions: ContributionSet;
  /** Files with C or C++ text that belong to the projects, absolute. */
  readonly sourcePaths: () => readonly string[];
  readonly unitAt: (path: string) => UnitCommand | undefined;
  readonly isPending: (path: string) => boolean;
  readonly pendingCount: () => number;
  /** Some of its units were never read, and soon are. */
  readonly isFirstRead: (project: ProjectState) => boolean;
  /** All of the project's units are told about by its index. */
  readonly isIndexed: (project: ProjectState) => boolean;
}

export function createSnapshot(sources: SnapshotSources): Snapshot {
  const { documents, results } = sources;
  const aspects = () => {
    const all = [...sources.projects().flatMap(sources.aspectsOf), ...sources.looseAspects()];
    return [...new Map(all.map((document) => [document.source.path, document])).values()];
  };
  const allEffects = (accept: (effect: AspectEffect) => boolean): AspectEffect[] => {
    const follow = createEditFollower(documents);
    const isOutdated = outdatedTexts(sources);
    return mergeEffects(
      [...results].map(([unit, result]) =>
        result.effects
          .filter((effect) => accept(effect) && !isOutdated(unit, result, effect.target.file))
          .map((effect) => follow(effect, analysedText(unit, result, effect.target.file))),
      ),
    );
  };
  const foundIn = (path: string): Effect[] => {
    const follow = createEditFollower(documents);
    const isOutdated = outdatedTexts(sources);
    const found = [...results].flatMap(([unit, result]) =>
      result.found
        .filter(({ target }) => target.file === path && !isOutdated(unit, result, path))
        .map((effect) => follow(effect, analysedText(unit, result, path))),
    );
    return [...new Map(found.map((effect) => [effect.id, effect])).values()];
  };
  let lastKey = "";
  let lastIntroduced: ReadonlyMap<string, readonly IntroducedText[]> = new Map();
  return {
    get aspects() {
      return aspects();
    },
    contributions: sources.contributions.all,
    ownerOf: sources.contributions.ownerOf,
    text: (path) => documents.read(path),
    aspectsWith(path) {
      const together = sources.aspectsOf(sources.projectAt(path));
      const loose = sources.looseAspects().filter(({ source }) => source.path === path);
      return [...new Map([...together, ...loose].map((one) => [one.source.path, one])).values()];
    },
    sources: () => sources.sourcePaths().flatMap((path) => documents.read(path) ?? []),
    textsWith: (word) =>
      programFiles(sources, aspects()).flatMap((path) => documents.readWith(path, word) ?? []),
    foundIn,
    effectsIn: (path) => allEffects(({ target }) => target.file === path),
    effectsFrom: (path) => allEffects(({ origin }) => origin.file === path),
    effectsByFile(paths) {
      return groupByFile(allEffects(({ target }) => paths?.has(target.file) ?? true));
    },
    programFiles: () => programFiles(sources, aspects()),
    filesWithProblems: () => filesWithProblems(sources, aspects()),
    stateOf: (path) => stateOf(sources, path),
    isFirstRead: (path) => sources.isFirstRead(sources.projectAt(path)),
    problemsIn: (path) => problemsIn(sources, path, aspects()),
    shapesOf(path: string, advice: Advice) {
      const key = adviceKey(path, advice.aspect, advice.index);
      return [...results.values()].flatMap(({ shapes }) => shapes.get(key) ?? []);
    },
    unitsReachedBy: (path) =>
      [...results].flatMap(([unit, { effects }]) =>
        effects.some(({ binding, origin }) => binding.kind === "introduction" && origin.file === path)
          ? [unit]
          : [],
      ),
    introducedText() {
      const lists = [...introducedLists(sources, (path) => documents.readDisk(path)?.text)];
      const key = JSON.stringify(lists);
      if (key !== lastKey) {
        lastKey = key;
        lastIntroduced = textByFile(lists);
      }
      return lastIntroduced;
    },
    introducedInto: ({ path, text }) =>
      textByFile(introducedLists(sources, (file) => (file === path ? text : undefined))).get(path) ?? [],
    languageAround(path) {
      const units = [...sources.projectAt(path).units.values()];
      const inCxx = units.filter(({ input }) => unitLanguage(input) === "c++").length;
      return inCxx * 2 > units.length ? "c++" : "c";
    },
    names: () => mergeNames([...results.values()].map(({ names }) => names)),
  };
}

function groupByFile(effects: readonly AspectEffect[]): Map<string, AspectEffect[]> {
  const byFile = new Map<string, AspectEffect[]>();
  for (const effect of effects) {
    const { file } = effect.target;
    const known = byFile.get(file);
    if (known === undefined) byFile.set(file, [effect]);
    else known.push(effect);
  }
  return byFile;
}

/** Undefined for the text on disk. */
function analysedText(unit: string, { text, headers }: AnalysedTexts, path: string): string | undefined {
  return path === unit ? text : headers.get(path);
}

/**
 * Of an unsaved header, units that were analysed with its newest text have the say; what those know that have yet to be
 * analysed again is left out.
 */
function outdatedTexts({ documents, results }: SnapshotSources) {
  /** By file: its unsaved text, when some unit has seen it. */
  const unsaved = new Map<string, string | undefined>();
  const seenText = (path: string): string | undefined => {
    const open = documents.openText(path)?.text;
    if (open === undefined || open === documents.readDisk(path)?.text) return undefined;
    return [...results.values()].some(({ headers }) => headers.get(path) === open) ? open : undefined;
  };
  return (unit: string, { headers }: UnitResult, path: string): boolean => {
    if (path === unit) return false;
    if (!unsaved.has(path)) unsaved.set(path, seenText(path));
    const newest = unsaved.get(path);
    return newest !== undefined && headers.get(path) !== newest;
  };
}

/** At the places of texts that files have now; files without one are left out. */
function* introducedLists(
  { documents, results }: SnapshotSources,
  textNow: (path: string) => string | undefined,
): Iterable<IntroducedText> {
  for (const [unit, { introduced, introducedInto }] of results)
    for (const item of introduced) {
      const now = textNow(item.file);
      const then = analysedText(unit, introducedInto, item.file) ?? documents.readDisk(item.file)?.text;
      const moved = now === undefined || then === undefined ? undefined : movedText(item, then, now);
      if (moved !== undefined) yield moved;
    }
}

/** Units that share a header see the same in it. */
function textByFile(all: Iterable<IntroducedText>): Map<string, IntroducedText[]> {
  const byFile = new Map<string, IntroducedText[]>();
  const different = new Map([...all].map((item) => [JSON.stringify(item), item]));
  for (const item of different.values()) byFile.set(item.file, [...(byFile.get(item.file) ?? []), item]);
  return byFile;
}

function programFiles(sources: SnapshotSources, aspects: readonly AspectDocument[]): string[] {
  const projects = sources.projects();
  const files = new Set<string>(aspects.map(({ source }) => source.path));
  for (const { units } of projects) for (const unit of units.keys()) files.add(unit);
  const seen = new Set<string>();
  const roots = projects.map(({ root }) => `${root}/`);
  for (const [unit, result] of sources.results) {
    if (!isIndexResult(unit)) files.add(unit);
    for (const file of result.files) {
      if (seen.has(file)) continue;
      seen.add(file);
      if (roots.some((root) => file.startsWith(root))) files.add(file);
    }
  }
  return [...files];
}

function filesWithProblems(sources: SnapshotSources, aspects: readonly AspectDocument[]): string[] {
  const ranges = [...sources.results.values()].flatMap(({ problems }) => problems.map(({ range }) => range));
  const files = new Set(ranges.flatMap((range) => (range === undefined ? [] : [range.file])));
  for (const { source } of aspects) files.add(source.path);
  for (const { ownFiles } of sources.contributions.all)
    for (const path of ownFiles?.paths() ?? []) files.add(path);
  return [...files];
}

/** A header's join point is seen by every unit that includes it; it is one place for the user. */
function mergeEffects(lists: readonly (readonly AspectEffect[])[]): AspectEffect[] {
  const merged = new Map<string, AspectEffect>();
  for (const effect of lists.flat()) {
    const { target: range, binding } = effect;
    const { kind, signature, within } = binding.joinPoint;
    const place = [range.file, range.startLine, range.startColumn, range.endLine, range.endColumn];
    const key = [
      kind,
      signature,
      within,
      ...place,
      effect.origin.file,
      effect.by.name,
      effect.binding.adviceIndex,
    ].join("\0");
    if (!merged.has(key)) merged.set(key, effect);
  }
  return [...merged.values()].sort(
    (a, b) =>
      (a.target.file < b.target.file ? -1 : a.target.file > b.target.file ? 1 : 0) ||
      a.target.startLine - b.target.startLine ||
      a.target.startColumn - b.target.startColumn ||
      a.order - b.order,
  );
}

function stateOf(sources: SnapshotSources, path: string): FileState {
  const project = sources.projectAt(path);
  const message = project.message === undefined ? {} : { message: project.message };
  const owner = sources.contributions.ownerOf(path);
  if (owner !== undefined)
    return { state: owner.isComputing?.(path) ? "computing" : "ready", ...openVersion(sources, path) };
  const waiting = sources.pendingCount() > 0 ? "computing" : "ready";
  if (isAspectPath(path)) return { state: waiting, ...message, ...openVersion(sources, path) };
  const result = sources.results.get(path);
  const analysed = result?.version === undefined ? {} : { version: result.version };
  if (sources.isPending(path)) return { state: "computing", ...message, ...analysed };
  if (result === undefined) return stateOfHeader(sources, path, project);
  const reason = result.message === undefined ? message : { message: result.message };
  return { state: result.status, ...reason, ...analysed };
}

function openVersion({ documents }: SnapshotSources, path: string): { version?: number } {
  const version = documents.openText(path)?.version;
  return version === undefined ? {} : { version };
}

/** Of a file that is no unit: what the units say that include it. */
function stateOfHeader(sources: SnapshotSources, path: string, project: ProjectState): FileState {
  const message = project.message === undefined ? {} : { message: project.message };
  const includers = [...sources.results].filter(([, { files }]) => files.has(path));
  if (includers.some(([unit]) => sources.isPending(unit))) return { state: "computing", ...message };
  if (includers.length > 0) return { state: "ready", ...message };
  if (sources.pendingCount() > 0) return { state: "computing", ...message };
  return { state: "failed", message: project.message ?? "No unit of the project includes this file" };
}

function problemsIn(sources: SnapshotSources, path: string, aspects: readonly AspectDocument[]): Problem[] {
  const ofProjects = sources
    .projects()
    .flatMap(({ root, problems }) =>
      problems.filter(({ range }) =>
        range === undefined ? path === `${root}/weft.json` : range.file === path,
      ),
    );
  const owner = sources.contributions.ownerOf(path);
  if (owner !== undefined) return [...ofProjects, ...owner.problems(path)];
  const ofUnits = [...sources.results.values()].flatMap(({ problems }) =>
    problems.filter(({ range, code }) => range?.file === path && code !== "pointcut/no-match"),
  );
  const document = aspects.find(({ source }) => source.path === path);
  const ofAspect = document === undefined ? [] : aspectProblems(sources, document);
  const all = [...ofProjects, ...ofAspect, ...sources.contributions.problemsIn(path), ...ofUnits];
  return [...new Map(all.map((problem) => [problemKey(problem), problem])).values()];
}

/** What is wrong with a piece of advice is so at many join points, each named in a message of its own. */
function problemKey({ code, range, message }: Problem): string {
  return JSON.stringify([code, range, code.startsWith("weave/") ? "" : message]);
}

function aspectProblems(sources: SnapshotSources, document: AspectDocument): Problem[] {
  const { path } = document.source;
  const project = sources.projectAt(path);
  const files = sources.aspectsOf(project).map(({ file }) => file);
  const between = problemsBetween(files).filter(({ range }) => range?.file === path);
  if (project.declared && !project.aspects.includes(path))
    return [...document.file.problems, notListed(document, project)];
  const analysed = [...project.units.keys()].filter(
    (unit) => sources.results.get(unit)?.status === "ready",
  ).length;
  const own = [...document.file.problems, ...between];
  if ((analysed === 0 && !sources.isIndexed(project)) || sources.pendingCount() > 0) return own;
  const results = [...sources.results.values()];
  const matched = new Set(results.flatMap(({ shapes }) => [...shapes.keys()]));
  const unmatched = document.file.aspects.flatMap(({ name, advice: all }) =>
    all
      .map((advice) => ({ advice, key: adviceKey(path, name, advice.index) }))
      .filter(({ advice, key }) => !matched.has(key) && !isBroken(advice.pointcut))
      .map(({ advice, key }) =>
        noMatchProblem({ advice, file: document.file }, explanationsOf(results, key)),
      ),
  );
  return [...own, ...unmatched];
}

function explanationsOf(results: readonly UnitResult[], key: string): EmptyExplanation[] {
  return results.flatMap(({ unmatched }) => unmatched.get(key) ?? []);
}

function notListed(document: AspectDocument, project: ProjectState): Problem {
  return {
    code: "project/aspect-not-listed",
    severity: "warning",
    range: { file: document.source.path, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    message: "this aspect file is not part of the project, so nothing in it is woven",
    hint: `Add it to "aspects" in ${project.root}/weft.json.`,
  };
}

function mergeNames(all: readonly KnownNames[]): KnownNames {
  const union = (key: keyof KnownNames) => [...new Set(all.flatMap((names) => names[key]))].sort();
  return {
    functions: union("functions"),
    variables: union("variables"),
    fields: union("fields"),
    records: union("records"),
  };
}
