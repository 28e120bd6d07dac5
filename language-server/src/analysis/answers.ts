/** Shapes of answers that several features give. */
import type { LabelledPlace, Range } from "../protocol/index.js";

export interface Lens {
  readonly range: Range;
  readonly title: string;
  /** What it leads to: places, or the drawing of an operation's messages. */
  readonly leadsTo: readonly LabelledPlace[] | "message layout";
}

export interface HoverText {
  readonly range: Range;
  readonly markdown: string;
}
