/** What a statement that is left reads of which nothing is known. */
import { RESULT } from "../lower/steadiness.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { type ClangNode, partsOf, targetOf, walk } from "../tree/clang-tree.js";
import type { Inlining } from "./inlining.js";
import type { Worker } from "./perform.js";
import type { UnknownRead } from "./told.js";

/** Variables and members, and functions that are called. */
export function unknownReads(
  whole: ClangNode,
  { evaluator }: Worker,
  around: Surroundings,
  state: State,
  inliner: Inlining,
): UnknownRead[] {
  const { barrier } = state;
  const found = new Map<string, UnknownRead>();
  const observe = around.observe;
  around.observe = undefined;
  const say = (node: ClangNode) => {
    const isResult = node.referencedDecl?.id.startsWith(RESULT) === true;
    const spelled = isResult ? "a call's result" : (around.spelling(node) ?? node.referencedDecl?.name);
    if (spelled === undefined) return;
    const { place, isOpaque } = evaluator.locate(node);
    const fact = place === undefined || isOpaque ? undefined : around.factPath(place);
    const isOwn = place !== undefined && around.rootInfo(place.root).kind === "local";
    const text = spelled.replace(/\s+/g, " ");
    found.set(text, {
      text,
      node,
      ...(fact === undefined ? {} : { fact }),
      ...(barrier === undefined || isOwn ? {} : { after: barrier }),
    });
  };
  const visit = (node: ClangNode): void => {
    const [operand] = partsOf(node);
    if (node.kind === "CallExpr" && operand !== undefined) {
      const callee = walk(operand).find(({ referencedDecl }) => referencedDecl !== undefined);
      const text = `${callee?.referencedDecl?.name}()`;
      const why = inliner.whyNot(node, state);
      if (callee !== undefined)
        found.set(text, { text, node: callee, ...(why === undefined ? {} : { why }) });
    }
    const isRead = node.castKind === "LValueToRValue" && operand !== undefined;
    const isQuiet =
      isRead && walk(operand).every((part) => part.kind !== "CallExpr" && targetOf(part) === undefined);
    if (isRead && isQuiet) {
      if (evaluator.evaluate(node).value === undefined) say(operand);
    } else for (const part of partsOf(node)) visit(part);
  };
  visit(whole);
  around.observe = observe;
  return [...found.values()];
}
