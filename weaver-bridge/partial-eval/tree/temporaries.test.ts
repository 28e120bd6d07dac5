import { expect, test } from "vitest";
import type { ClangNode } from "./clang-tree.js";
import { hideTemporaries } from "./temporaries.js";

const node = (kind: string, inner: readonly ClangNode[] = [], more: Partial<ClangNode> = {}): ClangNode => ({
  ...{ id: kind, kind, inner },
  ...more,
});
const read = (inner: ClangNode) => node("ImplicitCastExpr", [inner], { castKind: "LValueToRValue" });

test("what Clang 22 prints of a member of a call's result is what Clang 19 does", () => {
  const call = node("CallExpr");
  const member = (of: ClangNode) => node("MemberExpr", [of], { name: "n" });
  const newer = node("ExprWithCleanups", [read(member(member(node("MaterializeTemporaryExpr", [call]))))]);
  expect(hideTemporaries(newer)).toBe(true);
  expect(newer).toEqual(member(member(call)));
});

test("reads of objects that stay, and temporary objects of which no value is read, are kept", () => {
  const array = () => node("MemberExpr", [node("MaterializeTemporaryExpr", [node("CallExpr")])]);
  const tree = () => node("ExprWithCleanups", [read(node("DeclRefExpr")), array()]);
  const kept = tree();
  expect(hideTemporaries(kept)).toBe(false);
  expect(kept).toEqual(tree());
});
