/** What a survey finds out and what is proposed from it, as data. */
import type { BootRecipe } from "./boot-recipe.js";
import type { EntryFunction } from "./entry-function.js";
import type { Mend } from "./mend-build.js";

export type BuildKind = "make" | "kbuild" | "cmake" | "meson" | "ninja" | "script" | "none";

/** One line of `weft.json`. */
export interface ProposedSetting {
  /** `build.make` */
  readonly name: string;
  readonly value: unknown;
  /** A clause. */
  readonly because: string;
}

/** A text that the project is given besides `weft.json`, unless a file of that name is there. */
export interface SetUpFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

export interface Survey {
  readonly root: string;
  readonly name: string;
  readonly kind: BuildKind;
  /** Units that the build compiles; 0 where only the build itself can tell. */
  readonly units: number;
  /** `build.…`, without what comes out. */
  readonly build: readonly ProposedSetting[];
  /** The linked kernel, relative to the root. */
  readonly symbols?: string;
  readonly boot?: BootRecipe & { readonly because: string };
  /** Where its C code begins. */
  readonly entry?: EntryFunction;
  /** Its units are compiled with debug information. */
  readonly hasDebugInfo: boolean;
  /** Objects that are there already and know nothing of aspects, absolute. */
  readonly objects: readonly string[];
  /** What the compiler of this machine was told while the build was noted. */
  readonly mends?: readonly Mend[];
  readonly files?: readonly SetUpFile[];
  /** Clauses: what could not be found out. */
  readonly open: readonly string[];
}

export interface SurveyOptions {
  /** How the build is called, where it is not found or its default is not what is wanted. */
  readonly command?: readonly string[];
  /** Is asked before anything is run that builds. */
  readonly agree: (question: string) => Promise<boolean>;
  /** Gets what a build prints. */
  readonly onOutput?: (piece: Buffer) => void;
  readonly signal?: AbortSignal;
}

export interface Proposal {
  readonly settings: readonly ProposedSetting[];
  /** What a user has to say or do before it is whole. */
  readonly open: readonly string[];
}
