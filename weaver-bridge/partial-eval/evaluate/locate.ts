/** Where an expression leads: the place in an object, or the object that it is somewhere in. */

import { memberOfBytes } from "../objects/bytes.js";
import { bytesLevel, bytesText } from "../objects/bytes-text.js";
import {
  type Bytes,
  isNumber,
  isPointer,
  moved,
  type Place,
  type Pointer,
  placeText,
  pointerToBytes,
} from "../objects/values.js";
import type { Refusal } from "../refusal.js";
import { bare, type ClangNode, partsOf } from "../tree/clang-tree.js";
import {
  type Evaluated,
  type Evaluation,
  group,
  groupText,
  isVolatileType,
  type Located,
  movedByBytes,
  PRIMARY,
  rootOfVariable,
  UNARY,
} from "./evaluated.js";
import { compound, hole, opaque } from "./residual-text.js";

export function locateNode(on: Evaluation, node: ClangNode): Located {
  const parts = partsOf(node);
  const flags = { isOpaque: false, isVolatile: isVolatileType(node) };
  switch (node.kind) {
    case "ParenExpr": {
      const inner = on.locate(parts[0] as ClangNode);
      return inner.changed ? inner : { ...inner, text: () => `(${inner.text()})`, level: PRIMARY };
    }
    case "DeclRefExpr":
      return locateVariable(on, node);
    case "MemberExpr":
      return locateMember(on, node);
    case "StringLiteral": {
      const root = on.around.stringRoot(node);
      const place = root === undefined ? undefined : { root, path: [] };
      const text = () => String(node.value ?? hole(on, node)());
      return { place, text, level: PRIMARY, changed: false, pure: true, ...flags };
    }
    case "PredefinedExpr":
      // `__func__` is the generic function's name.
      return { ...on.locate(parts[0] as ClangNode), changed: true };
    case "ArraySubscriptExpr":
      return locateElement(on, node);
    case "UnaryOperator":
      if (node.opcode === "*") {
        const pointer = unexposed(on, asPointer(on, parts[0] as ClangNode));
        return pointed(on, node, pointer, () => `*${group(pointer, UNARY)}`, UNARY);
      }
      if (node.opcode === "__extension__") return on.locate(parts[0] as ClangNode);
      break;
    default:
  }
  const found = compound(on, node) ?? opaque(on, node);
  return { ...found, ...flags, isOpaque: true };
}

function locateVariable(on: Evaluation, node: ClangNode): Located {
  const { id = "", name = "" } = node.referencedDecl ?? {};
  const alias = on.state.frames[on.depth]?.aliases.get(id);
  const flags = { isVolatile: isVolatileType(node), pure: true, level: PRIMARY };
  if (alias !== undefined) return { text: () => alias, changed: alias !== name, isOpaque: true, ...flags };
  const kept = on.around.whyStatic(id);
  if (kept !== undefined) return { text: () => unsaid(kept), changed: false, isOpaque: true, ...flags };
  const root = rootOfVariable(on, node);
  if (root === undefined) return { text: () => name, changed: false, isOpaque: true, ...flags };
  const { text } = on.around.rootInfo(root);
  const place = { root, path: [] };
  return { place, text: () => text, changed: text !== name, isOpaque: flags.isVolatile, ...flags };
}

function unsaid(why: Refusal): never {
  throw why;
}

function locateMember(on: Evaluation, node: ClangNode): Located {
  const { around } = on;
  const { isArrow = false, name: member = "" } = node;
  const baseNode = partsOf(node)[0] as ClangNode;
  const owner = around.types.canonical(isArrow ? around.types.element(baseNode.type) : baseNode.type);
  const isUnion = isInUnion(on, node, owner);
  const base: Located = isArrow ? pointedWhole(on, baseNode) : on.locate(baseNode);
  // Anonymous structs and unions have no name in C.
  const isAnonymous = member === "";
  const isShared = base.isShared === true || isUnion || isAnonymous;
  if (base.place !== undefined && (isUnion || isAnonymous)) around.noteShared(base.place);
  else if (base.place !== undefined && !isShared) around.noteOwner(base.place, owner);
  const flags = memberFlags(on, node, base, isShared);
  const levels = isShared || flags.isOpaque ? [] : [...(base.levels ?? []), { owner, member }];
  const found = { ...flags, levels };
  const joint = base.joint ?? (isArrow ? "->" : ".");
  if (isAnonymous) return { ...found, joint, place: base.place, text: () => base.text(), level: base.level };
  const text = () => `${groupText(base.text(), base.level, PRIMARY)}${joint}${member}`;
  if (base.place === undefined)
    return { ...found, place: undefined, bytes: bytesOfMember(on, node, owner, base), text };
  const { root, path } = base.place;
  const place = { root, path: [...path, member], length: undefined };
  if (!isArrow && base.joint === undefined) return { ...found, place, text };
  // Of a pointer whose value is known the object has a name.
  const info = around.rootInfo(root);
  return { ...found, place, text: () => placeText(place, info) };
}

