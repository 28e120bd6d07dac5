/**
 * What one tool adds to the server: effects on lines of C and help at them, everything about files of its own, and what it
 * finds in each unit that is analysed. All of it is optional; no feature knows a contributor by name. Paths are absolute.
 */
import type { Effect, Problem, UnitFacts, WantedFacts } from "@weft/weaver-bridge/model";
import type { UnitAnalysis } from "@weft/weaver-bridge/pipeline";
import type {
  EditorEffect,
  LabelledPlace,
  Position,
  Range,
  TextInsertion,
  WovenTextParams,
  WovenTextResult,
} from "../../protocol/index.js";
import type { ProjectState } from "../projects/project-set.js";
import type {
  Fix,
  HoverSection,
  HoverText,
  Lens,
  OutlineItem,
  OwnSuggestion,
  PlacedEdit,
  PlacedElement,
} from "./answers.js";

export interface Contribution {
  readonly inSources?: InSources;
  readonly ownFiles?: OwnFiles;
  readonly inUnits?: InUnits;
  /** Problems in files of others: sources, aspects. */
  problemsIn?(path: string): readonly Problem[];
  /** Requests of its own, by method. */
  readonly requests?: Readonly<Record<string, (params: never) => unknown>>;
  /** Forms in which it can show a file, by the `form` of `weft/wovenText`. */
  readonly textForms?: Readonly<Record<string, (path: string, params: WovenTextParams) => WovenTextResult>>;
  /** Texts changed, in the editor or on disk. Answers files that look different at once. */
  textsChanged?(paths: readonly string[]): readonly string[];
  /** A project was read; answers as {@link textsChanged}. */
  projectRead?(project: ProjectState): void;
  /** A unit has a new result. */
  unitAnalysed?(path: string): void;
  /** Aspects of a project are others now, or no unit waits to be analysed. */
  resultsSettled?(): void;
  /** It computes in the background: what is asked now may be answered otherwise soon. */
  isBusy?(): boolean;
  dispose?(): void | Promise<void>;
}

/** At lines of C and C++. */
export interface InSources {
  effects?(path: string): readonly EditorEffect[];
  /** Its effects stand on the map of the whole program as well. */
  readonly isOnMap?: boolean;
  hover?(path: string, position: Position): readonly HoverSection[];
  definitions?(path: string, position: Position): readonly LabelledPlace[];
  references?(path: string, position: Position): readonly LabelledPlace[];
  /** What can be put into files of its own for what stands here. */
  insertions?(path: string, position: Position): readonly TitledInsertion[];
  elements?(path: string): readonly PlacedElement[];
  /** Where files of its own mean what is renamed in C; they follow. */
  renamesWith?(renamed: RenamedInC): readonly LabelledPlace[] | Promise<readonly LabelledPlace[]>;
  /** Why the name at the place is not for renaming. */
  renameRefusal?(path: string, position: Position): string | undefined;
}

export interface TitledInsertion extends TextInsertion {
  readonly title: string;
}

/** A name of C that is renamed, as the compiler's view has it. */
export interface RenamedInC {
  readonly name: string;
  /** Of a member: the structure. */
  readonly scope: string | undefined;
  readonly isMember: boolean;
  /** A parameter or variable of a function. */
  readonly isLocal: boolean;
  /** Where it is written, the declaration among them. */
  readonly places: readonly { readonly uri: string; readonly range: Range }[];
}

/** Files that it alone answers for. */
export interface OwnFiles {
  /** Those that problems may be told of. */
  paths(): readonly string[];
  isComputing?(path: string): boolean;
  problems(path: string): readonly Problem[];
  effects?(path: string): readonly EditorEffect[];
  lenses?(path: string): readonly Lens[];
  elements?(path: string): readonly PlacedElement[];
  symbols?(path: string): readonly OutlineItem[];
  hover?(path: string, position: Position): HoverText | undefined | Promise<HoverText | undefined>;
  definitions?(
    path: string,
    position: Position,
  ): readonly LabelledPlace[] | Promise<readonly LabelledPlace[]>;
  references?(path: string, position: Position, withDeclaration: boolean): readonly LabelledPlace[];
  completion?(path: string, position: Position): readonly OwnSuggestion[] | Promise<readonly OwnSuggestion[]>;
  fixes?(path: string, range: Range): readonly Fix[];
  /** A string says why the name can't be renamed. */
  renamable?(path: string, position: Position): { readonly range: Range; readonly name: string } | string;
  rename?(path: string, position: Position, newName: string): readonly PlacedEdit[] | string;
}

/** In the analysis of a unit; what it finds is kept, follows edits and goes with the unit's result. */
export interface InUnits {
  /** Facts that it needs of each unit of the project; undefined where it has nothing to find. */
  wanted(project: ProjectState): WantedFacts | undefined;
  /** Places relative to `directory`. */
  effects(
    analysis: UnitAnalysis & { readonly facts: UnitFacts },
    directory: string,
    project: ProjectState,
  ): readonly Effect[];
}
