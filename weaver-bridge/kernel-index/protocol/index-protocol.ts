/** Messages between the server and the process that keeps the index (Node's IPC channel, structured clone). */
import type {
  AspectEffect,
  AspectFile,
  JoinPointKind,
  PointcutExpression,
  Problem,
  SourceRange,
} from "../../model/index.js";
import type { EmptyExplanation } from "../../pointcut/index.js";
import type { JoinPointShape } from "../../weaver/index.js";
import type { EntityNames } from "./entity-names.js";

export interface IndexedUnit {
  /** Main file, absolute. */
  readonly path: string;
  readonly directory: string;
  readonly argv: readonly string[];
}

export type IndexRequest =
  /** What the project consists of; reading starts, or goes on with what changed. */
  | {
      readonly kind: "units";
      readonly units: readonly IndexedUnit[];
      /** Units that ended the process before: they are not read. */
      readonly crashed: readonly string[];
    }
  /** Files that changed on disk, absolute; empty to look at all of them. */
  | { readonly kind: "changed"; readonly paths: readonly string[] }
  /** Files that somebody works on, absolute: units of these are read first, then those in their folders. */
  | { readonly kind: "prefer"; readonly paths: readonly string[] }
  /** Somebody typed just now: one processor is left to that. */
  | { readonly kind: "typed" }
  /** Stop reading until units or files change. */
  | { readonly kind: "pause" }
  | IndexQuestion;

export type IndexQuestion =
  | ({ readonly kind: "search"; readonly id: number } & SearchQuestion)
  | ({ readonly kind: "names"; readonly id: number } & NameQuestion)
  | ({ readonly kind: "candidates"; readonly id: number } & CandidatesQuestion)
  | ({ readonly kind: "effects"; readonly id: number } & EffectsQuestion);

export interface SearchQuestion {
  readonly expression: PointcutExpression;
  readonly aspects: readonly AspectFile[];
  readonly aspect?: string;
  readonly limit: number;
}

/** Of a pointcut that asks for what the index doesn't keep: which units can hold what it selects? */
export type CandidatesQuestion = Omit<SearchQuestion, "limit">;

export interface CandidatesAnswer {
  /** Paths; absent while units are read or looked at for changes. */
  readonly units?: readonly string[];
}

export interface SearchAnswer {
  readonly total: number;
  readonly hits: readonly JoinPointHit[];
  readonly perFile: ReadonlyMap<string, number>;
  /** Units that are known: all others that are not {@link missing} or {@link unitsFailed} are still to be read. */
  readonly unitsSearched: number;
  /** Units that were tried and can't be read. */
  readonly unitsFailed: number;
  /** The index was just loaded: whether its files are still as it has them is being looked at. */
  readonly unverified?: true;
  /** Units that are not in the index: they can't be read, or are read one by one. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

export interface JoinPointHit {
  /** `name` for a pointcut that selects names: then the hit is a declaration. */
  readonly kind: JoinPointKind | "name";
  /** Normalised, `int add(int,int)`. */
  readonly signature: string;
  /** At an absolute path. */
  readonly range: SourceRange;
  /** Signature of the enclosing function; empty for a declaration. */
  readonly within: string;
  readonly certainty: "certain" | "conditional";
}

export type NameKind = "function" | "variable" | "field" | "record" | "type" | "file";

export interface NameQuestion {
  readonly prefix: string;
  readonly name: NameKind;
  readonly limit: number;
}

export interface NameAnswer {
  readonly names: readonly { readonly name: string; readonly units: number }[];
}

export interface EffectsQuestion {
  readonly aspects: readonly AspectFile[];
  /** Units of which the asker knows better: what only they contain is left out. */
  readonly covered: readonly string[];
}

/** At absolute paths. */
export interface EffectsAnswer extends EntityNames {
  readonly effects: readonly AspectEffect[];
  readonly problems: readonly Problem[];
  /** Advice that matches nothing in any unit: `explainEmpty`'s answer by key, see `adviceKey`. */
  readonly unmatched: ReadonlyMap<string, EmptyExplanation>;
  readonly shapes: ReadonlyMap<string, JoinPointShape>;
  /** Files of all units, each with one unit that reads it. */
  readonly includers: ReadonlyMap<string, string>;
  /**
   * By `adviceKey`: units which together contain every join point of the advice, no more than needed. What the advice
   * does there is confirmed by analysing these.
   */
  readonly covers: ReadonlyMap<string, readonly string[]>;
  /** Units of which more is to be said than the index knows. */
  readonly incomplete: readonly string[];
  readonly unitsRead: number;
  /** Units that are not in the index: they can't be read, or are read one by one. */
  readonly missing: readonly string[];
}

export interface IndexProgress {
  readonly done: number;
  readonly total: number;
  /** False when nothing is left to do, or reading was stopped. */
  readonly active: boolean;
  readonly reading?: string;
}

export type IndexReply =
  | { readonly kind: "ready" }
  | { readonly kind: "log"; readonly message: string }
  | { readonly kind: "progress"; readonly progress: IndexProgress }
  /** What questions are answered from changed. */
  | { readonly kind: "changed" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
