/**
 * The server's state and what moves it: an edit, a file on disk, a finished analysis. Every answer is computed from
 * {@link Snapshot}, whose parts are read at one moment of the event loop and so fit together. Composition only: the parts
 * are made in the order in which they need each other, and what happens to one is told to the others.
 */
import { PROJECT_FILE } from "@weft/weaver-bridge/kernel-build";
import type { IndexProgress } from "@weft/weaver-bridge/kernel-index";
import { affectedFiles, createAnnouncements } from "./announcements.js";
import { type ContributionSet, createContributionSet } from "./contributions/contribution-set.js";
import type { Contributor } from "./contributions/contributor.js";
import { createListeners } from "./listeners.js";
import { createAspectEdits } from "./projects/aspect-edits.js";
import { fileCommand } from "./projects/file-commands.js";
import { isCompiledAnew, type ProjectState, projectRootOf } from "./projects/project-set.js";
import { createProjectTable } from "./projects/project-table.js";
import { createLastBuild } from "./reports/last-build.js";
import { createProjectIndexes, indexResultName, type ProjectIndexes } from "./searches/project-index.js";
import { createReadState } from "./searches/read-state.js";
import { createSearch } from "./searches/search-units.js";
import { isAspectPath, type Snapshot } from "./snapshot.js";
import { createSnapshot } from "./snapshot-of-results.js";
import { createDiskChanges } from "./texts/disk-changes.js";
import { createDocuments } from "./texts/documents.js";
import { createLineCounts } from "./texts/line-counts.js";
import { createSourcePaths } from "./texts/source-paths.js";
import { createTextChanges } from "./texts/text-changes.js";
import { createUnsavedFiles } from "./texts/unsaved-files.js";
import { createIncluders } from "./units/includers.js";
import { createUnitAnalyser } from "./units/unit-analyser.js";
import { createUnitKeeper } from "./units/unit-keeper.js";
import { createWholeUnits } from "./units/whole-units.js";
import { createWovenText } from "./units/woven-text.js";
import type { Workspace } from "./workspace.js";

export interface WorkspaceOptions {
  readonly folder: string | undefined;
  readonly trusted: boolean;
  readonly log: (level: "error" | "info" | "debug", message: string) => void;
  /** Without any it knows aspects alone. */
  readonly contributors?: readonly Contributor[];
}

/** Pause in the background pass after which the index is asked about the rest. */
const BACKGROUND_PAUSE_MS = 1_000;

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const parts = createParts(options);
  const { documents, projects, units, indexes, includers, announcements, listeners, state } = parts;
  const { tellIdle, contributions, search, changes } = parts;
  const soonTold = <A extends readonly unknown[]>(change: (...args: A) => void) => {
    return (...args: A) => {
      change(...args);
      setImmediate(tellIdle);
    };
  };
  const opened = options.folder && projectRootOf(`${options.folder}/x`, options.folder);
  if (opened !== undefined) indexes.expect(opened);
  return {
    documents,
    start() {
      if (opened !== undefined) projects.load(opened);
    },
    firstLook: units.firstLook,
    snapshot: () => parts.snapshot,
    contributions: () => contributions.all,
    documentChanged: soonTold(changes.documentChanged),
    filesChanged: soonTold(changes.filesChanged),
    lineCounts: createLineCounts(documents).count,
    isIdle: () => state.pendingCount() === 0,
    commands: () => projects.all().flatMap(({ units: all }) => [...all.values()].map(fileCommand)),
    ...parts.whole,
    searchPointcut: search.searchPointcut,
    knownNames: search.knownNames,
    rootOf: (path) => projects.at(path).root,
    wovenText: createWovenText({
      analyser: parts.analyser,
      including: includers.of,
      unitAt: projects.unitAt,
      projectAt: projects.at,
      aspectsOf: projects.filesOf,
      openText: documents.openText,
      unsavedTexts: parts.unsaved.texts,
    }),
    onDidChange: announcements.listen,
    onDidMeasure: listeners.measured.add,
    onDidChangeCommands: listeners.commands.add,
    onDidBecomeIdle: soonTold(listeners.idle.add),
    onDidIndex: listeners.indexed.add,
    pauseIndexing(root) {
      indexes.pause(root);
      units.confirmations.stop((unit) => projects.known(root)?.units.has(unit) === true);
    },
    resumeIndexing: indexes.resume,
    dispose: parts.dispose,
  };
}

function createListenerSet() {
  return {
    commands: createListeners<[]>(),
    idle: createListeners<[]>(),
    measured: createListeners<[readonly string[]]>(),
    indexed: createListeners<[string, IndexProgress]>(),
  };
}

