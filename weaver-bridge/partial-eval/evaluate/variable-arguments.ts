/**
 * `va_list` of a function that is followed (C11 7.16): which argument comes next is known, and the arguments are variables of
 * the residual function. On i386 a list is a value, on x86_64 an array that is passed by its address.
 */
import { wrap } from "../objects/integers.js";
import { rootOf } from "../objects/state.js";
import { isList, isNumber, isPointer, keyOf, type Place, type Value } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf, partsOf } from "../tree/clang-tree.js";
import { castPointer } from "./conversions.js";
import { type Evaluated, type Evaluation, PRIMARY, UNARY } from "./evaluated.js";
import { literalOf, opaque } from "./residual-text.js";

/** `va_arg(list, T)`; where nothing is known of the list, as it is written. Throws {@link Refusal}. */
export function evaluateNext(on: Evaluation, node: ClangNode): Evaluated {
  const place = listPlace(on, partsOf(node)[0] as ClangNode);
  const list = place === undefined ? undefined : on.memory.read(place)?.value;
  if (place === undefined || !isList(list)) return opaque(on, node);
  const frame = on.state.frames[list.list];
  const given = frame?.variable?.[list.next];
  if (frame === undefined || given === undefined)
    throw new Refusal("it takes more arguments than it is called with", offsetOf(node));
  remember(on, place, { list: list.list, next: list.next + 1 }, node);
  const root = rootOf(given.id, list.list);
  const name = frame.aliases.get(given.id) ?? on.around.rootInfo(root).text;
  const cell = frame.aliases.has(given.id) ? undefined : on.memory.read({ root, path: [] });
  const { isSame, value } = taken(on, given, node, cell?.value);
  const type = on.around.records.typeText(node.type);
  const plain = {
    text: () => (isSame ? name : `(${type})${name}`),
    level: isSame ? PRIMARY : UNARY,
    changed: true,
    pure: true,
  };
  if (value !== undefined) return { ...plain, value, ...literalOf(on, value, node) };
  const isWhole = on.around.types.isRecord(on.around.types.canonical(node.type));
  return isWhole ? { ...plain, object: { root, path: [] } } : plain;
}

/** The value of an argument as the type that is asked for: C allows those that are alike. Throws {@link Refusal}. */
function taken(
  on: Evaluation,
  given: ClangNode,
  node: ClangNode,
  value: Value | undefined,
): { isSame: boolean; value: Value | undefined } {
  const { types } = on.around;
  const [had, wanted] = [types.canonical(given.type), types.canonical(node.type)];
  if (had === wanted) return { isSame: true, value };
  const [from, to] = [types.integer(had), types.integer(wanted)];
  if (from !== undefined && to !== undefined && from.bits === to.bits && !to.isBool)
    return { isSame: false, value: isNumber(value) ? wrap(value, to) : value };
  if (types.isPointer(had) && types.isPointer(wanted)) {
    const inner = { text: () => "", level: PRIMARY, changed: true, pure: true };
    return { isSame: false, value: value && castPointer(on, node, value, inner).value };
  }
  // Zero for the end of a list.
  if (value === 0n && types.isPointer(wanted) && from?.bits === on.around.longBits)
    return { isSame: false, value };
  throw new Refusal(
    `it takes an argument as ${node.type?.qualType} that is given as ${given.type?.qualType}`,
    offsetOf(node),
  );
}

/** `va_start`, `va_copy` and `va_end` of a list that is followed; undefined of others. Throws {@link Refusal}. */
export function evaluateListCall(on: Evaluation, node: ClangNode): Evaluated | undefined {
  const [callee, first, second] = partsOf(node);
  const name = partsOf(callee as ClangNode)[0]?.referencedDecl?.name ?? "";
  const what = LIST_CALL.exec(name)?.[1];
  if (what === undefined || first === undefined) return undefined;
  const place = listPlace(on, first);
  const done = { text: () => "(void)0", level: UNARY, changed: true, pure: true };
  if (what === "start") {
    if (on.state.frames[on.depth]?.variable === undefined) return undefined;
    remember(on, place, { list: on.depth, next: 0 }, node);
    return done;
  }
  const from = what === "copy" ? second && listPlace(on, second) : place;
  const list = from === undefined ? undefined : on.memory.read(from)?.value;
  if (!isList(list)) return undefined;
  if (what === "copy") remember(on, place, list, node);
  else if (place !== undefined) on.state.cells.delete(keyOf(place));
  return done;
}

const LIST_CALL = /^__builtin_(?:c23_)?va_(start|copy|end)$/;

/** Where a list stands; undefined of one that is not known. */
function listPlace(on: Evaluation, node: ClangNode): Place | undefined {
  if (!on.around.types.isPointer(node.type) || !/__va_list_tag/.test(`${node.type?.qualType}`)) {
    const { place, isOpaque } = on.locate(node);
    return isOpaque ? undefined : place;
  }
  const { value } = on.evaluate(node);
  return isPointer(value) ? value : undefined;
}

/** The residual program has no list, so it may not stand where it would have to be written. */
function remember(on: Evaluation, place: Place | undefined, list: Value, node: ClangNode): void {
  if (place === undefined || on.memory.know(place, list, "va_list"))
    throw new Refusal("the list of its variable arguments stands where others may change it", offsetOf(node));
}

/** What is carried out only perhaps takes no argument: which one comes next would not be known. */
export function giveUpLists(on: Evaluation, part: ClangNode, whole: ClangNode): void {
  const place = part.kind === "VAArgExpr" ? listPlace(on, partsOf(part)[0] as ClangNode) : undefined;
  if (place !== undefined) on.memory.giveUp(place.root, whole);
}
