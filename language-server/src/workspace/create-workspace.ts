/**
 * The server's state and what moves it: an edit, a file on disk, a finished analysis. Every answer is computed from
 * {@link Snapshot}, whose parts are read at one moment of the event loop and so fit together.
 */
import { relative } from "node:path";
import { PROJECT_FILE, weaveMapFile, withIncludedAspects } from "@weft/weaver-bridge/kernel-build";
import type { IndexProgress } from "@weft/weaver-bridge/kernel-index";
import { affectedFiles, createAnnouncements } from "./announcements.js";
import { type ContributionSet, createContributionSet } from "./contributions/contribution-set.js";
import type { Contributor } from "./contributions/contributor.js";
import { createBodyEdits } from "./projects/body-edits.js";
import { fileCommand, headerCommand, isSourcePath } from "./projects/file-commands.js";
import { matchingKey } from "./projects/matching-key.js";
import { guessedUnit, isCompiledAnew, type ProjectState, projectRootOf } from "./projects/project-set.js";
import { createProjectTable } from "./projects/project-table.js";
import { createLastBuild } from "./reports/last-build.js";
import {
  createProjectIndexes,
  indexResultName,
  isIndexResult,
  SMALL_PROJECT,
} from "./searches/project-index.js";
import { createSearch } from "./searches/search-units.js";
import { isAspectPath } from "./snapshot.js";
import { createSnapshot } from "./snapshot-of-results.js";
import { createDiskChanges } from "./texts/disk-changes.js";
import { createDocuments } from "./texts/documents.js";
import { createLineCounts } from "./texts/line-counts.js";
import { createSourcePaths } from "./texts/source-paths.js";
import { createUnsavedFiles } from "./texts/unsaved-files.js";
import { type AnalysisQueue, createAnalysisQueue } from "./units/analysis-queue.js";
import { createConfirmations } from "./units/confirmations.js";
import { createExactAnalyses } from "./units/exact-analyses.js";
import { createFirstLook } from "./units/first-look.js";
import { createUnitAnalyser } from "./units/unit-analyser.js";
import type { UnitResult } from "./units/unit-result.js";
import { createWovenText } from "./units/woven-text.js";
import type { Workspace } from "./workspace.js";

export interface WorkspaceOptions {
  readonly folder: string | undefined;
  readonly trusted: boolean;
  readonly log: (level: "error" | "info" | "debug", message: string) => void;
  /** Without any it knows aspects alone. */
  readonly contributors?: readonly Contributor[];
}

