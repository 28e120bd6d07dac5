/** What is left of an expression as C text: as it is written, or as what is known of it says. */

import { isTable } from "../lower/variables.js";
import { bytesLevel } from "../objects/bytes-text.js";
import { initialValues } from "../objects/initial-values.js";
import { staticRefused } from "../objects/kept-statics.js";
import { asksExpression } from "../objects/local-records.js";
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
    if (leaves(node) || asksRenamed(on, node)) throw refused(node);
    for (const part of walk(node)) takeOpaque(on, node, part);
    const said = hole(on, node)();
    on.memory.forgetAll(node);
    return said;
  };
  return { text, level: node.kind === "InitListExpr" ? PRIMARY : 0, changed: true, pure: false };
}

/** A part of what is not looked into: of a variable nothing is known afterwards. Throws {@link Refusal}. */
function takeOpaque(on: Evaluation, node: ClangNode, part: ClangNode): void {
  if (part.kind === "VarDecl" && part.storageClass === "static" && !isTable(part, node))
    throw staticRefused(part);
  if (part.kind !== "DeclRefExpr" || variableOf(part) === undefined) return;
  const { id = "", name = "" } = part.referencedDecl ?? {};
  const kept = on.around.whyStatic(id);
  if (kept !== undefined) throw kept;
  const alias = on.state.frames[on.depth]?.aliases.get(id);
  const root = rootOfVariable(on, part);
  const now = alias ?? (root === undefined ? name : on.around.rootInfo(root).text);
  if (now !== name) throw refused(node);
  if (root !== undefined && on.around.isLocal(id)) {
    on.memory.expose(root, node);
    on.memory.giveUp(root, node);
  }
}

/** `(T){ … }`, where each part of the object is understood. */
export function compound(on: Evaluation, node: ClangNode): Evaluated | undefined {
  const { types, records } = on.around;
  const list = node.kind === "CompoundLiteralExpr" ? partsOf(node)[0] : undefined;
  const values = list && initialValues(types.canonical(node.type), list, types);
  if (values === undefined) return list && listOfParts(on, list, `(${records.typeText(node.type)})`);
  const parts = values.flatMap(({ path, node: given, value }) => {
    const found = given && on.evaluate(given);
    if (found === undefined && (value ?? 0n) === 0n) return [];
    // Of a scalar there is no part to name.
    const way = path.length === 0 ? "" : `${pathText(path)} = `;
    return [{ found, text: () => `${way}${found === undefined ? value : group(found, 2)}` }];
  });
  const said = () => (parts.length === 0 ? "0" : parts.map(({ text }) => text()).join(", "));
  return {
    text: () => `(${records.typeText(node.type)}){ ${said()} }`,
    level: PRIMARY,
    changed: asksExpression(node.type) || parts.some(({ found }) => found?.changed === true),
    pure: parts.every(({ found }) => found?.pure !== false),
  };
}

/** `{ … }` as it is, with what is known of its parts; undefined where a part has no name that C could say. */
export function listOfParts(on: Evaluation, list: ClangNode, type = ""): Evaluated | undefined {
  if (list.kind !== "InitListExpr") return undefined;
  const parts = partsOf(list).map((part) => partOfList(on, part));
  const { types } = on.around;
  const [only] = partsOf(list);
  const isUnion = types.isUnion(types.canonical(list.type)) && only !== undefined;
  if (parts.includes(undefined) || (isUnion && list.field?.name === undefined)) return undefined;
  const way = isUnion ? `.${list.field?.name} = ` : "";
  return {
    text: () => {
      const said = parts.map((part) => way + group(part as Evaluated, 2));
      return said.length === 0 ? `${type}{}` : `${type}{ ${said.join(", ")} }`;
    },
    level: PRIMARY,
    changed: true,
    pure: parts.every((part) => part?.pure !== false),
  };
}

function partOfList(on: Evaluation, part: ClangNode): Evaluated | undefined {
  const { types } = on.around;
  const type = types.canonical(part.type);
  if (part.kind === "ImplicitValueInitExpr") {
    const isWhole = types.isRecord(type) || types.length(type) !== undefined;
    return { text: () => (isWhole ? "{}" : "0"), level: PRIMARY, changed: true, pure: true };
  }
  return part.kind === "InitListExpr" ? listOfParts(on, part) : on.evaluate(part);
}

/** What jumps out of `({ … })` leads elsewhere in the residual program. */
function leaves(node: ClangNode, inLoop = false): boolean {
  if (/^(Goto|IndirectGoto|Return|Label)Stmt$/.test(node.kind)) return true;
  if (/^(Break|Continue)Stmt$/.test(node.kind)) return !inLoop;
  const isLoop = /^(For|While|Do|Switch)Stmt$/.test(node.kind);
  return partsOf(node).some((part) => isThere(part) && leaves(part, inLoop || isLoop));
}

/** `typeof(n)` of a variable that has another name. */
function asksRenamed({ around }: Evaluation, node: ClangNode): boolean {
  const asked = walk(node).flatMap(({ type, argType }) => [type, argType].filter(asksExpression));
  if (asked.length === 0) return false;
  const names = new Set(asked.flatMap((type) => type?.qualType.match(/[A-Za-z_]\w*/g) ?? []));
  return around.locals().some((one) => one.node.name !== one.name && names.has(one.node.name ?? ""));
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
  return { text: () => on.memory.textOf(value, type, node).text, level: levelOf(value) };
}
/** How tightly the text of a pointer binds, which is not made before it is wanted. */
function levelOf({ seen, path, bytes }: Pointer): number {
  const last = path.at(-1);
  if (bytes !== undefined) return bytesLevel(bytes);
  if (seen !== undefined || typeof last !== "bigint") return UNARY;
  return last === 0n ? PRIMARY : 12;
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
