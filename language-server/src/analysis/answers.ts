/** Shapes of answers that several features give. */
import type { LabelledPlace, Range } from "../protocol/index.js";

export interface Lens {
  readonly range: Range;
  readonly title: string;
  readonly places: readonly LabelledPlace[];
}

export interface HoverText {
  readonly range: Range;
  readonly markdown: string;
}
