/** What a plugged function is, and how it is swapped. */

export interface PlugFact {
  /** `current->credentials.euid`; C, true where the fact holds. */
  readonly test: string;
  /** Of a fact that a guard keeps: the object that holds the term, what the guard is about, and the type that it must be. */
  readonly kept?: { readonly object: string; readonly subject: string; readonly type?: string };
}

export interface PlugRequest {
  readonly generic: string;
  readonly residual: string;
  /** `int send(int signal, struct process *process)`, with the residual function's name. */
  readonly head: string;
  readonly parameters: readonly string[];
  readonly isVoid: boolean;
  readonly facts: readonly PlugFact[];
  /** Subjects of all guards that protect it, also those that no fact of its own is about. */
  readonly subjects: readonly string[];
  readonly replug?: ReplugWay;
  readonly again?: ReplugAgain;
  /** The kernel's function that tells, see `shared-text.ts`; guards of this one do not count writes then. */
  readonly epoch?: string;
}

/**
 * `jump`: the entry is patched. `boolean`: it asks each time. `counting`: and what runs in the residual function is
 * counted. `rcu`: it asks each time, and what was taken out is gone when all processors have passed a quiet point; it counts
 * as well where the kernel has no epoch.
 */
export const REPLUG_WAYS = ["jump", "boolean", "counting", "rcu"] as const;

export type ReplugWay = (typeof REPLUG_WAYS)[number];

/** When what a guard took out is put in again. */
export interface ReplugAgain {
  /** Calls of the generic function before its facts are looked at: at first, and at most, doubled by each hit. */
  readonly first: number;
  readonly most: number;
  /** After so many hits it stays out. */
  readonly times?: number;
}
