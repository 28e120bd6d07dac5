/**
 * Assembly: a step, or, where it may jump to labels of the function, a condition that tells to which one it has. Clang's tree
 * does not say to which labels, so they are read from the text.
 */
import { withoutCommentsAndStrings } from "../../c-text/index.js";
import type { ClangNode } from "../tree/clang-tree.js";
import type { Block } from "./graph.js";
import { create, type Lowering, labelled, refused } from "./lowering.js";

/** What a residual function asks: zero where the assembly goes on, else the number of the label that it jumps to. */
export const ASM_GOTO = "AsmGoto";

export function assembly(on: Lowering, node: ClangNode): void {
  const text = on.setting.spelling(node);
  if (text === undefined || !isGoto(text, on)) {
    on.current.steps.push({ kind: "text", node });
    return;
  }
  const plain = withoutCommentsAndStrings(text);
  const names = [...on.named.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(plain));
  if (names.length === 0) throw refused(node, "assembly that jumps to labels which a macro names");
  const next = create(on);
  const ways = names.map((name) => labelled(on, on.named.get(name) ?? ""));
  const value: ClangNode = { ...node, kind: ASM_GOTO, name: names.join(), type: { qualType: "int" } };
  on.current.exit =
    ways.length === 1
      ? { kind: "branch", condition: value, taken: ways[0] as Block, otherwise: next }
      : {
          kind: "switch",
          value,
          cases: ways.map((to, at) => ({ label: numeral(value, at + 1), to })),
          otherwise: next,
        };
  on.current = next;
}

const isGoto = (text: string, on: Lowering): boolean =>
  /\b(?:asm|__asm__|__asm)\b[\s\w]*\bgoto\b/.test(text) ||
  (!/^\s*(?:asm|__asm__|__asm)\b/.test(text) && named(text, on));

/** A macro that is given a label may jump to it. */
const named = (text: string, { named: labels }: Lowering): boolean =>
  [...labels.keys()].some((name) => new RegExp(`\\b${name}\\b`).test(withoutCommentsAndStrings(text)));

function numeral({ id }: ClangNode, value: number): ClangNode {
  return { id: `${id}:${value}`, kind: "IntegerLiteral", value: `${value}`, type: { qualType: "int" } };
}

/** The condition's text: the assembly with labels of its own. */
export function asmGotoText(text: string, names: readonly string[]): string {
  if (names.length === 1)
    return `({ __label__ ${names[0]}; int __way = 1; ${text}; __way = 0; ${names[0]}:; __way; })`;
  const ends = names.map((name, at) => `${name}: __way = ${at + 1}; goto __out;`);
  return `({ __label__ ${names.join(", ")}, __out; int __way = 0; ${text}; goto __out; ${ends.join(" ")} __out:; __way; })`;
}
