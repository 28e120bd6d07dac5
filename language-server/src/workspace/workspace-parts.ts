/**
 * The parts of a workspace. Each is made by a function of its own, in the order in which they need each other; what one tells
 * another that comes later goes through `all`, which is complete before anything happens.
 */
import { PROJECT_FILE, runNothingOfTheirs } from "@weft/weaver-bridge/kernel-build";
import type { IndexProgress } from "@weft/weaver-bridge/kernel-index";
import { affectedFiles, createAnnouncements } from "./announcements.js";
import { createAspectEdits } from "./aspect-edits.js";
import { type ContributionSet, createContributionSet } from "./contributions/contribution-set.js";
import type { Contributor } from "./contributor.js";
import { createListeners } from "./listeners.js";
import { isCompiledAnew, type ProjectState } from "./projects/project-set.js";
import { createProjectTable } from "./projects/project-table.js";
import { createReadState, type ReadState } from "./read-state.js";
import { createLastBuild } from "./reports/last-build.js";
import { indexResultName } from "./searches/index-result.js";
import { createProjectIndexes, type ProjectIndexes } from "./searches/project-index.js";
import { createSearch } from "./searches/search-units.js";
import { isAspectPath, type Snapshot } from "./snapshot.js";
import { createSnapshot } from "./snapshot-of-results.js";
import { createSourcePaths } from "./source-paths.js";
import { createTextChanges } from "./text-changes.js";
import { createDiskChanges } from "./texts/disk-changes.js";
import { createDocuments } from "./texts/documents.js";
import { createUnsavedFiles } from "./texts/unsaved-files.js";
import { createIncluders } from "./units/includers.js";
import { createUnitAnalyser } from "./units/unit-analyser.js";
import { createUnitKeeper, type UnitKeeper } from "./units/unit-keeper.js";
import { createWholeUnits } from "./units/whole-units.js";

export interface WorkspaceOptions {
  readonly folder: string | undefined;
  readonly trusted: boolean;
  readonly log: (level: "error" | "info" | "debug", message: string) => void;
  /** Without any it knows aspects alone. */
  readonly contributors?: readonly Contributor[];
}

type Base = ReturnType<typeof createBase>;
type Read = Base & {
  readonly units: UnitKeeper;
  readonly indexes: ProjectIndexes;
  readonly state: ReadState;
};

/** What parts tell each other once all are there. */
interface Later {
  readonly contributions: ContributionSet;
  readonly search: ReturnType<typeof createSearch>;
  readonly snapshot: Snapshot;
  readonly indexes: ProjectIndexes;
  /** If nothing is left to do. */
  tellIdle(): void;
  /** The index is asked anew about what the unit's own result doesn't tell. */
  refreshIndex(path: string, pauseMs: number): void;
  projectLoaded(project: ProjectState, before: ProjectState | undefined): void;
}

/** Pause in the background pass after which the index is asked about the rest. */
const BACKGROUND_PAUSE_MS = 1_000;

