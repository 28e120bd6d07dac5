/** Shapes of answers that several features give. */
import type { Problem } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range } from "../protocol/index.js";

export interface Lens {
  readonly range: Range;
  readonly title: string;
  /** The place that it is about, where that is not where it stands. */
  readonly about?: Range;
  /** What it leads to: places, the drawing of an operation's messages, or why advice applies. */
  readonly leadsTo: readonly LabelledPlace[] | "message layout" | "why";
}

export interface HoverText {
  readonly range: Range;
  readonly markdown: string;
}

/** A problem as the editor places it. */
export interface ShownProblem {
  readonly range: Range;
  readonly severity: Problem["severity"];
  /** `pointcut/no-match` */
  readonly code: string;
  readonly message: string;
  readonly related: readonly LabelledPlace[];
}
