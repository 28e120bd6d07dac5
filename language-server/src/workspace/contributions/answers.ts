/** Shapes of answers that several features and contributors give: plain data in the editor's words. */
import type { Problem } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range, RelatedElement } from "../../protocol/index.js";

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

/** A part of a hover; without a range it is shown only beside others. */
export interface HoverSection {
  readonly range?: Range | undefined;
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

export interface Fix {
  readonly title: string;
  readonly range: Range;
  readonly text: string;
  readonly problem: Problem;
}

export interface PlacedEdit {
  readonly uri: string;
  readonly range: Range;
  readonly text: string;
}

export interface OutlineItem {
  readonly name: string;
  readonly detail?: string;
  readonly kind:
    | "module"
    | "interface"
    | "operation"
    | "attribute"
    | "parameter"
    | "function"
    | "typedef"
    | "struct"
    | "union"
    | "enum"
    | "enumerator"
    | "member"
    | "constant"
    | "exception"
    | "other";
  readonly range: Range;
  /** Lies within `range`. */
  readonly selection: Range;
  readonly children: readonly OutlineItem[];
}

/** Something to complete in a contributor's own files. */
export interface OwnSuggestion {
  readonly label: string;
  readonly kind:
    | "keyword"
    | "attribute"
    | "type"
    | "interface"
    | "module"
    | "function"
    | "parameter"
    | "global"
    | "member"
    | "constant"
    | "exception";
  readonly detail?: string;
  /** What is typed for it, where that is not its label. */
  readonly insert?: string;
  /** Its place in the list; without one the editor sorts by label. */
  readonly rank?: number;
}

export interface LineSpan {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/** An element with the lines that belong to it. */
export interface PlacedElement extends RelatedElement {
  /** Lines of the declaration, or of the function around a join point. */
  readonly extent: LineSpan;
  /** First line of a function's declaration, where its name stands further below. */
  readonly head?: number;
}