export function createParts(options: WorkspaceOptions) {
  const all = (): Later => later;
  const base = createBase(options, all);
  const units = createUnits(base, options, all);
  const indexes = createIndexes(base, units, options, all);
  const read: Read = { ...base, units, indexes, state: createReadState(units, indexes) };
  const contributions = createContributions(read, options, all);
  const snapshot = createSnapshotOf(read, contributions);
  const includers = createIncluders(units, indexes, base.documents, base.unsaved);
  const whole = createWholeUnits({ ...base, includers });
  const search = createSearchOf(read, whole.unitFacts, options.log, all);
  const aspectEdits = createAspectEdits(base.projects, base.documents, units, indexes);
  const life = { disposed: false };
  const built = (root: string) => void takeBuild(read, root, life);
  const later: Later = {
    ...{ contributions, search, snapshot, indexes },
    tellIdle: () => void (!life.disposed && tellIdle(read, contributions, search)),
    refreshIndex(path, pauseMs) {
      const project = base.projects.at(path);
      if (indexes.isIndexed(project)) indexes.refresh(project, pauseMs);
    },
    projectLoaded(project, before) {
      options.log(
        "info",
        `project ${project.root}: ${project.units.size} units, ${project.aspects.length} aspect files`,
      );
      analyseLoaded(read, aspectEdits.seen(project), project, before);
      if (before === undefined) built(project.root);
      base.listeners.commands.tell();
      contributions.projectRead(project);
      base.announcements.announce([...project.aspects, `${project.root}/${PROJECT_FILE}`], false);
    },
  };
  const changes = createTextChanges({
    ...{ ...read, folder: options.folder, includers, aspectEdits, contributions },
    announce: base.announcements.announce,
    onChange: search.textsChanged,
    onBuild: built,
  });
  return {
    ...{ ...read, contributions, snapshot, includers, whole, search, changes, tellIdle: later.tellIdle },
    async dispose() {
      life.disposed = true;
      for (const part of [indexes, base.announcements, aspectEdits, units]) part.dispose();
      await contributions.dispose();
      base.analyser.dispose();
    },
  };
}

/** Texts, projects and who listens: what needs nothing else. */
function createBase({ folder, trusted, log }: WorkspaceOptions, all: () => Later) {
  const documents = createDocuments();
  // Before anything is started: threads and processes of the server take this over.
  if (!trusted) runNothingOfTheirs(folder ?? process.cwd());
  return {
    documents,
    analyser: createUnitAnalyser(log),
    unsaved: createUnsavedFiles(documents, (path) => all().contributions.isOwned(path)),
    diskChanges: createDiskChanges(),
    lastBuild: createLastBuild(log),
    announcements: createAnnouncements(),
    listeners: {
      commands: createListeners<[]>(),
      idle: createListeners<[]>(),
      measured: createListeners<[readonly string[]]>(),
      indexed: createListeners<[string, IndexProgress]>(),
    },
    projects: createProjectTable({
      ...{ folder, trusted, documents },
      loaded: (now, old) => all().projectLoaded(now, old),
    }),
  };
}

/** Units as they are analysed, with whoever their results are told to. */
function createUnits(base: Base, { log }: WorkspaceOptions, all: () => Later): UnitKeeper {
  const { documents, projects, announcements } = base;
  const units: UnitKeeper = createUnitKeeper({
    ...{ ...base, log },
    contributions: () => all().contributions,
    onResult(path, result, before) {
      all().contributions.unitAnalysed(path);
      const isOpen = documents.openText(path) !== undefined;
      announcements.announce(affectedFiles(path, before, result), isOpen);
      // What the index says of the unit is now said by its own result.
      if (before === undefined && !units.confirmations.has(path))
        all().refreshIndex(path, isOpen ? 0 : BACKGROUND_PAUSE_MS);
    },
    onRun(path, isLastConfirmed) {
      setImmediate(all().tellIdle);
      if (isLastConfirmed) all().refreshIndex(path, BACKGROUND_PAUSE_MS);
    },
    onIdle() {
      all().contributions.resultsSettled();
      announcements.announce(projects.all().flatMap(projects.aspectPaths), true);
      all().tellIdle();
    },
  });
  return units;
}

function createIndexes(
  { documents, projects, listeners, announcements: { announce } }: Base,
  units: UnitKeeper,
  { log }: WorkspaceOptions,
  all: () => Later,
): ProjectIndexes {
  const { results } = units;
  return createProjectIndexes({
    unitsAfter: units.firstLook,
    aspectsOf: projects.filesOf,
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
      announce(projects.all().flatMap(projects.aspectPaths), true);
    },
    onProgress: listeners.indexed.tell,
    onIdle: () => all().tellIdle(),
    log,
  });
}

