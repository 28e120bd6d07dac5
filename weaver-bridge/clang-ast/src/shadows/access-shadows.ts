/**
 * Accesses: what a reference to a field or global variable does where it stands. C's own rules decide (a read is an
 * lvalue conversion, a write the left side of an assignment), so roles agree with clang's without asking for its
 * cast kinds.
 *
 * In `a.b.c` only `c` is accessed; members of anonymous unions belong to the object around them; an array is
 * accessed through its elements, and used without index it is a reference.
 */
import type { AccessShadow, Operand, TextRange, Write } from "../../../model/index.js";
import type { TypeTable } from "../entities/type-table.js";
import type { Node, SyntaxTree } from "../syntax-tree.js";
import { operatorAt } from "../tree/lexical.js";
import { Kind } from "../tree/raw-unit.js";
import { bindingOf } from "./bound-lvalues.js";
import type { AccessContext, Surroundings } from "./code-context.js";
import { dependentUse, isOpen } from "./dependent-use.js";
import { isDroppedVolatile } from "./dropped-value.js";
import { isChoice } from "./exclusions.js";
import { isValue } from "./lvalue-root.js";
import { objectOf, thisOperand } from "./object-operand.js";
import { isImplicit } from "./written-base.js";

/** The accesses that a DeclRefExpr or MemberRefExpr makes: none, one, or a read and a write. */
export function accessesOf(context: AccessContext, node: Node, surroundings: Surroundings): AccessShadow[] {
  const { tree } = context;
  if (isImplicit(tree, node)) return [];
  const place = placeOf(context, node);
  const role = roleOf(context, place);
  if (role === undefined) return [];
  if (role.kind === "ref" && context.entities.hasFlag(tree.reference(node), "register")) return [];
  const access = accessOf(context, node, place, role, surroundings);
  if (role.kind !== "set") return [access];
  const dropped = isDroppedVolatile(context, tree.parent(place.top)) ? { dropped: true } : {};
  Object.assign(access, dropped);
  if (role.write.form === "assign") return [access];
  const read = accessOf(context, node, place, { kind: "get", range: access.lvalue }, surroundings);
  return [Object.assign(read, { write: role.write }, dropped), access];
}

/** Whether only the instances of a template say if what stands here is read. */
export function isUndecided(context: AccessContext, node: Node): boolean {
  const { tree } = context;
  if (!context.references || !isOpen(context, node)) return false;
  const place = placeOf(context, node);
  return dependentUse(context, tree.parent(place.top), place.top) === "undecided";
}

/** What a reference does, and where: `range` is that of its lvalue, `parent` what stands around that. */
export function accessRole(
  context: AccessContext,
  node: Node,
): {
  readonly role: AccessShadow["kind"] | undefined;
  readonly write: Write | undefined;
  readonly range: TextRange;
  readonly parent: Node;
} {
  const place = placeOf(context, node);
  const role = roleOf(context, place);
  return {
    role: role?.kind,
    write: role?.kind === "set" ? role.write : undefined,
    range: context.tree.range(place.lvalue),
    parent: context.tree.parent(place.top),
  };
}

// One literal with its optional parts assigned: spreads would dominate the time for a unit.
function accessOf(
  context: AccessContext,
  node: Node,
  { lvalue, indices }: Place,
  role: Role,
  surroundings: Surroundings,
): AccessShadow {
  const { tree, types, entities } = context;
  const { within, topLevel } = surroundings;
  const reference = tree.reference(node);
  const start = tree.name(node);
  const access: { -readonly [K in keyof AccessShadow]: AccessShadow[K] } = {
    kind: role.kind,
    range: role.range,
    within,
    topLevel,
    entity: entities.entityOf(reference),
    lvalue: tree.range(lvalue),
    nameRange: { start, end: start + entities.nameOf(reference).length },
    indices,
    type: types.typeOf(tree.type(lvalue)),
  };
  // `o.limit` of a static member says nothing of `o`.
  if (tree.kind(node) === Kind.memberRefExpr && entities.kindOf(reference) === "field") {
    const object = objectOf(context, node) ?? thisOperand(context, node, surroundings);
    if (object !== undefined) access.object = object;
  }
  if (surroundings.inTemplate) access.inTemplate = true;
  const isKnown = surroundings.outside !== "initialiser" || !mustRun(context, reference, access);
  if (surroundings.inConstexpr && isKnown) access.inConstexpr = true;
  if (surroundings.outside) access.outside = surroundings.outside;
  if (role.kind === "set") access.write = role.write;
  return access;
}

