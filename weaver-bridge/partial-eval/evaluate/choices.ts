/** `&&`, `||` and `?:`: what of them is carried out in any case, and what perhaps. */

import { lookUp } from "../../model/index.js";
import { asArm } from "../lower/split-choice.js";
import { bare, type ClangNode, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  isUnderstood,
  joined,
  LEVELS,
  PRIMARY,
  rootOfVariable,
  sequenced,
  toldBefore,
} from "./evaluated.js";
import { truth } from "./operators.js";
import { giveUpLists } from "./variable-arguments.js";

export function evaluateLogical(on: Evaluation, node: ClangNode): Evaluated {
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  const operator = node.opcode as string;
  const left = sequenced(on.evaluate(first));
  const decided = outcomeOf(on, first, left);
  if (decided === undefined) {
    perhaps(on, second);
    const right = on.evaluate(second);
    const known = outcomeOf(on, second, right);
    if (known !== undefined && known === (operator === "&&")) return asTruth(left, first);
    if (known !== undefined && left.pure) return constantTruth(known);
    // Text order is the order of effects.
    return joined(operator, left, right, lookUp(LEVELS, operator) as number);
  }
  if (decided === (operator === "||")) return constantTruth(decided);
  const right = on.evaluate(second);
  const other = outcomeOf(on, second, right);
  return other === undefined ? asTruth(right, second) : constantTruth(other);
}

const constantTruth = (value: boolean): Evaluated => ({
  value: BigInt(value),
  text: () => (value ? "1" : "0"),
  level: PRIMARY,
  changed: true,
  pure: true,
});

/** 0 or 1, as `&&` and `||` give it. */
function asTruth(found: Evaluated, node: ClangNode): Evaluated {
  const { opcode = "" } = bare(node);
  if (/^(==|!=|<|>|<=|>=|&&|\|\||!)$/.test(opcode)) return { ...found, value: undefined, changed: true };
  return { text: () => `${group(found, 10)} != 0`, level: 9, changed: true, pure: found.pure };
}

export function evaluateChoice(on: Evaluation, node: ClangNode): Evaluated {
  const [test, then, otherwise] = partsOf(node) as [ClangNode, ClangNode, ClangNode];
  const condition = sequenced(on.evaluate(test));
  const decided = outcomeOf(on, test, condition);
  if (decided !== undefined) return { ...on.evaluate(asArm(decided ? then : otherwise)), changed: true };
  perhaps(on, then);
  perhaps(on, otherwise);
  const [yes, no] = [on.evaluate(then), on.evaluate(otherwise)];
  return {
    text: () => `${group(condition, 4)} ? ${yes.text()} : ${group(no, 3)}`,
    level: 3,
    changed: condition.changed || yes.changed || no.changed,
    pure: condition.pure && yes.pure && no.pure,
  };
}

function outcomeOf(on: Evaluation, condition: ClangNode, { pure, value }: Evaluated): boolean | undefined {
  return pure ? (truth(on, value) ?? toldBefore(on, condition)) : undefined;
}

/** What is carried out only perhaps changes nothing that is known. */
function perhaps(on: Evaluation, node: ClangNode): void {
  for (const part of walk(node)) {
    giveUpLists(on, part, node);
    const target = targetOf(part);
    const id = target === undefined ? undefined : rootVariable(on, target);
    if (id !== undefined) on.memory.giveUp(id, node);
    if (target !== undefined && id === undefined) on.memory.forgetAll(node);
    if (part.kind === "CallExpr" || !isUnderstood(part)) on.memory.forgetAll(node);
  }
}

function rootVariable(on: Evaluation, node: ClangNode): string | undefined {
  const inner = bare(node);
  const id = variableOf(inner);
  if (id !== undefined) return rootOfVariable(on, inner);
  if ((inner.kind === "MemberExpr" && inner.isArrow !== true) || inner.kind === "ArraySubscriptExpr") {
    const base = bare(partsOf(inner)[0] as ClangNode);
    if (base.castKind === "ArrayToPointerDecay") return rootVariable(on, partsOf(base)[0] as ClangNode);
    return inner.kind === "MemberExpr" ? rootVariable(on, base) : undefined;
  }
  return undefined;
}
