/**
 * A pointcut with every name in it resolved: named pointcuts are replaced by what they stand for, strings by
 * parsed patterns, context variables by their types. Knows aspects, no translation unit.
 */
import type { AspectFile, PointcutExpression, Shadow } from "../../../model/index.js";
import type { FilePattern } from "../../patterns/file-pattern.js";
import type { MatchExpression, TypePattern } from "../../patterns/match-expression.js";

export type ShadowKind = Shadow["kind"];

/** A type that a value must have: written in quotes, or that of a context variable, which it then binds. */
export interface TypeTest {
  readonly text: string;
  readonly pattern: TypePattern;
  /** The context variable of the advice that is bound. */
  readonly variable?: string;
}

export type PointcutNode = { readonly source: PointcutExpression } & (
  | { readonly kind: "and" | "or"; readonly left: PointcutNode; readonly right: PointcutNode }
  | { readonly kind: "not"; readonly operand: PointcutNode }
  | { readonly kind: "names"; readonly pattern: MatchExpression; readonly text: string }
  | { readonly kind: "file"; readonly pattern: FilePattern }
  | { readonly kind: "member"; readonly of: PointcutNode }
  | { readonly kind: "derived"; readonly of: PointcutNode }
  | { readonly kind: "base"; readonly of: PointcutNode }
  | { readonly kind: "classes"; readonly of: PointcutNode }
  /** Pointers and references that may refer to the variables, by type. */
  | { readonly kind: "aliases"; readonly of: PointcutNode }
  /** Annotated `[[name]]`, or in an annotated class. */
  | { readonly kind: "attribute"; readonly name: string }
  | {
      readonly kind: "join";
      readonly name: string;
      readonly kinds: readonly ShadowKind[];
      readonly of: PointcutNode;
    }
  | { readonly kind: "within"; readonly of: PointcutNode }
  | { readonly kind: "args"; readonly types: readonly TypeTest[] }
  | { readonly kind: "result" | "target" | "that"; readonly type: TypeTest }
  /** A local variable of that name and type is in scope. */
  | { readonly kind: "local"; readonly name: string; readonly type: TypeTest }
  /** `key` names the trigger in all units, `text` is it as written. */
  | { readonly kind: "cflow"; readonly of: PointcutNode; readonly key: string; readonly text: string }
  /** A named pointcut, for the words of a reason; `file` declares it: ranges in `of` count there. */
  | { readonly kind: "named"; readonly name: string; readonly of: PointcutNode; readonly file?: AspectFile }
  /** Matches nothing, also under `!`: the whole pointcut is unusable. */
  | { readonly kind: "nothing" }
);

/** True for code join points, false for names; broken ones count as names. */
export function isCodeNode(node: PointcutNode): boolean {
  switch (node.kind) {
    case "and":
    case "or":
      return isCodeNode(node.left);
    case "not":
      return isCodeNode(node.operand);
    case "named":
      return isCodeNode(node.of);
    default:
      return CODE_KINDS.has(node.kind);
  }
}

const CODE_KINDS = new Set<PointcutNode["kind"]>([
  "join",
  "within",
  "args",
  "result",
  "target",
  "that",
  "local",
  "cflow",
]);
