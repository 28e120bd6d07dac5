/** From what the user asks for to the changes of the project's files. */
import type { Refactoring } from "../refactor/index.js";
import { type ExtractFeatureRequest, planFeature } from "./plan-feature.js";
import { type ExtractPairRequest, planPair } from "./plan-pair.js";
import type { ProofOptions } from "./prove.js";

export type RefactoringRequest = ExtractPairRequest | ExtractFeatureRequest;

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
  }
}
