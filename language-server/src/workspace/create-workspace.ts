/**
 * The server's state and what moves it: an edit, a file on disk, a finished analysis. Every answer is computed from
 * {@link Snapshot}, whose parts are read at one moment of the event loop and so fit together. `workspace-parts.ts` makes
 * the parts and tells one what happens to another.
 */
import { fileCommand } from "./projects/file-commands.js";
import { projectRootOf } from "./projects/project-set.js";
import { createLineCounts } from "./texts/line-counts.js";
import { createWovenText } from "./units/woven-text.js";
import type { Workspace } from "./workspace.js";
import { createParts, type WorkspaceOptions } from "./workspace-parts.js";

export type { WorkspaceOptions };

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
    resumeIndexing: (root) => indexes.resume(root),
    dispose: parts.dispose,
  };
}