function createParts({ folder, trusted, log, contributors = [] }: WorkspaceOptions) {
  const documents = createDocuments();
  const analyser = createUnitAnalyser();
  const unsaved = createUnsavedFiles(documents, (path) => contributions.isOwned(path));
  const diskChanges = createDiskChanges();
  const lastBuild = createLastBuild();
  const announcements = createAnnouncements();
  const listeners = createListenerSet();
  const { announce } = announcements;
  let disposed = false;

  const projects = createProjectTable({ folder, trusted, documents, loaded: (now, old) => loaded(now, old) });
  const { unitAt, aspectPaths, filesOf } = projects;
  const units = createUnitKeeper({
    ...{ documents, projects, unsaved, diskChanges, lastBuild, analyser, log },
    contributions: () => contributions,
    onResult(path, result, before) {
      contributions.unitAnalysed(path);
      const isOpen = documents.openText(path) !== undefined;
      announce(affectedFiles(path, before, result), isOpen);
      // What the index says of the unit is now said by its own result.
      if (before === undefined && !units.confirmations.has(path))
        refreshIndex(path, isOpen ? 0 : BACKGROUND_PAUSE_MS);
    },
    onRun(path, isLastConfirmed) {
      setImmediate(tellIdle);
      if (isLastConfirmed) refreshIndex(path, BACKGROUND_PAUSE_MS);
    },
    onIdle() {
      contributions.resultsSettled();
      announce(projects.all().flatMap(aspectPaths), true);
      tellIdle();
    },
  });
  const { results } = units;
  const indexes: ProjectIndexes = createProjectIndexes({
    unitsAfter: units.firstLook,
    aspectsOf: filesOf,
    openFiles: () => documents.all().map(({ path }) => path),
    coveredUnits: (project) => [...project.units.keys()].filter((path) => results.has(path)),
    onMissing(paths) {
      for (const path of paths) if (!results.has(path) && !units.isPending(path)) units.analyse(path);
    },
    onUnconfirmed: (paths) => units.confirmations.confirm(paths.filter((path) => !results.has(path))),
    onResult(root, result) {
      const before = results.get(indexResultName(root));
      units.put(indexResultName(root), result);
      announce(affectedFiles(`${root}/${PROJECT_FILE}`, before, result), true);
      announce(projects.all().flatMap(aspectPaths), true);
    },
    onProgress: listeners.indexed.tell,
    onIdle: () => tellIdle(),
    log,
  });
  const refreshIndex = (path: string, pauseMs: number) => {
    const project = projects.at(path);
    if (indexes.isIndexed(project)) indexes.refresh(project, pauseMs);
  };

  const state = createReadState(units, indexes);
  const contributions: ContributionSet = createContributionSet(contributors, {
    ...{ trusted, documents, lastBuild, results, unitAt, log },
    snapshot: () => snapshot,
    projects: projects.all,
    projectAt: projects.at,
    aspectsOf: filesOf,
    unsavedTexts: unsaved.texts,
    knownNames: (root, question) => search.knownNames(root, question),
    announce: (paths) => announce(paths, true),
    measured: listeners.measured.tell,
    onIdle: () => tellIdle(),
  });
  const snapshot: Snapshot = createSnapshot({
    ...{ contributions, documents, results, unitAt },
    ...{ pendingCount: state.pendingCount, isFirstRead: state.isFirstRead, isIndexed: state.isIndexed },
    sourcePaths: createSourcePaths(documents, projects.all),
    projects: projects.all,
    projectAt: projects.at,
    aspectsOf: projects.aspectsOf,
    isPending: units.isComputing,
    looseAspects: projects.openAspects,
  });
  const includers = createIncluders(units, indexes, documents, unsaved);
  const whole = createWholeUnits({ projects, documents, unsaved, lastBuild, analyser, includers });
  const isHeaderEdited = () =>
    documents
      .all()
      .some(
        ({ path, text }) =>
          !isAspectPath(path) && unitAt(path) === undefined && documents.readDisk(path)?.text !== text,
      );
  const search = createSearch({
    units: (root) => [...projects.withRoot(root).units.keys()],
    unitsRead: (root) => state.unitsRead(projects.withRoot(root)),
    index: (root) => indexes.of(projects.withRoot(root)),
    isAsOnDisk: (unit) => documents.openText(unit) === undefined && !isHeaderEdited(),
    whole: whole.unitFacts,
    names: () => snapshot.names(),
    results,
    onIdle: () => tellIdle(),
  });
  const tellIdle = () => {
    const isBusy = units.pendingCount() > 0 || contributions.isBusy() || search.isSearching;
    if (isBusy || !indexes.isIdle() || disposed) return;
    announce([], true);
    listeners.idle.tell();
  };

  const aspectEdits = createAspectEdits(projects, documents, units, indexes);
  const built = (root: string) =>
    void lastBuild.read(root).then((files) => {
      if (disposed || files.length === 0) return;
      for (const file of files) if (unitAt(file) !== undefined) units.analyse(file);
      announce(files, false);
    });
  const loaded = (project: ProjectState, before: ProjectState | undefined) => {
    const { root } = project;
    const paths = [...project.units.keys()];
    log("info", `project ${root}: ${paths.length} units, ${project.aspects.length} aspect files`);
    for (const path of before?.units.keys() ?? []) if (!project.units.has(path)) units.forget(path);
    const isMatchedAnew = aspectEdits.seen(project);
    if (!indexes.isIndexed(project)) for (const path of paths) units.analyse(path);
    else if (before !== undefined)
      for (const { path } of documents.all())
        if (isMatchedAnew ? project.units.has(path) : isCompiledAnew(path, project, before))
          units.analyse(path);
    indexes.projectChanged(project);
    if (before === undefined) built(root);
    listeners.commands.tell();
    contributions.projectRead(project);
    announce([...project.aspects, `${root}/${PROJECT_FILE}`], false);
  };
  const changes = createTextChanges({
    ...{ folder, documents, projects, units, includers, indexes, aspectEdits, contributions, diskChanges },
    announce,
    onChange: search.textsChanged,
    onBuild: built,
  });

  return {
    ...{ documents, analyser, unsaved, announcements, listeners, projects, units, indexes, state },
    ...{ contributions, snapshot, includers, whole, search, tellIdle, changes },
    async dispose() {
      disposed = true;
      for (const part of [indexes, announcements, aspectEdits, units]) part.dispose();
      await contributions.dispose();
      analyser.dispose();
    },
  };
}
