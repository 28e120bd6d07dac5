/** What a pointcut selects while it is being typed, and why advice reaches a place or misses it. */
import type { LabelledPlace, Position, Range } from "./places.js";

/**
 * Client to server: what a pointcut selects in the whole project. Give `expression`, or `position` in an `.ah` file for
 * the pointcut there, also a half-typed one. A newer question of the client ends an older one, which then answers with
 * `state` `superseded`.
 */
export const searchPointcutRequest = "weft/searchPointcut";

export interface SearchPointcutParams {
  /** Any file of the project; with `position` the aspect file. */
  readonly uri: string;
  readonly position?: Position;
  readonly expression?: string;
  /** Join points to list; all are counted. */
  readonly limit?: number;
}

export interface SearchPointcutResult {
  /**
   * `whole`: the pointcut as written, of all units as they are. `reading`: the same, but units are still read, for the
   * first time or again: `total` is of those that were searched, and 0 says nothing. `partial`: the pointcut is
   * half-typed, and `expression` is how it was read. `none`: there is no pointcut at the place, nothing of it can be
   * read, or the project has no unit to search. `superseded`: a newer question was asked.
   */
  readonly state: "whole" | "reading" | "partial" | "none" | "superseded";
  /** The pointcut that was answered, on one line. */
  readonly expression: string;
  /** Where it is written; absent for one given as text. */
  readonly range?: Range;
  /** What is wrong or missing, for people. */
  readonly message?: string;
  readonly total: number;
  /** By path. Files without a listed join point have a count only. */
  readonly files: readonly SelectedFile[];
  /**
   * Fewer than `unitsTotal` while the index is being made, or while units are read for the question (`builtin`, `local`,
   * C++): then the answer is a part. The reading goes on for ten seconds: ask again, at the latest after `weft/idle`.
   */
  readonly unitsSearched: number;
  readonly unitsTotal: number;
  /** Units that can't be read; {@link unitsSearched} and these come to `unitsTotal` in the end. */
  readonly unitsFailed: number;
  /**
   * How many units the server has read since it started, or has in its index. Fewer than `unitsTotal` while a project is read
   * for the first time: nothing that `unitsSearched` leaves out is known yet, and an answer over no units says nothing.
   */
  readonly unitsRead: number;
  /**
   * From an index that was kept and just loaded; files that changed since are being looked for. `weft/idle` is told once
   * that is done and what changed is read.
   */
  readonly unverified?: true;
}

export interface SelectedFile {
  readonly uri: string;
  readonly count: number;
  readonly joinPoints: readonly SelectedJoinPoint[];
}

export interface SelectedJoinPoint {
  readonly kind: string;
  /** `call void f(int) in int g()` */
  readonly label: string;
  readonly range: Range;
  readonly certainty: "certain" | "conditional";
}

/** Client to server: why each advice applies at a line or does not. */
export const whyRequest = "weft/why";

/** Command that asks it; the client registers it. Arguments: uri, {@link Position}. */
export const whyCommand = "weft.why";

export interface WhyParams {
  readonly uri: string;
  readonly position: Position;
  /** Only advice of this aspect. */
  readonly aspect?: string;
}

export type WhyResult =
  | {
      /** `fs/inode.c:76` is for the client to say; this is the unit looked at. */
      readonly unit: string;
      /** Of the line; where it has none, that of the function around it. */
      readonly joinPoints: readonly WhyJoinPoint[];
      /** Why the line has no join point. */
      readonly none?: string;
      /** What keeps the whole unit from being woven. */
      readonly notes: readonly string[];
    }
  /** Why there is no answer. */
  | { readonly message: string };

export interface WhyJoinPoint {
  readonly place: LabelledPlace;
  /** Of a class, what is introduced into it. */
  readonly advice: readonly WhyAdvice[];
  /** Why what applies nests as it does: one for each pair of aspects. */
  readonly order: readonly WhyOrder[];
}

export interface WhyOrder {
  /** `Trace encloses Count` */
  readonly label: string;
  readonly why: string;
  /** False where nothing but names, or a contradiction, decides. */
  readonly isGiven: boolean;
  /** The order advice that decides, or would where it applied. */
  readonly by: readonly LabelledPlace[];
}

export interface WhyAdvice {
  /** `Trace: before call("% f(...)")`; its place is the pointcut. */
  readonly place: LabelledPlace;
  readonly applies: "yes" | "at run time" | "no";
  readonly why: string;
  readonly conjuncts: readonly WhyConjunct[];
  readonly suggestion?: {
    /** The pointcut as it would be. */
    readonly pointcut: string;
    readonly edits: readonly { readonly uri: string; readonly range: Range; readonly newText: string }[];
  };
}

export interface WhyConjunct {
  readonly place: LabelledPlace;
  readonly holds: "yes" | "at run time" | "no";
  readonly why: string;
}