function createContributions(
  { documents, lastBuild, units, projects, unsaved, announcements, listeners }: Read,
  { contributors = [], trusted, log }: WorkspaceOptions,
  all: () => Later,
): ContributionSet {
  return createContributionSet(contributors, {
    ...{ trusted, documents, lastBuild, results: units.results, unitAt: projects.unitAt, log },
    snapshot: () => all().snapshot,
    projects: projects.all,
    projectAt: projects.at,
    aspectsOf: projects.filesOf,
    unsavedTexts: unsaved.texts,
    knownNames: (root, question) => all().search.knownNames(root, question),
    announce: (paths) => announcements.announce(paths, true),
    measured: listeners.measured.tell,
    onIdle: () => all().tellIdle(),
  });
}

function createSnapshotOf(
  { documents, units, projects, state }: Read,
  contributions: ContributionSet,
): Snapshot {
  return createSnapshot({
    ...{ contributions, documents, results: units.results, unitAt: projects.unitAt },
    ...{ pendingCount: state.pendingCount, isFirstRead: state.isFirstRead, isIndexed: state.isIndexed },
    sourcePaths: createSourcePaths(documents, projects.all),
    projects: projects.all,
    projectAt: projects.at,
    aspectsOf: projects.aspectsOf,
    isPending: units.isComputing,
    looseAspects: projects.openAspects,
  });
}

function createSearchOf(
  { documents, projects, units, indexes, state }: Read,
  whole: Parameters<typeof createSearch>[0]["whole"],
  log: WorkspaceOptions["log"],
  all: () => Later,
) {
  const isHeaderEdited = () =>
    documents
      .all()
      .some(
        ({ path, text }) =>
          !isAspectPath(path) &&
          projects.unitAt(path) === undefined &&
          documents.readDisk(path)?.text !== text,
      );
  return createSearch({
    units: (root) => [...projects.withRoot(root).units.keys()],
    unitsRead: (root) => state.unitsRead(projects.withRoot(root)),
    isRereading: (root) => indexes.isReading(projects.withRoot(root)),
    index: (root) => indexes.of(projects.withRoot(root)),
    isAsOnDisk: (unit) => documents.openText(unit) === undefined && !isHeaderEdited(),
    whole,
    names: () => all().snapshot.names(),
    results: units.results,
    onIdle: () => all().tellIdle(),
    onIndexFault: (error) => log("error", `the index answered no question: ${error.message}`),
  });
}

function tellIdle(
  { units, indexes, announcements, listeners }: Read,
  contributions: ContributionSet,
  search: Later["search"],
): void {
  const isBusy = units.pendingCount() > 0 || contributions.isBusy() || search.isSearching;
  if (isBusy || !indexes.isIdle()) return;
  announcements.announce([], true);
  listeners.idle.tell();
}

/** A build wrote what it wove: the files that this touches are told, and looked at again. */
async function takeBuild(
  { lastBuild, projects, units, announcements }: Read,
  root: string,
  life: { readonly disposed: boolean },
): Promise<void> {
  const files = await lastBuild.read(root);
  if (life.disposed || files.length === 0) return;
  for (const file of files) if (projects.unitAt(file) !== undefined) units.analyse(file);
  announcements.announce(files, false);
}

/** What is to be analysed of a project that was read: units that no index tells about, and open ones that changed. */
function analyseLoaded(
  { documents, units, indexes }: Read,
  isMatchedAnew: boolean,
  project: ProjectState,
  before: ProjectState | undefined,
): void {
  for (const path of before?.units.keys() ?? []) if (!project.units.has(path)) units.forget(path);
  if (!indexes.isIndexed(project)) for (const path of project.units.keys()) units.analyse(path);
  else if (before !== undefined)
    for (const { path } of documents.all())
      if (isMatchedAnew ? project.units.has(path) : isCompiledAnew(path, project, before))
        units.analyse(path);
  indexes.projectChanged(project);
}