/** Pause in typing after which a C file, or after an edit of an aspect its units, are analysed. */
const C_PAUSE_MS = 20;
const ASPECT_PAUSE_MS = 80;
/** Pause in typing in a header after which closed units that include it are analysed. */
const HEADER_PAUSE_MS = 400;
/** Pause in the background pass after which the index is asked about the rest. */
const BACKGROUND_PAUSE_MS = 1_000;

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { folder, trusted, log } = options;
  const documents = createDocuments();
  const results = new Map<string, UnitResult>();
  const aspectKeys = new Map<string, string>();
  const confirmations = createConfirmations(() => queue);
  const analyser = createUnitAnalyser();
  const unsaved = createUnsavedFiles(documents, (path) => contributions.isOwned(path));
  const diskChanges = createDiskChanges();
  const lastBuild = createLastBuild();
  const lineCounts = createLineCounts(documents);
  const announcements = createAnnouncements();
  const { announce } = announcements;
  const commandListeners: (() => void)[] = [];
  const idleListeners: (() => void)[] = [];
  const indexListeners: ((root: string, progress: IndexProgress) => void)[] = [];

  const projectLoaded = (project: ProjectState, before: ProjectState | undefined) => {
    const { root } = project;
    const units = [...project.units.keys()];
    log("info", `project ${root}: ${units.length} units, ${project.aspects.length} aspect files`);
    for (const path of before?.units.keys() ?? []) if (!project.units.has(path)) forget(path);
    const key = matchingKey(aspectsOf(project));
    const isMatchedAnew = aspectKeys.get(root) !== key;
    aspectKeys.set(root, key);
    bodyEdits.seen(root);
    if (!indexes.isIndexed(project)) for (const path of units) analyseAgain(path);
    else if (before !== undefined)
      for (const { path } of documents.all())
        if (isMatchedAnew ? project.units.has(path) : isCompiledAnew(path, project, before))
          analyseAgain(path);
    indexes.projectChanged(project);
    if (before === undefined) built(root);
    for (const listener of commandListeners) listener();
    contributions.projectRead(project);
    announce([...project.aspects, `${root}/${PROJECT_FILE}`], false);
  };
  const projects = createProjectTable({ folder, trusted, documents, loaded: projectLoaded });
  const { unitAt, aspectPaths, aspectsOf, filesOf } = projects;
  const projectAt = projects.at;
  const built = (root: string) =>
    void lastBuild.read(root).then((files) => {
      if (disposed || files.length === 0) return;
      for (const file of files) if (unitAt(file) !== undefined) analyseAgain(file);
      announce(files, false);
    });
  const forget = (path: string) => {
    queue.remove(path);
    confirmations.done(path);
    results.delete(path);
    unsaved.forget(path);
  };

  /** False where the last analysis of the unit had the file's text from an editor, the same that the disk has now. */
  const isReadFromDisk = (unit: string, file: string): boolean =>
    !(unit === file && documents.openText(file) !== undefined) && !unsaved.hasSeen(unit, file);

  const analyse = async (path: string, signal: AbortSignal): Promise<void> => {
    const unit = unitAt(path);
    if (unit === undefined) return forget(path);
    const project = projectAt(path);
    const open = documents.openText(path);
    const before = results.get(path);
    const started = performance.now();
    const moment = diskChanges.moment();
    const result = await analyser.analyse({
      unit,
      aspects: filesOf(project),
      knowsThreads: project.knowsThreads === true,
      document: open,
      unsaved: unsaved.take(path),
      before,
      whole: project.units.size <= SMALL_PROJECT,
      quick: !exact.has(path),
      leftOut: lastBuild.leftOutOf(path),
      wanted: contributions.wanted(project),
      find: (analysis) => contributions.foundIn(analysis, unit.command.directory, project),
      patient: confirmations.has(path),
      signal,
    });
    if (signal.aborted || result === undefined) return;
    results.set(path, result);
    exact.done(path);
    contributions.unitAnalysed(path);
    const changed = diskChanges.since(moment, result.files).filter((file) => isReadFromDisk(path, file));
    if (changed.length > 0 || unsaved.isOutdated(path, result.files)) analyseAgain(path, C_PAUSE_MS);
    else if (result.provisional === true) exact.soon(path);
    const took = `in ${Math.round(performance.now() - started)} ms`;
    const failure = result.status === "failed" ? `: ${result.message}` : "";
    log("debug", `analysed ${relative(project.root, path)} ${took}${failure}`);
    announce(affectedFiles(path, before, result), open !== undefined);
    // What the index says of the unit is now said by its own result.
    if (before === undefined && indexes.isIndexed(project) && !confirmations.has(path))
      indexes.refresh(project, open === undefined ? BACKGROUND_PAUSE_MS : 0);
  };

  const firstLook = createFirstLook(() => documents.all().some(({ path }) => queue.isPending(path)));

  const indexes = createProjectIndexes({
    unitsAfter: firstLook.ended,
    aspectsOf: filesOf,
    openFiles: () => documents.all().map(({ path }) => path),
    coveredUnits: (project) => [...project.units.keys()].filter((path) => results.has(path)),
    onMissing(paths) {
      for (const path of paths) if (!results.has(path) && !queue.isPending(path)) analyseAgain(path);
    },
    onUnconfirmed: (paths) => confirmations.confirm(paths.filter((path) => !results.has(path))),
    onResult(root, result) {
      const before = results.get(indexResultName(root));
      results.set(indexResultName(root), result);
      announce(affectedFiles(`${root}/${PROJECT_FILE}`, before, result), true);
      announce(projects.all().flatMap(aspectPaths), true);
    },
    onProgress: (root, progress) => {
      for (const listener of indexListeners) listener(root, progress);
    },
    onIdle: () => tellIdle(),
    log,
  });

  const exact = createExactAnalyses((path) => analyseAgain(path));
  const edited = (path: string) => {
    exact.cancel(path);
    analyseAgain(path, documents.openText(path)?.version === 1 ? 0 : C_PAUSE_MS);
  };

  /** Units that include the file read it as it is in the editor: open ones soon, the others when typing pauses. */
  const includedTextChanged = (path: string) => {
    const including = [...results].filter(([unit, { files }]) => files.has(path) && !isIndexResult(unit));
    for (const [unit] of including)
      if (unsaved.isOutdated(unit, [path]))
        analyseAgain(unit, documents.openText(unit) === undefined ? HEADER_PAUSE_MS : C_PAUSE_MS);
    // Of a large project one unit tells what is new in the header itself.
    const told = including.length === 0 ? indexes.includerOf(path) : undefined;
    if (told !== undefined && unsaved.isOutdated(told, [path])) analyseAgain(told, HEADER_PAUSE_MS);
  };

  const confirmed = (path: string) => {
    setImmediate(tellIdle);
    if (!confirmations.has(path)) return;
    confirmations.done(path);
    const project = projectAt(path);
    if (confirmations.count() === 0 && indexes.isIndexed(project))
      indexes.refresh(project, BACKGROUND_PAUSE_MS);
  };
  const analyseAgain = (path: string, delayMs = 0) => {
    confirmations.done(path);
    queue.invalidate(path, delayMs);
  };

  const queue: AnalysisQueue = createAnalysisQueue({
    isForeground: (path) => documents.openText(path) !== undefined,
    run: async (path, signal) => {
      try {
        await analyse(path, signal);
      } catch (error) {
        log("error", `analysis of ${path} failed: ${(error as Error).stack ?? error}`);
      } finally {
        if (!signal.aborted) confirmed(path);
        if (documents.openText(path) !== undefined) setImmediate(firstLook.look);
      }
    },
    onIdle: () => {
      diskChanges.clear();
      analyser.rest();
      contributions.resultsSettled();
      announce(projects.all().flatMap(aspectPaths), true);
      tellIdle();
    },
  });

  /** Every unit of the project may be matched differently now. */
  const aspectChanged = (path: string) => {
    const project = projectAt(path);
    announce([path], true);
    contributions.resultsSettled();
    const key = matchingKey(aspectsOf(project));
    if (aspectKeys.get(project.root) === key) return bodyEdits.edited(project.root);
    aspectKeys.set(project.root, key);
    bodyEdits.seen(project.root);
    const open = documents
      .all()
      .map((document) => document.path)
      .filter((file) => isSourcePath(file) && projectAt(file) === project);
    if (indexes.isIndexed(project)) {
      // Closed units are told about by the index until, where that is needed, they are analysed again.
      for (const unit of project.units.keys()) if (documents.openText(unit) === undefined) forget(unit);
      for (const unit of open) analyseAgain(unit, ASPECT_PAUSE_MS);
      indexes.refresh(project, ASPECT_PAUSE_MS);
    } else
      for (const unit of new Set([...open, ...project.units.keys()])) analyseAgain(unit, ASPECT_PAUSE_MS);
  };

  const bodyEdits = createBodyEdits({
    aspectsOf(root) {
      const project = projects.known(root);
      return project === undefined ? [] : filesOf(project);
    },
    confirm(root, advice) {
      const project = projects.known(root);
      if (project === undefined) return;
      const woven = [...results].flatMap(([unit, { shapes }]) =>
        !isIndexResult(unit) && advice.some((key) => shapes.has(key)) ? [unit] : [],
      );
      confirmations.confirm([...new Set([...woven, ...indexes.unitsWith(project, advice)])]);
    },
  });

  const ownWork = () => Math.max(0, queue.pendingCount() - confirmations.count());
  const pendingCount = () => ownWork() + indexes.pendingCount();
  const measureListeners: ((paths: readonly string[]) => void)[] = [];
  const contributions: ContributionSet = createContributionSet(options.contributors ?? [], {
    ...{ trusted, documents, lastBuild, results, projectAt, unitAt, log },
    snapshot: () => snapshot,
    projects: projects.all,
    aspectsOf: filesOf,
    unsavedTexts: unsaved.texts,
    knownNames: (root, question) => search.knownNames(root, question),
    announce: (paths) => announce(paths, true),
    measured: (paths) => {
      for (const listener of measureListeners) listener(paths);
    },
    onIdle: () => tellIdle(),
  });
  const snapshot = createSnapshot({
    contributions,
    sourcePaths: createSourcePaths(documents, projects.all),
    documents,
    results,
    projects: () => projects.all(),
    projectAt,
    aspectsOf,
    unitAt,
    isPending: (path) => queue.isPending(path) && !exact.has(path) && !confirmations.has(path),
    pendingCount,
    isFirstRead(project) {
      const isIndexed = indexes.isIndexed(project);
      const units = isIndexed ? indexes.missing(project) : [...project.units.keys()];
      return (
        (isIndexed && indexes.isFirstRead(project)) ||
        units.some((unit) => !results.has(unit) && queue.isPending(unit))
      );
    },
    isIndexed: (project) => indexes.isIndexed(project) && indexes.isComplete(project),
    looseAspects: projects.openAspects,
  });

  const including = (path: string): readonly string[] => {
    const known = [...results].flatMap(([unit, { files }]) =>
      files.has(path) && !isIndexResult(unit) ? [unit] : [],
    );
    const told = indexes.includerOf(path);
    return [...new Set([...known, ...(told === undefined ? [] : [told])])].sort();
  };
  const includerOf = (path: string): string | undefined =>
    [...results].find(([unit, { files }]) => files.has(path) && !isIndexResult(unit))?.[0] ??
    indexes.includerOf(path);
  const unitFacts = async (path: string, signal?: AbortSignal) => {
    const includer = includerOf(path);
    const unit = unitAt(path) ?? (includer === undefined ? undefined : unitAt(includer));
    if (unit === undefined) return undefined;
    const document = documents.openText(unit.path);
    const aspects = filesOf(projectAt(unit.path));
    const leftOut = lastBuild.leftOutOf(unit.path);
    return analyser.whole({ unit, aspects, document, unsaved: unsaved.texts(unit.path), leftOut, signal });
  };
  const unitsRead = (project: ProjectState): number =>
    indexes.isIndexed(project)
      ? indexes.unitsRead(project)
      : [...project.units.keys()].filter((unit) => results.has(unit)).length;
  const isHeaderEdited = () =>
    documents
      .all()
      .some(
        ({ path, text }) =>
          !isAspectPath(path) && unitAt(path) === undefined && documents.readDisk(path)?.text !== text,
      );
  const search = createSearch({
    units: (root) => [...projects.withRoot(root).units.keys()],
    unitsRead: (root) => unitsRead(projects.withRoot(root)),
    index: (root) => indexes.of(projects.withRoot(root)),
    isAsOnDisk: (unit) => documents.openText(unit) === undefined && !isHeaderEdited(),
    whole: unitFacts,
    names: () => snapshot.names(),
    results,
    onIdle: () => tellIdle(),
  });
  let disposed = false;
  const tellIdle = () => {
    const isBusy = ownWork() > 0 || contributions.isBusy() || search.isSearching;
    if (isBusy || !indexes.isIdle() || disposed) return;
    announce([], true);
    for (const listener of idleListeners) listener();
  };

  const opened = folder && projectRootOf(`${folder}/x`, folder);
  if (opened !== undefined) indexes.expect(opened);

  return {
    documents,
    start() {
      if (opened !== undefined) projects.load(opened);
    },
    firstLook: firstLook.ended,
    snapshot: () => snapshot,
    documentChanged(path) {
      search.textsChanged();
      announce(contributions.textsChanged([path]), true);
      if ((documents.openText(path)?.version ?? 1) === 1) indexes.openFilesChanged();
      if (isAspectPath(path)) aspectChanged(path);
      else if (contributions.isOwned(path)) {
        projectAt(path);
        announce([path], true);
      } else if (isSourcePath(path)) {
        if (unitAt(path) === undefined) forget(path);
        else edited(path);
        includedTextChanged(path);
        announce([path], false);
      } else {
        if (documents.openText(path) !== undefined) projectAt(path);
        includedTextChanged(path);
        announce([path], false);
      }
      setImmediate(tellIdle);
    },
    filesChanged(paths) {
      search.textsChanged();
      const roots = paths
        .filter(
          (path) =>
            // A build tells how units are compiled.
            /(^|\/)(weft|compile_commands|weave-map)\.json$/.test(path) ||
            (isAspectPath(path) && bringsAspects(path)) ||
            contributions.isListed(path),
        )
        .map((path) => projectRootOf(path, folder));
      for (const root of new Set(roots)) projects.load(root);
      for (const { root } of projects.all()) if (paths.includes(weaveMapFile({ root }))) built(root);
      indexes.filesChanged(paths);
      diskChanges.changed(paths);
      announce([...paths.filter(contributions.isOwned), ...contributions.textsChanged(paths)], true);
      for (const path of paths)
        if (isAspectPath(path)) aspectChanged(path);
        else if (!contributions.isOwned(path))
          for (const [unit, { files }] of results)
            if (files.has(path) && !isIndexResult(unit) && isReadFromDisk(unit, path)) analyseAgain(unit);
      setImmediate(tellIdle);
    },
    lineCounts: lineCounts.count,
    isIdle: () => pendingCount() === 0,
    commands: () => projects.all().flatMap(({ units }) => [...units.values()].map(fileCommand)),
    commandFor(path) {
      const unit = unitAt(path);
      if (unit !== undefined) return fileCommand(unit);
      const includer = includerOf(path);
      const including = includer === undefined ? undefined : unitAt(includer);
      return including === undefined ? fileCommand(guessedUnit(path)) : headerCommand(including, path);
    },
    searchPointcut: search.searchPointcut,
    knownNames: search.knownNames,
    unitFacts,
    rootOf: (path) => projectAt(path).root,
    wovenText: createWovenText({
      analyser,
      including,
      unitAt,
      projectAt,
      aspectsOf: filesOf,
      openText: documents.openText,
      unsavedTexts: unsaved.texts,
    }),
    onDidChange: announcements.listen,
    onDidMeasure: (listener) => void measureListeners.push(listener),
    contributions: () => contributions.all,
    onDidChangeCommands: (listener) => void commandListeners.push(listener),
    onDidBecomeIdle(listener) {
      idleListeners.push(listener);
      setImmediate(tellIdle);
    },
    onDidIndex: (listener) => void indexListeners.push(listener),
    pauseIndexing(root) {
      indexes.pause(root);
      confirmations.stop((unit) => projects.known(root)?.units.has(unit) === true);
    },
    resumeIndexing: (root) => indexes.resume(root),
    async dispose() {
      disposed = true;
      firstLook.dispose();
      indexes.dispose();
      announcements.dispose();
      exact.dispose();
      bodyEdits.dispose();
      queue.dispose();
      await contributions.dispose();
      analyser.dispose();
    },
  };

  /** A new aspect file, or one that includes a new one. */
  function bringsAspects(path: string): boolean {
    const { aspects, declared } = projectAt(path);
    const files = declared ? withIncludedAspects([path]) : [path];
    return files.some((file) => !aspects.includes(file));
  }
}