/** What a variable holds that may change is not known to the compiler (C++20 7.7p5.9). */
const mustRun = (
  { types, entities }: AccessContext,
  reference: number,
  { kind, type }: Pick<AccessShadow, "kind" | "type">,
) => kind !== "ref" && entities.kindOf(reference) === "variable" && !types.types[type]!.isConst;

/** Where an access stands after its indices: `lvalue` is the element, `top` the same with parentheses around it. */
interface Place {
  readonly lvalue: Node;
  readonly top: Node;
  readonly indices: readonly Operand[];
  /** An array that became a pointer without being indexed. */
  readonly decays: boolean;
}

function placeOf({ tree, types }: AccessContext, node: Node): Place {
  const indices: Operand[] = [];
  let lvalue = node;
  let top = node;
  for (;;) {
    const parent = tree.parent(top);
    if (parent === -1) break;
    if (tree.kind(parent) === Kind.parenExpr) {
      top = parent;
      continue;
    }
    // Dependent arrays are indexed without decay.
    if (indexesDirectly(tree, types, parent, top)) {
      indices.push(tree.operand(indexOf(tree, parent, top) as Node));
      lvalue = top = parent;
      continue;
    }
    if (!tree.isConversion(parent) || !types.isArray(tree.type(top))) break;
    const subscript = tree.parent(parent);
    const index = subscript === -1 ? undefined : indexOf(tree, subscript, parent);
    if (index === undefined) return { lvalue, top, indices, decays: true };
    indices.push(tree.operand(index));
    lvalue = top = subscript;
  }
  return { lvalue, top, indices, decays: false };
}

function indexesDirectly(tree: SyntaxTree, types: TypeTable, parent: Node, base: Node): boolean {
  return (
    tree.kind(parent) === Kind.arraySubscriptExpr &&
    tree.firstChild(parent) === base &&
    types.isArray(tree.type(base))
  );
}

/** The other operand of `base[index]` (or `index[base]`). */
function indexOf(tree: SyntaxTree, subscript: Node, base: Node): Node | undefined {
  if (tree.kind(subscript) !== Kind.arraySubscriptExpr) return undefined;
  return tree.children(subscript).find((child) => child !== base);
}

type Role =
  | { readonly kind: "get" | "ref"; readonly range: TextRange }
  | { readonly kind: "set"; readonly range: TextRange; readonly write: Write };

function roleOf(context: AccessContext, place: Place): Role | undefined {
  const { tree } = context;
  const { lvalue, top } = place;
  if (place.decays) return { kind: "ref", range: tree.range(lvalue) };
  const parent = tree.parent(top);
  if (parent === -1) return undefined;
  const role = (context.references ? boundRole(context, place) : undefined) ?? roleIn(context, parent, place);
  if (role !== undefined) return role === "none" ? undefined : role;
  const isRead = isValue(context, lvalue) || dependentUse(context, parent, top) === "read";
  return { kind: isRead ? "get" : "ref", range: tree.range(lvalue) };
}

/** What the expression around an lvalue makes of it; "none" where that is no access, undefined where it does not say. */
function roleIn(context: AccessContext, parent: Node, place: Place): Role | "none" | undefined {
  const { tree } = context;
  const { lvalue, top } = place;
  const read: Role = { kind: "get", range: tree.range(lvalue) };
  switch (tree.kind(parent)) {
    case Kind.memberRefExpr: // part of an object, or a pointer to one
      return readInTemplate(context, parent, place);
    case Kind.varDecl:
    case Kind.castExpr: // the bound of an array type, which libclang shows unconverted
      return context.references ? discardedRole(context, parent, lvalue) : read;
    case Kind.conditionalOperator:
      return chosenRole(context, parent, lvalue);
    case Kind.binaryOperator:
    case Kind.compoundAssignOperator:
      return tree.firstChild(parent) === top ? writeOf(tree, parent, top) : undefined;
    case Kind.unaryOperator:
      return unaryRole(tree, parent, place) ?? readInTemplate(context, parent, place);
    case Kind.genericSelectionExpr:
      return readThrough(tree, parent, lvalue) ?? "none";
    case Kind.unexposedExpr:
      return tree.isConversion(parent) ? read : unexposedRole(tree, parent, lvalue);
    case Kind.compoundStmt: // in C++ a statement that does nothing with it
      return isValue(context, lvalue) ? read : "none";
    default:
      return undefined;
  }
}

