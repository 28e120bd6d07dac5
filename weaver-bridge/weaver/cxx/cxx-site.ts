/** One C++ join point under the hands of the weaver. Edits and glue reach the unit only when all of it could be woven. */
import type { EntityId, GeneratedFunction, UnitFacts } from "../../model/index.js";
import type { Edit } from "../text/text-edits.js";
import type { Unweavable } from "../unweavable.js";
import type { Befriended } from "./aspects/befriended.js";
import type { ArrowChains } from "./call/arrow-chain.js";
import type { WrapperContext } from "./glue/advice-chain.js";
import type { GluePart } from "./glue/glue.js";
import type { JoinPointConstants } from "./glue/join-point-constants.js";
import type { CxxSpeller } from "./types/spell-type.js";

/** Constructors and destructors without a text that advice wants to write out. */
export interface MadeExplicit {
  /** An implicit one that is written out. */
  has(member: EntityId): boolean;
  /** An implicit one that nothing in the unit can call: its body stays out of the text. */
  isUnused(member: EntityId): boolean;
  /** Throws {@link Unweavable} for one that must stay as it is. */
  refuse(member: EntityId): void;
}

export interface CxxSite {
  readonly facts: UnitFacts;
  readonly text: string;
  readonly speller: CxxSpeller;
  /** Value of `__cplusplus`. */
  readonly cplusplus: number;
  /** Number of the join point in the unit, for `JPID`. */
  readonly id: number;
  readonly marker: string;
  readonly constants: JoinPointConstants;
  readonly wrapping: WrapperContext;
  readonly arrows: ArrowChains;
  readonly befriended: Befriended;
  readonly madeExplicit: MadeExplicit;
  readonly edits: Edit[];
  readonly remarks: Unweavable[];
  /** Of the generated functions that are written for it. */
  readonly numbers: number[];
  insert(at: number, text: string, role: "open" | "close"): void;
  /** Replaces bytes; a shorter text is padded, so that what follows keeps its column. */
  replace(start: number, end: number, text: string): void;
  /** `text` on a line of its own, without warnings, at the source line of byte `at`. */
  onOwnLine(at: number, text: string): string;
  /** Once, however many join points want it: the name of an unnamed parameter. */
  insertOnce(at: number, text: string): void;
  glue(part: GluePart, label: string): number;
  fresh(): number;
  note(entry: GeneratedFunction): void;
}
