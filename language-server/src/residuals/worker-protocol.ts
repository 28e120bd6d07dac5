/** What the thread that specializes is asked, and what it answers. Plain data; all file names are absolute. */
import type { Problem, ResidualEffect } from "@weft/weaver-bridge/model";
import type {
  Declaration,
  ExpressionNote,
  LookedUp,
  LookUpQuestion,
  ResidualContext,
  ResidualNote,
} from "@weft/weaver-bridge/partial-eval";
import type { ClangUnit, SpecFile } from "@weft/weaver-bridge/pipeline";

/** A unit as it is in the editor. */
export interface ResidualUnit {
  readonly unit: ClangUnit;
  /** Open texts that the disk does not have, one character a byte, by their files. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface AskedDeclaration {
  readonly spec: SpecFile;
  readonly declaration: Declaration;
}

export interface SpecializeQuestion extends ResidualUnit {
  readonly kind: "specialize";
  readonly asked: readonly AskedDeclaration[];
  /** Functions that stay calls because aspects advise them. */
  readonly keep: ReadonlySet<string>;
}

export interface LookQuestion extends ResidualUnit {
  readonly kind: "look";
  readonly question: LookUpQuestion;
}

/** What became of a function under one declaration. */
export interface LiveResidual {
  readonly declaration: Declaration;
  /** File of the declaration. */
  readonly spec: string;
  /** File of the function. */
  readonly source: string;
  readonly text: string;
  /** For each line of `text`, the line of `source` that it comes from. */
  readonly origins: readonly (number | undefined)[];
  readonly notes: readonly ResidualNote[];
  readonly expressions: readonly ExpressionNote[];
  readonly limits: readonly string[];
  /** Absent for what is made at run time. */
  readonly contexts?: ResidualContext;
  readonly effects: readonly ResidualEffect[];
}

export interface SpecializeAnswer {
  readonly residuals: readonly LiveResidual[];
  readonly problems: readonly Problem[];
}

export type WorkerQuestion = (SpecializeQuestion | LookQuestion) & { readonly id: number };

export type WorkerAnswer =
  | { readonly id: number; readonly kind: "specialize"; readonly answer: SpecializeAnswer }
  | { readonly id: number; readonly kind: "look"; readonly answer: LookedUp | undefined }
  | { readonly id: number; readonly kind: "ended" }
  | { readonly id: number; readonly kind: "failed"; readonly message: string };

export interface WorkerData {
  readonly flags: SharedArrayBuffer;
  /** Folder for texts that the disk does not have. */
  readonly overlays: string;
}

/** Slot of the shared memory: the number of the question that must end now. */
export const CANCELLED = 0;
