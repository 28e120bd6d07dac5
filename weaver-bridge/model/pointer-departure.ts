/** A pointer to a member beside a guarded term that other units get, as plain data. */
import type { SourceRange } from "./ranges.js";

/** Under which name; `steps`: how often that has to be followed before it is the pointer. */
export type PointerLeaves =
  | { readonly is: "argument"; readonly name: string; readonly position: number; readonly steps: number }
  | { readonly is: "variable" | "result"; readonly name: string; readonly steps: number }
  /** Of a function that is called through a pointer; the name is that of the pointer. */
  | {
      readonly is: "argument behind a pointer";
      readonly name: string;
      readonly position: number;
      readonly steps: number;
    }
  /** Of any structure that has a member of this name. */
  | { readonly is: "member"; readonly name: string; readonly steps: 0 };

export interface LeavingPointer {
  /** What it leads to, and what is as long, as C spells these. */
  readonly same: readonly string[];
  /** Of the member. */
  readonly name: string;
  /** It leads to no structure. */
  readonly isPlain: boolean;
  /** Of an array: how many there are. */
  readonly room?: number;
}

export interface PointerDeparture {
  /** What the guard is about: a type's name, or a variable's. */
  readonly subject: string;
  readonly terms: readonly string[];
  /** Where the address is taken. */
  readonly range: SourceRange;
  /** The function around that. */
  readonly within?: string;
  /** From there to where it leaves the unit, one step each. */
  readonly chain: readonly string[];
  readonly to: PointerLeaves;
  readonly pointer: LeavingPointer;
}
