/** From what the user asks for to the changes of the project's files. */
import type { Refactoring } from "../refactor/index.js";
import { type ExtractFeatureRequest, planFeature } from "./plan-feature.js";
import { type InlineRequest, type PushInRequest, planInline, planPushIn } from "./plan-inline.js";
import { type ExtractPairRequest, planPair } from "./plan-pair.js";
import { type PullOutRequest, planPullOut } from "./plan-pull-out.js";
import type { ProofOptions } from "./prove.js";

export type RefactoringRequest =
  | ExtractPairRequest
  | ExtractFeatureRequest
  | InlineRequest
  | PushInRequest
  | PullOutRequest;

/** Rejects with ProcessError when cancelled or when a compiler can't be run. */
export async function planRefactoring(
  root: string,
  request: RefactoringRequest,
  options: ProofOptions = {},
): Promise<Refactoring> {
  switch (request.kind) {
    case "extract-pair":
      return planPair(root, request, options);
    case "extract-feature":
      return planFeature(root, request, options);
    case "inline":
      return planInline(root, request, options);
    case "push-in":
      return planPushIn(root, request, options);
    case "pull-out":
      return planPullOut(root, request, options);
  }
}
