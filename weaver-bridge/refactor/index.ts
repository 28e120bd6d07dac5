/**
 * Refactorings across aspects and base code: (texts, facts, aspects) to changes of files and what could not be done.
 * Pure. Whether the object code stays what it was is for `prove` to say.
 */

export { extractFeature, surveyFeature } from "./feature/extract-feature.js";
export { type InlineSelection, inlineAdvice, surveyInline } from "./inline/inline-advice.js";
export { type PullOutSelection, pullOut, surveyPullOut } from "./members/pull-out.js";
export { type PushInSelection, pushIn, surveyPushIn } from "./members/push-in.js";
export * from "./pair/extract-pair.js";
export { isReason } from "./pair/find-ends.js";
export { type PairPattern, type PairSelection, pairPattern } from "./pair/find-pairs.js";
export * from "./refactoring.js";
export { functionSites } from "./sources/function-site.js";
export type { AnalysedText } from "./sources/source-view.js";
export { applyTextEdits } from "./sources/text-edits.js";
export { unifiedDiff } from "./sources/unified-diff.js";