/** What only a template leaves unconverted is read, nothing else. */
function readInTemplate(context: AccessContext, parent: Node, { lvalue, top }: Place): Role | "none" {
  const isRead = dependentUse(context, parent, top) === "read";
  return isRead ? { kind: "get", range: context.tree.range(lvalue) } : "none";
}

function discardedRole(context: AccessContext, parent: Node, lvalue: Node): "none" | undefined {
  return isDiscarded(context, parent, lvalue) ? "none" : undefined;
}

/** Of arrays, the one that is chosen becomes a pointer. */
function chosenRole(
  { tree, types, references }: AccessContext,
  parent: Node,
  lvalue: Node,
): Role | undefined {
  return references && !types.isArray(tree.type(lvalue)) ? readThrough(tree, parent, lvalue) : undefined;
}

function unexposedRole(tree: SyntaxTree, parent: Node, lvalue: Node): Role | "none" | undefined {
  return isChoice(tree, parent) ? (readThrough(tree, parent, lvalue) ?? "none") : undefined;
}

/** What C++ makes of an lvalue; "none" where it is only part of an object, undefined where C's rules decide. */
function boundRole(context: AccessContext, { lvalue, top }: Place): Role | "none" | undefined {
  const { tree } = context;
  const binding = bindingOf(context, top);
  if (binding === undefined) return undefined;
  switch (binding.as) {
    case "part":
      return "none";
    case "target":
      return {
        kind: "set",
        range: tree.range(binding.assignment),
        write: {
          form: "assign",
          value: tree.operand(binding.value),
          operator: operatorAt(tree.text, tree.end(top)),
        },
      };
    default:
      return { kind: binding.as === "read" ? "get" : "ref", range: tree.range(lvalue) };
  }
}

/** `(void)n`: C++ reads only what is volatile ([expr.context] 2). */
function isDiscarded({ tree, types }: AccessContext, cast: Node, lvalue: Node): boolean {
  const [to, of] = [cast, lvalue].map((node) => types.resolved(types.typeOf(tree.type(node))));
  return to?.spelling === "void" && of?.isVolatile !== true;
}

// `_Generic(x, default: p->f)`, in C++ `c ? p->f : g`: a read if the whole is read.
function readThrough(tree: SyntaxTree, wrapper: Node, lvalue: Node): Role | undefined {
  let at = wrapper;
  for (let parent = tree.parent(at); isAround(tree, parent, at); parent = tree.parent(at)) at = parent;
  return tree.isConversion(tree.parent(at)) ? { kind: "get", range: tree.range(lvalue) } : undefined;
}

/** What leaves an lvalue the lvalue that it is. */
function isAround(tree: SyntaxTree, parent: Node, node: Node): boolean {
  const kind = parent === -1 ? undefined : tree.kind(parent);
  return kind === Kind.parenExpr || (kind === Kind.conditionalOperator && tree.firstChild(parent) !== node);
}

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;

function writeOf(tree: SyntaxTree, assignment: Node, target: Node): Role | undefined {
  const value = tree.next(target);
  if (value === -1) return undefined;
  const operator = operatorAt(tree.text, tree.end(target));
  const spelled = tree.text.slice(operator.start, operator.end);
  if (!ASSIGNMENT.test(spelled)) return undefined;
  return {
    kind: "set",
    range: tree.range(assignment),
    write: { form: spelled === "=" ? "assign" : "compound", value: tree.operand(value), operator },
  };
}

function unaryRole(tree: SyntaxTree, parent: Node, place: Place): Role | undefined {
  const range = tree.range(parent);
  const prefix = operatorAt(tree.text, range.start);
  const spelled = tree.text.slice(prefix.start, prefix.end);
  if (range.start === tree.start(place.top)) {
    const operator = operatorAt(tree.text, tree.end(place.top));
    const step = tree.text.slice(operator.start, operator.end);
    return step === "++" || step === "--"
      ? { kind: "set", range, write: { form: "postfix", step, operator } }
      : undefined;
  }
  if (spelled === "++" || spelled === "--")
    return { kind: "set", range, write: { form: "prefix", step: spelled, operator: prefix } };
  if (spelled === "&") return { kind: "ref", range };
  // __extension__, __real__, __imag__
  const outer = tree.parent(parent);
  return outer !== -1 && tree.isConversion(outer)
    ? { kind: "get", range: tree.range(place.lvalue) }
    : undefined;
}
