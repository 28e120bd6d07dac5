/** A row of the table of contributors: which files are its own, and how its contribution comes to life. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import type { Contribution } from "./contributions/contribution.js";
import type { ProjectState, UnitCommand } from "./projects/project-set.js";
import type { LastBuild } from "./reports/last-build.js";
import type { KnownName, NamesQuestion } from "./searches/pointcut-search.js";
import type { Snapshot } from "./snapshot.js";
import type { Documents, SourceText } from "./texts/documents.js";
import type { UnitResult } from "./unit-result.js";

export interface Contributor {
  readonly name: string;
  /** Glob patterns of files that it reads: the editor tells when they change on disk. */
  readonly watches?: readonly string[];
  /** The file is its own: see {@link Contribution.ownFiles}. */
  owns?(path: string): boolean;
  /** Reading a project says which of its own files belong to it: one that comes or goes has it read again. */
  readonly isListed?: boolean;
  contribute(host: ContributorHost): Contribution;
}

/** What the server lends to contributors. */
export interface ContributorHost {
  readonly trusted: boolean;
  readonly documents: Documents;
  readonly lastBuild: LastBuild;
  /** By main file. */
  readonly results: ReadonlyMap<string, UnitResult>;
  snapshot(): Snapshot;
  projects(): readonly ProjectState[];
  projectAt(path: string): ProjectState;
  unitAt(path: string): UnitCommand | undefined;
  aspectsOf(project: ProjectState): readonly AspectFile[];
  /** Unsaved texts of other files that the unit reads. */
  unsavedTexts(unit: string): readonly SourceText[];
  knownNames(root: string, question: NamesQuestion): Promise<readonly KnownName[]>;
  /** These files look different now. */
  announce(paths: readonly string[]): void;
  /** Numbers beside effects of these files are others: drawn anew, and nothing else. */
  measured(paths: readonly string[]): void;
  /** A computation in the background has ended. */
  onIdle(): void;
  log(level: "error" | "info" | "debug", message: string): void;
}
