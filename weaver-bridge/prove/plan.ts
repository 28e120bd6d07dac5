/** From what the user asks for to the changes of the project's files. */
import type { SourceRange } from "../model/index.js";
import type { Refactoring } from "../refactor/index.js";
import { type ExtractFeatureRequest, planFeature } from "./plan-feature.js";
import { type InlineRequest, type PushInRequest, planInline, planPushIn } from "./plan-inline.js";
import { type ExtractPairRequest, planPair } from "./plan-pair.js";
import { type PullOutRequest, planPullOut } from "./plan-pull-out.js";
import type { ProofOptions } from "./prove.js";
import { createSourceTree, type ShadowTree, withoutPrefix } from "./shadow-tree.js";
import type { PlanOptions } from "./survey.js";

export type RefactoringRequest =
  | ExtractPairRequest
  | ExtractFeatureRequest
  | InlineRequest
  | PushInRequest
  | PullOutRequest;

/** Rejects with ProcessError when cancelled or when a compiler can't be run. Edits of `unsaved` texts are edits of these. */
export async function planRefactoring(
  root: string,
  request: RefactoringRequest,
  options: ProofOptions = {},
): Promise<Refactoring> {
  const tree = createSourceTree(root, options.unsaved ?? new Map());
  try {
    const { pathOf } = tree;
    const plan = await planIn(pathOf(root), moved(request, pathOf), { ...options, pathOf });
    return tree.prefix === "" ? plan : inProject(plan, tree);
  } finally {
    tree.dispose();
  }
}

function planIn(root: string, request: RefactoringRequest, options: PlanOptions): Promise<Refactoring> {
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

/** The request about the files in the copy. */
function moved(request: RefactoringRequest, pathOf: (path: string) => string): RefactoringRequest {
  const into = "into" in request && request.into !== undefined ? { into: pathOf(request.into) } : {};
  switch (request.kind) {
    case "extract-pair":
    case "pull-out":
      return { ...request, ...into, file: pathOf(request.file) };
    case "inline":
      return request.at === undefined
        ? request
        : { ...request, at: { ...request.at, file: pathOf(request.at.file) } };
    default:
      return { ...request, ...into };
  }
}

function inProject(plan: Refactoring, tree: ShadowTree): Refactoring {
  const plain = (text: string) => withoutPrefix(text, tree);
  const placed = <Place extends { readonly range: SourceRange }>(place: Place): Place => ({
    ...place,
    range: { ...place.range, file: plain(place.range.file) },
  });
  return {
    title: plain(plan.title),
    changes: plan.changes.map((change) => ({ ...change, file: plain(change.file) })),
    problems: plan.problems.map(({ range, related, ...problem }) => ({
      ...problem,
      message: plain(problem.message),
      ...(range === undefined ? {} : { range: { ...range, file: plain(range.file) } }),
      ...(related === undefined ? {} : { related: related.map(placed) }),
    })),
  };
}
