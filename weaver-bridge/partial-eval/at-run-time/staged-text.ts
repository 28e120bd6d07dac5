/**
 * Expressions as C, for the two times of a function that is specialized at run time: for the code that makes code as they
 * are, for templates with holes where something is known when the code is made.
 */

import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, offsetOf, partsOf, walk } from "../tree/clang-tree.js";
import type { BindingTimes, Times } from "./binding-times.js";

export interface StagedText {
  /** Done when the code is made. */
  readonly early: (node: ClangNode) => string;
  /** Done by the code; `hole` is told what is known earlier, and answers with the name of a hole for it. */
  readonly late: (node: ClangNode, times: Times, hole: (value: string) => string) => string;
  readonly typeOf: (node: ClangNode) => string;
}

export function stagedText(times: BindingTimes, around: Surroundings): StagedText {
  const early = (node: ClangNode): string => around.spelling(node) ?? structured(node, (part) => early(part));

  const late = (whole: ClangNode, now: Times, hole: (value: string) => string): string => {
    const isKnown = (node: ClangNode) => isValue(node) && times.timeOf(node, now) !== "dynamic";
    const hasKnown = (node: ClangNode) =>
      walk(node).some(
        (part) =>
          part.kind === "StringLiteral" ||
          (part.castKind === "LValueToRValue" && isKnown(part)) ||
          (part.castKind === "ArrayToPointerDecay" && isKnown(part)),
      );
    /** `isLazy`: perhaps the code never gets there, so nothing is read early. */
    const say = (node: ClangNode, isLazy: boolean): string => {
      if (!hasKnown(node)) {
        const spelled = around.spelling(node);
        if (spelled !== undefined) return spelled;
      }
      if (hasKnown(node) && isKnown(node) && !(isLazy && readsMemory(node)))
        return `((${typeText(node)})${hole(early(node))})`;
      return structured(node, (part, lazy) => say(part, isLazy || lazy));
    };
    return say(whole, false);
  };
  return { early, late, typeOf: typeText };
}

/** It has a value, and is no place. */
const isValue = ({ kind, castKind }: ClangNode): boolean =>
  !/^(DeclRefExpr|MemberExpr|ArraySubscriptExpr|StringLiteral)$/.test(kind) &&
  castKind !== "FunctionToPointerDecay";

const readsMemory = (node: ClangNode): boolean =>
  walk(node).some(
    (part) =>
      part.castKind === "LValueToRValue" && bare(partsOf(part)[0] as ClangNode).kind !== "DeclRefExpr",
  );

function typeText({ type, range }: ClangNode): string {
  const spelled = type?.qualType ?? "int";
  if (/\((?:unnamed|anonymous)/.test(spelled))
    throw new Refusal(`${spelled} has no name`, range?.begin.offset);
  return spelled;
}

/** An expression from its parts; `isLazy` parts are carried out perhaps. */
function structured(node: ClangNode, say: (part: ClangNode, isLazy: boolean) => string): string {
  const parts = partsOf(node);
  const part = (at: number, isLazy = false) => say(parts[at] as ClangNode, isLazy);
  switch (node.kind) {
    case "ParenExpr":
      return `(${part(0)})`;
    case "ConstantExpr":
    case "ImplicitCastExpr":
      return part(0);
    case "CStyleCastExpr":
      return `((${typeText(node)})${part(0)})`;
    case "UnaryOperator":
      return unaryText(node, part(0));
    case "BinaryOperator": {
      const text = `${part(0)} ${node.opcode} ${part(1, LAZY.has(node.opcode))}`;
      return node.opcode === "=" ? text : `(${text})`;
    }
    case "CompoundAssignOperator":
      return `${part(0)} ${node.opcode} ${part(1)}`;
    case "ConditionalOperator":
      return `(${part(0)} ? ${part(1, true)} : ${part(2, true)})`;
    case "CallExpr":
      return `${part(0)}(${parts
        .slice(1)
        .map((one) => say(one, false))
        .join(", ")})`;
    case "MemberExpr":
      return memberText(node, part(0));
    case "ArraySubscriptExpr":
      return `(${part(0)})[${part(1)}]`;
    case "DeclRefExpr":
      return node.referencedDecl?.name ?? "";
    case "IntegerLiteral":
    case "CharacterLiteral":
      return numberText(node);
    case "StringLiteral":
      return String(node.value);
    default:
      throw new Refusal(`this expression (${node.kind}) is not understood yet`, offsetOf(node));
  }
}

/** Their right operand is carried out perhaps. */
const LAZY: ReadonlySet<string | undefined> = new Set(["&&", "||"]);

function numberText(node: ClangNode): string {
  const type = typeText(node);
  return `((${type})${node.value}${/long long/.test(type) ? "ll" : ""})`;
}

function unaryText({ opcode, isPostfix }: ClangNode, operand: string): string {
  if (opcode === "__extension__") return operand;
  return isPostfix === true ? `(${operand})${opcode}` : `(${opcode}(${operand}))`;
}

/** Anonymous structs and unions have no name in C. */
function memberText({ name = "", isArrow }: ClangNode, object: string): string {
  return name === "" ? object : `(${object})${isArrow === true ? "->" : "."}${name}`;
}
