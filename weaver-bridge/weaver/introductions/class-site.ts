/** What introductions work on: a unit, and one class of it at a time. */
import type { AspectFile, UnitFacts } from "../../model/index.js";
import type { ClassMatch } from "../../pointcut/index.js";
import type { ExpandedTail } from "../aspect-text/aspect-tail.js";
import type { Edit } from "../text/text-edits.js";
import type { NeedsDefinition } from "./unused-definitions.js";

export interface IntroductionInput {
  /** Preprocessed text of the unit, without the tail; latin1. */
  readonly unitText: string;
  /** Of `unitText`; in C, `structFacts` are enough. */
  readonly facts: UnitFacts;
  readonly classes: readonly ClassMatch[];
  readonly files: readonly AspectFile[];
  readonly tail: ExpandedTail;
  /** Functions of slices that the unit need not know are left out. */
  readonly isBrief?: boolean | undefined;
  /** Headers that classes need for their slices stand before them already. */
  readonly hasIncludesFirst?: boolean | undefined;
}

/** One class under the hands of the introducer. */
export interface ClassSite extends Omit<IntroductionInput, "classes"> {
  readonly match: ClassMatch;
  readonly edits: Edit[];
  /** Whether the unit may need what a slice defines outside itself. */
  readonly needs: NeedsDefinition;
}
