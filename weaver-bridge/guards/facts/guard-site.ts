/** A place that writes guarded terms, as plain data. */
import type { TextRange } from "../../model/index.js";
import type { GuardDeclaration } from "./declaration.js";
import type { Store } from "./store.js";

/** Whether a site has its guard. */
export type Coverage = "woven" | "by hand" | "missing" | "not needed" | "nothing relies on it";

export type Certainty = "certain" | "possible" | "filtered";

export interface GuardSite extends JudgedSite {
  readonly guarded: Coverage;
}

export interface JudgedSite {
  readonly guard: GuardDeclaration;
  /** Members or variables that are written. */
  readonly terms: readonly string[];
  /** `assigned`, `copied with struct process`, `filled by memset` */
  readonly how: string;
  readonly certainty: Certainty;
  readonly reason: string;
  /** In the unit's text. */
  readonly range: TextRange;
  /** Name of the function; absent outside of functions. */
  readonly within?: string;
  /** What a guard is put around: the expression of the object, or of a pointer to it. */
  readonly target?: GuardTarget;
  /** How the write is spelled; absent: it goes on as it is. */
  readonly store?: Store;
}

export interface GuardTarget {
  readonly range: TextRange;
  /** `pointer`: points to an object that holds the terms. `object`: is one. `variable`: is the term. */
  readonly is: "pointer" | "object" | "variable";
  /** `exact`: the object is of the guarded type. `holder`: one is somewhere in it. */
  readonly reach: "exact" | "holder";
}

/** What a site is before it has been looked at for reasons that make it harmless. */
export type RawSite = Omit<JudgedSite, "guard" | "within" | "certainty"> & {
  readonly certainty?: Certainty;
  /** The object that is written to. */
  readonly object?: { readonly range: TextRange; readonly isArrow: boolean };
};
