/** The one object through which handlers see files and analysis. Its parts are behind it in this folder. */

import type { IndexProgress } from "@weft/weaver-bridge/kernel-index";
import type { GeneratedFunction, Span } from "@weft/weaver-bridge/model";
import type { Contribution } from "./contributions/contribution.js";
import type {
  KnownName,
  NamesQuestion,
  PointcutAnswer,
  PointcutQuestion,
  WholeUnit,
} from "./searches/pointcut-search.js";
import type { Snapshot } from "./snapshot.js";
import type { Documents } from "./texts/documents.js";

/** How one source file is compiled, for clangd. */
export interface FileCommand {
  /** Absolute. */
  readonly file: string;
  readonly directory: string;
  readonly argv: readonly string[];
  /** True where no project names the file, and default flags are used. */
  readonly guessed: boolean;
}

/** What the unit alone tells of its woven text. */
export interface WovenUnitText {
  /** As compiled. */
  readonly text: string;
  /** The same as bytes, which spans count. */
  readonly bytes: string;
  readonly language: "c" | "c++";
  readonly spans: readonly Span[];
  readonly generated: readonly GeneratedFunction[];
}

export type WovenText =
  | (WovenUnitText & {
      /** Main file of the unit, absolute, and the folder of its command. */
      readonly unit: string;
      readonly directory: string;
      /** Units that hold the file, sorted. */
      readonly units: readonly string[];
    })
  | { readonly message: string };

export interface WovenQuestion {
  /** Weave this aspect alone. */
  readonly aspect?: string | undefined;
  /** Of its advice only that at this position. */
  readonly advice?: number | undefined;
  /** For a header: the unit, absolute. */
  readonly unit?: string | undefined;
}

export interface Workspace {
  readonly documents: Documents;
  /** Reads the project of the opened folder; until then nothing is known of it. */
  start(): void;
  /** Ends when the files that were opened at the start are analysed, or for a moment none was: then the rest is worth time. */
  readonly firstLook: Promise<void>;
  snapshot(): Snapshot;
  /** A document was opened, changed or closed in {@link documents}. */
  documentChanged(path: string): void;
  /** Files changed on disk. */
  filesChanged(paths: readonly string[]): void;
  /** Commands of the project's units. */
  commands(): readonly FileCommand[];
  /** The command of a unit, or for a header that of a unit that includes it; a guess where no project names it. */
  commandFor(path: string): FileCommand;
  /** What a pointcut selects in the whole project, also one that no aspect contains. Rejects when cancelled. */
  searchPointcut(question: PointcutQuestion, signal?: AbortSignal): Promise<PointcutAnswer>;
  /** Names that match expressions can use, by name. `root` is the project's. */
  knownNames(root: string, question: NamesQuestion): Promise<readonly KnownName[]>;
  /**
   * The unit around a place, read whole: that of the file, or for a header one that includes it. Undefined where none
   * can be read or when cancelled.
   */
  unitFacts(path: string, signal?: AbortSignal): Promise<WholeUnit | undefined>;
  /** Root of the project that the file belongs to. */
  rootOf(path: string): string;
  /** Lengths of files in lines; 0 for files that can't be read. */
  lineCounts(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** True when every unit of the projects is analysed. */
  isIdle(): boolean;
  /** `path` is a unit or a header of one. */
  wovenText(path: string, question?: WovenQuestion): Promise<WovenText>;
  /** Something about these files changed: effects, problems or states. */
  onDidChange(listener: (paths: readonly string[]) => void): void;
  /** What tools add; the same as in snapshots. */
  contributions(): readonly Contribution[];
  /** Numbers beside effects of these files are others. */
  onDidMeasure(listener: (paths: readonly string[]) => void): void;
  /** Nothing waits to be analysed, read or searched: what is asked now is answered from the texts as they are. */
  onDidBecomeIdle(listener: () => void): void;
  /** Reading of a large project in the background goes on. */
  onDidIndex(listener: (root: string, progress: IndexProgress) => void): void;
  /** Stops it until files change or {@link resumeIndexing}. */
  pauseIndexing(root: string): void;
  resumeIndexing(root: string): void;
  onDidChangeCommands(listener: () => void): void;
  dispose(): Promise<void>;
}
