/** What is left of an expression as C text: as it is written, or as what is known of it says. */

import { ASM_GOTO, asmGotoText } from "../lower/assembly.js";
import { initialValues } from "../objects/initial-values.js";
import { isLabel, isList, isPointer, type Pointer, pathText, type Value } from "../objects/values.js";
import { type ClangNode, isThere, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  type Located,
  PRIMARY,
  refused,
  rootOfVariable,
  UNARY,
} from "./evaluated.js";

export function hole(on: Evaluation, node: ClangNode): () => string {
  return () => {
    const spelled = on.around.spelling(node);
    if (spelled === undefined) throw refused(node);
    return spelled;
  };
}

/** What is not looked into is written as it is; nothing that it names is known afterwards. */
export function opaque(on: Evaluation, node: ClangNode): Evaluated {
  const text = () => {
    if (leaves(node)) throw refused(node);
    const isAssembly = /AsmStmt$/.test(node.kind) || node.kind === ASM_GOTO;
    const exposed = isAssembly ? addressedIn(node) : undefined;
    for (const part of walk(node)) {
      if (part.kind !== "DeclRefExpr" || variableOf(part) === undefined) continue;
      const { id = "", name = "" } = part.referencedDecl ?? {};
      const alias = on.state.frames[on.depth]?.aliases.get(id);
      const root = rootOfVariable(on, part);
      const now = alias ?? (root === undefined ? name : on.around.rootInfo(root).text);
      if (now !== name) throw refused(node);
      if (root !== undefined && on.around.isLocal(id)) {
        if (exposed?.has(part) !== false) on.memory.expose(root, node);
        on.memory.giveUp(root, node);
      }
    }
    const said = hole(on, node)();
    if (isAssembly) noteAssembly(on, node, said);
    else on.memory.forgetAll(node);
    return node.kind === ASM_GOTO ? asmGotoText(said.replace(/;$/, ""), (node.name ?? "").split(",")) : said;
  };
  return { text, level: node.kind === "InitListExpr" ? PRIMARY : 0, changed: true, pure: false };
}

/** Names of which assembly gets the address; of the others it gets the value, or is told where to put one. */
function addressedIn(node: ClangNode): ReadonlySet<ClangNode> {
  const found = walk(node).filter(
    ({ kind, opcode, castKind }) =>
      (kind === "UnaryOperator" && opcode === "&") || castKind === "ArrayToPointerDecay",
  );
  return new Set(found.flatMap(walk));
}

/** What assembly writes: what it says, and, where it says so, any memory. */
function noteAssembly(on: Evaluation, node: ClangNode, text: string): void {
  const operands = partsOf(node).filter(isThere);
  const isValue = (one: ClangNode) =>
    one.castKind === "LValueToRValue" || /Literal$|^Constant/.test(one.kind);
  const isPlain = operands.every((one) => isValue(one) || variableOf(one) !== undefined);
  const isBarrier =
    !/^\s*(?:asm|__asm__|__asm)\b[^:]*\(/.test(text) || !text.includes(":") || /"memory"/.test(text);
  if (!isBarrier && isPlain) return;
  if (isBarrier && isPlain) on.memory.forgetAtBarrier(node);
  else on.memory.forgetAll(node);
}

/** `(T){ … }`, where each part of the object is understood. */
export function compound(on: Evaluation, node: ClangNode): Evaluated | undefined {
  const { types, records } = on.around;
  const list = node.kind === "CompoundLiteralExpr" ? partsOf(node)[0] : undefined;
  const values = list && initialValues(types.canonical(node.type), list, types);
  if (values === undefined) return undefined;
  const parts = values.flatMap(({ path, node: given, value }) => {
    const found = given && on.evaluate(given);
    if (found === undefined && (value ?? 0n) === 0n) return [];
    return [{ found, text: () => `${pathText(path)} = ${found === undefined ? value : group(found, 2)}` }];
  });
  const said = () => (parts.length === 0 ? "0" : parts.map(({ text }) => text()).join(", "));
  return {
    text: () => `(${records.typeText(node.type?.qualType ?? "")}){ ${said()} }`,
    level: PRIMARY,
    changed: parts.some(({ found }) => found?.changed === true),
    pure: parts.every(({ found }) => found?.pure !== false),
  };
}

/** What jumps out of `({ … })` leads elsewhere in the residual program. */
function leaves(node: ClangNode, inLoop = false): boolean {
  if (/^(Goto|IndirectGoto|Return|Label)Stmt$/.test(node.kind)) return true;
  if (/^(Break|Continue)Stmt$/.test(node.kind)) return !inLoop;
  const isLoop = /^(For|While|Do|Switch)Stmt$/.test(node.kind);
  return partsOf(node).some((part) => isThere(part) && leaves(part, inLoop || isLoop));
}

/** Its text gives the residual program the object's address. */
export function exposing(on: Evaluation, found: Located, node: ClangNode): () => string {
  return () => {
    const root = (found.place ?? found.within)?.root;
    if (root !== undefined) on.memory.expose(root, node);
    return found.text();
  };
}

/** The name of a pointer; whoever gets it may follow it. */
export function lifting(on: Evaluation, { root }: Pointer, from: Located, node: ClangNode): () => string {
  return () => {
    on.memory.expose(root, node);
    return from.text();
  };
}

export function literalOf(on: Evaluation, value: Value, node: ClangNode): Pick<Evaluated, "text" | "level"> {
  const type = on.around.types.canonical(node.type);
  if (!isPointer(value)) {
    // What has no text is told when the text is wanted.
    if (isLabel(value) || isList(value))
      return { text: () => on.memory.textOf(value, type, node).text, level: UNARY };
    const { text, level } = on.memory.textOf(value, type, node);
    return { text: () => text, level };
  }
  const level = value.path.at(-1) === 0n ? PRIMARY : typeof value.path.at(-1) === "bigint" ? 12 : UNARY;
  return { text: () => on.memory.textOf(value, type, node).text, level };
}
/** With its value as text where something known went into it. */
export function known(
  on: Evaluation,
  node: ClangNode,
  value: Value | undefined,
  other: Omit<Evaluated, "value">,
): Evaluated {
  if (value === undefined) return other;
  if (!other.changed && !isPointer(value)) return { ...other, value };
  return { ...other, value, ...literalOf(on, value, node), changed: true };
}