/** A pointer to the bytes of a member. */
function bytesOfMember({ around }: Evaluation, { name = "", type }: ClangNode, owner: string, base: Located) {
  const { types, records } = around;
  const whole = base.bytes?.bytes;
  const by = types.offset(owner, name);
  const to = types.canonical(type);
  const size = types.size(to);
  const said = records.typeText(type);
  if (base.bytes === undefined || whole === undefined || by === undefined) return undefined;
  if (size === undefined || /[[(]/.test(said)) return undefined;
  return pointerToBytes(base.bytes.root, to, { ...whole, at: whole.at + by, size, as: `${said} *` });
}

/** What holds of a member besides its place. */
function memberFlags(on: Evaluation, node: ClangNode, base: Located, isShared: boolean) {
  const isBits = node.isBitfield === true || on.around.isBitField(node);
  const isVolatile = base.isVolatile || isVolatileType(node);
  const isOpaque = base.isOpaque || isVolatile || isBits;
  return {
    within: base.within ?? (isOpaque && !isBits ? base.place : undefined),
    level: PRIMARY,
    changed: base.changed,
    pure: base.pure && !isVolatile,
    ...{ isOpaque, isShared, isVolatile },
    isBits: isBits && !(base.isOpaque || isShared || isVolatile),
  };
}

const isInUnion = ({ around }: Evaluation, member: ClangNode, owner: string): boolean =>
  around.types.isUnion(owner) || around.isUnionMember(member) || member.isInUnion === true;

/** `p` of `p->m`, as the object; its text is the pointer's. */
function pointedWhole(on: Evaluation, node: ClangNode): Located {
  const pointer = unexposed(on, asPointer(on, node));
  return pointed(
    on,
    { ...node, type: { qualType: on.around.types.element(node.type) } },
    pointer,
    pointer.text,
    pointer.level,
  );
}

/** A number is none in C, where it is not told as what. */
export function asPointer(on: Evaluation, node: ClangNode): Evaluated {
  const found = movedByBytes(on, node, on.evaluate(node));
  if (!found.changed || found.value !== 0n || !on.around.types.isPointer(node.type)) return found;
  const type = on.around.records.typeText(node.type);
  return { ...found, text: () => `(${type})${group(found, UNARY)}`, level: UNARY };
}

function pointed(
  on: Evaluation,
  node: ClangNode,
  pointer: Evaluated,
  text: () => string,
  level: number,
): Located {
  const isVolatile = isVolatileType(node);
  const { value } = pointer;
  const isFit = isPointer(value) && value.type === on.around.types.canonical(node.type) && pointer.pure;
  const flags = {
    level,
    changed: pointer.changed,
    pure: pointer.pure && !isVolatile,
    isOpaque: isVolatile,
    isVolatile,
  };
  if (!isFit || !isPointer(value)) return { text, ...flags };
  const member = value.bytes === undefined ? value : memberOfBytes(value, on.around);
  if (member === undefined) return { ...flags, ...inBytes(value, text, level) };
  const { root, path, length, seen } = member;
  const place = { root, path, length, seen };
  const name = () => placeText(place, on.around.rootInfo(root));
  return {
    place,
    text: name,
    ...flags,
    ...(pointer.changed ? { level: name().startsWith("*") ? UNARY : PRIMARY } : {}),
  };
}

/** A pointer that is followed at once: its text gives nobody the object's address. */
function unexposed(on: Evaluation, pointer: Evaluated): Evaluated {
  const { value, changed, pure } = pointer;
  if (!isPointer(value) || value.bytes === undefined || !changed || !pure) return pointer;
  const { root, bytes } = value;
  return { ...pointer, text: () => bytesText(root, bytes, on.around).text, level: bytesLevel(bytes) };
}

/** Somewhere in an object. */
function inBytes(bytes: Pointer, text: () => string, level: number) {
  return { bytes, within: { root: bytes.root, path: [] }, text, level };
}

function locateElement(on: Evaluation, node: ClangNode): Located {
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  const base = asPointer(on, first);
  const index = on.evaluate(second);
  const isVolatile = isVolatileType(node);
  const text = () => {
    const name = group(base, PRIMARY);
    return `${name}[${index.text()}]`;
  };
  const flags = {
    level: PRIMARY,
    changed: base.changed || index.changed,
    pure: base.pure && index.pure && !isVolatile,
    isOpaque: isVolatile,
    isVolatile,
  };
  if (!isPointer(base.value) || !base.pure) return { text, ...flags };
  const { root, path } = base.value;
  const at = isNumber(index.value) && index.pure ? moved(base.value, index.value) : undefined;
  if (at?.type === on.around.types.canonical(node.type)) {
    const member = at.bytes === undefined ? at : memberOfBytes(at, on.around);
    if (member === undefined) {
      const spelled = () =>
        `*${groupText(bytesText(root, at.bytes as Bytes, on.around).text, bytesLevel(at.bytes as Bytes), UNARY)}`;
      return { ...flags, ...inBytes(at, spelled, UNARY) };
    }
    const place: Place = { root, path: member.path, length: member.length, seen: member.seen };
    const isArray = on.around.types.canonical(node.type);
    const shown = () => placeText(place, on.around.rootInfo(root));
    const level = member.seen === undefined ? PRIMARY : UNARY;
    return { place, text: isArray === "" ? text : shown, ...flags, level };
  }
  // Some element: of a local array the name is enough, its address goes nowhere.
  const array = { root, path: path.slice(0, -1) };
  const plain = bare(first);
  const named =
    plain.castKind === "ArrayToPointerDecay" ? on.locate(partsOf(plain)[0] as ClangNode) : undefined;
  const element = () => {
    const name = named === undefined ? group(base, PRIMARY) : groupText(named.text(), named.level, PRIMARY);
    return `${name}[${index.text()}]`;
  };
  return { within: array, text: element, ...flags };
}
