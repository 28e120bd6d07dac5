/** Walks over resolved pointcuts: their parts, and a text in which every name is spelled out. */
import { printPointcut } from "../../syntax/print-pointcut.js";
import type { PointcutNode } from "./pointcut-node.js";

/** The parts of which the node is made, in textual order. */
export function partsOf(node: PointcutNode): readonly PointcutNode[] {
  switch (node.kind) {
    case "and":
    case "or":
      return [node.left, node.right];
    case "not":
      return [node.operand];
    default:
      return "of" in node ? [node.of] : [];
  }
}

/** The first node, depth first, for which the test holds. */
export function findNode(
  node: PointcutNode,
  test: (node: PointcutNode) => boolean,
): PointcutNode | undefined {
  if (test(node)) return node;
  for (const part of partsOf(node)) {
    const found = findNode(part, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether built-in operators are meant; a pointcut without a kind does not mean them. */
export const saysBuiltin = (node: PointcutNode): boolean =>
  findNode(node, (part) => part.kind === "join" && part.kinds.includes("builtin")) !== undefined;

/** A short name for a trigger: equal for pointcuts that say the same with the same words, in every unit. */
export function triggerKey(node: PointcutNode): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of expanded(node))
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

function expanded(node: PointcutNode): string {
  switch (node.kind) {
    case "named":
      return expanded(node.of);
    case "and":
    case "or":
      return `(${expanded(node.left)} ${node.kind} ${expanded(node.right)})`;
    case "not":
      return `!${expanded(node.operand)}`;
    case "join":
      return `${node.name}(${expanded(node.of)})`;
    case "attribute":
      return `[[${node.name}]]`;
    default:
      return "of" in node ? `${node.kind}(${expanded(node.of)})` : printPointcut(node.source);
  }
}
