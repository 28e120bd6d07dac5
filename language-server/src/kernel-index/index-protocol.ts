/** Messages between the server and the process that keeps the index (Node's IPC channel, structured clone). */
import type { AspectFile, Effect, PointcutExpression, Problem, SourceRange } from "@weft/weaver-bridge/model";

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
  /** Stop reading until units or files change. */
  | { readonly kind: "pause" }
  | IndexQuestion;

export type IndexQuestion =
  | ({ readonly kind: "search"; readonly id: number } & SearchQuestion)
  | ({ readonly kind: "names"; readonly id: number } & NameQuestion)
  | ({ readonly kind: "effects"; readonly id: number } & EffectsQuestion);

export interface SearchQuestion {
  readonly expression: PointcutExpression;
  readonly aspects: readonly AspectFile[];
  readonly aspect?: string;
  readonly limit: number;
}

export interface SearchAnswer {
  readonly total: number;
  readonly hits: readonly SearchHit[];
  readonly perFile: ReadonlyMap<string, number>;
  readonly unitsSearched: number;
  /** Units that are not in the index: they can't be read, or are read one by one. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

export interface SearchHit {
  readonly kind: Effect["joinPoint"]["kind"] | "name";
  readonly signature: string;
  readonly range: SourceRange;
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
export interface EffectsAnswer {
  readonly effects: readonly Effect[];
  readonly problems: readonly Problem[];
  /** Advice that matches nothing in any unit: `explainEmpty`'s answer by key, see `adviceKey`. */
  readonly unmatched: ReadonlyMap<string, unknown>;
  readonly shapes: ReadonlyMap<string, unknown>;
  /** Files of all units, each with one unit that reads it. */
  readonly includers: ReadonlyMap<string, string>;
  readonly functions: readonly string[];
  readonly variables: readonly string[];
  readonly fields: readonly string[];
  readonly records: readonly string[];
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
