/**
 * Who calls whom in a unit. It errs towards calls: what creates or destroys an object calls the special members that
 * it may need, a call that is dispatched may reach every overrider, and whose address is taken may be called by
 * whoever calls through a pointer. A variable that holds an address in its initialiser is a caller of its own.
 */
import {
  ANY_SHAPE,
  type CallEdge,
  type CallGraph,
  type ClassEntity,
  type EntityId,
  type FunctionEntity,
  pointerShape,
} from "../../../model/index.js";
import type { Node } from "../syntax-tree.js";
import { DYNAMIC_CALL, Kind } from "../tree/raw-unit.js";
import { calleeNode, isBuiltin } from "./call-shadows.js";
import type { AccessContext } from "./code-context.js";
import { hasBody, outsideCode } from "./outside-code.js";

export function readCallGraph(context: AccessContext): CallGraph {
  const reader = new CallGraphReader(context);
  for (let node = 0; node < context.tree.count; node++) reader.take(node);
  reader.addImplied();
  return reader.graph;
}

/** Takes nodes in the order of the tree. */
class CallGraphReader {
  private readonly edges = new EdgeSet();
  private readonly indirect = new Map<string, CallGraph["indirectCalls"][number]>();
  private readonly defined = new Set<EntityId>();
  /** Names that are called, and not stored. */
  private readonly callees = new Set<Node>();
  private readonly functions: FunctionIndex;
  /** Of the root that the last node was below. */
  private caller: EntityId | undefined;
  private isOutside: (node: Node) => boolean = () => false;

  constructor(private readonly context: AccessContext) {
    this.functions = new FunctionIndex(context);
  }

  get graph(): CallGraph {
    return {
      edges: this.edges.list,
      indirectCalls: [...this.indirect.values()],
      defined: [...this.defined],
    };
  }

  take(node: Node): void {
    const { tree } = this.context;
    if (tree.parent(node) === -1) this.begin(node);
    const { caller } = this;
    if (caller === undefined) return;
    switch (tree.kind(node)) {
      case Kind.callExpr:
        this.takeCall(caller, node);
        break;
      case Kind.deleteExpr:
        for (const target of this.functions.destructors()) this.edges.add(caller, target, "virtual");
        break;
      case Kind.declRefExpr:
      case Kind.memberRefExpr:
        this.takeName(caller, node);
        break;
      default:
    }
  }

  /** What the compiler makes has a body everywhere, and calls nothing but those of bases and members. */
  addImplied(): void {
    for (const [id, entity] of this.context.entities.entities.entries())
      if (entity?.kind === "function" && (entity.isImplicit === true || entity.isDefaulted === true))
        this.defined.add(id);
    for (const [special, target] of this.functions.impliedCalls()) {
      this.defined.add(special);
      this.edges.add(special, target, "direct");
    }
  }

  private begin(root: Node): void {
    const { tree, entities, references } = this.context;
    const reference = tree.reference(root);
    const kind = entities.kindOf(reference);
    this.caller = kind === undefined ? undefined : entities.entityOf(reference);
    this.isOutside = references ? outsideCode(this.context, root) : () => false;
    if (this.caller !== undefined && kind === "function" && hasBody(this.context, root))
      this.defined.add(this.caller);
  }

  private takeCall(caller: EntityId, node: Node): void {
    const { tree, entities } = this.context;
    const callee = calleeNode(this.context, node);
    if (callee !== undefined) this.callees.add(callee);
    const reference = tree.reference(node);
    const called = reference >= 0 || callee === undefined ? reference : tree.reference(callee);
    // A field or variable that is called is a pointer.
    if (called < 0 || entities.kindOf(called) !== "function") {
      const shape = shapeOf(this.context, node);
      this.indirect.set(`${caller} ${shape}`, { caller, shape });
    } else if (!isBuiltin(entities.nameOf(called))) {
      const isDynamic = tree.hasBit(node, DYNAMIC_CALL);
      const how = this.isOutside(node) ? "address" : isDynamic ? "virtual" : "direct";
      for (const target of this.functions.reachedBy(called, isDynamic)) this.edges.add(caller, target, how);
    }
    if (called >= 0) noteOperator(this.context, node, called, this.callees);
  }

  /** A function that is named and not called there has its address taken. */
  private takeName(caller: EntityId, node: Node): void {
    const { tree, entities } = this.context;
    const reference = tree.reference(node);
    if (this.callees.has(node) || entities.kindOf(reference) !== "function") return;
    if (isBuiltin(entities.nameOf(reference))) return;
    for (const target of this.functions.reachedBy(reference, true)) this.edges.add(caller, target, "address");
  }
}

/** Of the pointer that a call goes through, its type as declared. */
function shapeOf({ tree, types }: AccessContext, call: Node): string {
  let at = tree.firstChild(call);
  while (at !== -1 && (tree.kind(at) === Kind.parenExpr || tree.isConversion(at))) at = tree.firstChild(at);
  const type = at === -1 ? -1 : tree.type(at);
  return type < 0 ? ANY_SHAPE : pointerShape(types.types, types.typeOf(type));
}

// The operator token is a reference to the operator function, which is called and not stored.
function noteOperator({ tree }: AccessContext, call: Node, called: number, callees: Set<Node>): void {
  for (const child of tree.children(call).slice(1)) {
    const inner = tree.inner(child);
    if (tree.kind(inner) === Kind.declRefExpr && tree.reference(inner) === called) callees.add(inner);
  }
}

class EdgeSet {
  readonly list: CallEdge[] = [];
  private readonly known = new Set<string>();

  add(caller: EntityId, callee: EntityId, how: CallEdge["how"]): void {
    const key = `${caller} ${callee} ${how}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.list.push({ caller, callee, how });
  }
}

/** Functions by what may be called when they are named. */
class FunctionIndex {
  private overriders: Map<EntityId, EntityId[]> | undefined;

  constructor(private readonly context: AccessContext) {}

  private entity(id: EntityId): FunctionEntity | undefined {
    const entity = this.context.entities.entities[id];
    return entity?.kind === "function" ? entity : undefined;
  }

  /** The function, the template that it is an instance of, what overrides it, and the destructor of what it creates. */
  reachedBy(raw: number, dispatched: boolean): EntityId[] {
    const { entities } = this.context;
    const id = entities.entityOf(raw);
    const reached = [id];
    const template = entities.columnOf(raw, "template");
    if (template >= 0 && entities.kindOf(template) === "function") reached.push(entities.entityOf(template));
    if (dispatched) for (const overrider of this.overridersOf(id)) reached.push(overrider);
    const entity = this.entity(id);
    if (entity?.role === "constructor" && entity.member !== undefined)
      reached.push(...this.specialMembers(entity.member.ofClass, (member) => member.role === "destructor"));
    return reached;
  }

  destructors(): EntityId[] {
    return this.context.entities.entities.flatMap((entity, id) =>
      entity?.kind === "function" && entity.role === "destructor" ? [id] : [],
    );
  }

  /** Constructors and destructors call those of bases and members that nothing in the text names. */
  impliedCalls(): [EntityId, EntityId][] {
    const calls: [EntityId, EntityId][] = [];
    for (const entity of this.context.entities.entities) {
      if (entity?.kind !== "class") continue;
      for (const id of entity.members) {
        const role = this.entity(id)?.role;
        if (role !== "constructor" && role !== "destructor") continue;
        const isCounterpart = (member: FunctionEntity) =>
          member.role === role &&
          member.parameters.every(({ defaultValue }) => role === "destructor" || defaultValue);
        const copies = (member: FunctionEntity) =>
          this.entity(id)?.isImplicit === true && member.role === role;
        for (const part of this.partsOf(entity))
          for (const target of this.specialMembers(part, (member) => isCounterpart(member) || copies(member)))
            calls.push([id, target]);
      }
    }
    return calls;
  }

  private specialMembers(owner: EntityId, test: (member: FunctionEntity) => boolean): EntityId[] {
    const entity = this.context.entities.entities[owner];
    if (entity?.kind !== "class") return [];
    return entity.members.filter((id) => {
      const member = this.entity(id);
      return member !== undefined && test(member);
    });
  }

  /** Classes of the bases and members. */
  private partsOf(owner: ClassEntity): EntityId[] {
    const { types, entities } = this.context;
    const parts = owner.bases.map((base) => base.entity);
    for (const id of owner.members) {
      const field = entities.entities[id];
      if (field?.kind !== "field") continue;
      let type = types.resolved(field.type);
      while (type.kind === "array") type = types.resolved(type.of);
      if (type.kind !== "record") continue;
      const { usr } = type;
      const found = entities.entities.findIndex((entity) => entity?.kind === "class" && entity.usr === usr);
      if (found !== -1) parts.push(found);
    }
    return parts;
  }

  private overridersOf(id: EntityId): EntityId[] {
    this.overriders ??= this.readOverriders();
    const found: EntityId[] = [];
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const overrider of this.overriders.get(next) ?? [])
        if (!found.includes(overrider)) {
          found.push(overrider);
          pending.push(overrider);
        }
    return found;
  }

  private readOverriders(): Map<EntityId, EntityId[]> {
    const overriders = new Map<EntityId, EntityId[]>();
    for (const [id, entity] of this.context.entities.entities.entries()) {
      if (entity?.kind !== "function") continue;
      for (const overridden of entity.overrides ?? []) {
        const list = overriders.get(overridden);
        if (list === undefined) overriders.set(overridden, [id]);
        else list.push(id);
      }
    }
    return overriders;
  }
}
