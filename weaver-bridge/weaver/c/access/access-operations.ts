/**
 * Reads, writes and references of a variable or field as operations for advice: which values there are, and the C
 * expression that performs the access inside the shadow function or a continuation.
 */
import type { AccessShadow, VariableEntity } from "../../../model/index.js";
import type { Mode } from "../../aspect-text/advice-use.js";
import { tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { ContextItem, Frame, Operation } from "../glue/operation.js";
import { addressIn, isNameless, pointerText } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";

export interface AccessPlan {
  /**
   * How the accessed object reaches the shadow function: as the pointer it is, by its address, by value, not at all
   * (a register variable), or, when its type has no name, as the address of the accessed place itself.
   */
  readonly base: "pointer" | "address" | "value" | "name" | "place";
  /** What takes the address that is passed; absent where the parameter has the pointer's type. */
  readonly address?: string;
  /** The address space of what is passed by its address, as {@link TypeSpeller.addressSpace} says it. */
  readonly space: string;
  /** Parameters of the shadow function, in the order of the operands in the text. */
  readonly parameters: readonly { readonly key: string; readonly type: string }[];
  /** The lvalue, inside a function with this frame. */
  readonly lvalue: (frame: Frame) => string;
  /** Items that the lvalue uses. */
  readonly needs: ReadonlyMap<string, Mode>;
  /** Items that are expressions of others in the shadow function itself. */
  readonly computed: ReadonlyMap<string, string>;
  readonly isBitField: boolean;
  /** Type of a stored value, and what reading gives (bit-fields are promoted). */
  readonly valueType: string;
  readonly readType: string;
  readonly referenceType: () => string;
}

export function planAccess(
  shadow: AccessShadow,
  entity: VariableEntity,
  reached: "place" | "value" | undefined,
  site: WeaveSite,
): AccessPlan {
  const { speller } = site;
  refuseUnreadSegment(shadow, site);
  const { base, parameters } = placeParameters(shadow, entity, reached, site);
  const needs = new Map(parameters.map(({ key }) => [key, "value" as const]));
  const valueType = speller.decayed(shadow.type);
  const { write } = shadow;
  if (write?.form === "assign") parameters.push({ key: "arg0", type: valueType });
  if (write?.form === "compound")
    parameters.push({ key: "operand", type: speller.decayed(write.value.type) });
  const lvalue = (frame: Frame) => lvalueText(base, shadow, entity, frame);
  const plain = (key: string) => `__weft_${key}`;
  const computed = new Map<string, string>();
  if (entity.bitWidth === undefined) computed.set("entity", `(&${lvalue(plain)})`);
  if (base === "value") computed.set("target", "(&__weft_object)");
  const owner = base === "place" ? placeOwner(shadow, site) : undefined;
  if (owner !== undefined) computed.set("target", holderOf(owner, entity, speller.addressSpace(shadow.type)));
  const space = speller.addressSpace(base === "place" ? shadow.type : (shadow.object?.type ?? entity.type));
  const takesPlace = base === "place" || (base === "address" && shadow.object !== undefined);
  return {
    base,
    ...(takesPlace && { address: addressIn(space) }),
    space,
    parameters,
    lvalue,
    needs,
    computed,
    isBitField: entity.bitWidth !== undefined,
    valueType,
    readType: readTypeOf(shadow, entity, valueType, site),
    referenceType: () => speller.pointerTo(shadow.type),
  };
}

/** `struct s { … } __seg_gs x;`: clang gives the word to the struct, and drops it. */
function refuseUnreadSegment({ lvalue }: AccessShadow, { text }: WeaveSite): void {
  const root = /[A-Za-z_]\w*/.exec(text.slice(lvalue.start, lvalue.end))?.[0];
  const unread = [...text.matchAll(/\}\s*__seg_[fg]s\s+(?:\*+\s*)?(\w+)\s*[;,=[]/g)];
  if (root === undefined || !unread.some(([, name]) => name === root)) return;
  throw new Unweavable(
    "unread-address-space",
    `the address space of '${root}' stands behind the '}' of its struct, where it is not understood`,
    "Declare the struct first, and the variable after it.",
  );
}

type Parameter = AccessPlan["parameters"][number];

/** What the shadow function takes to reach the accessed place; `reached` where that is given. */
function placeParameters(
  shadow: AccessShadow,
  entity: VariableEntity,
  reached: "place" | "value" | undefined,
  site: WeaveSite,
): { base: AccessPlan["base"]; parameters: Parameter[] } {
  const { speller } = site;
  const place = (): { base: AccessPlan["base"]; parameters: Parameter[] } => ({
    base: "place",
    parameters: [{ key: "place", type: speller.pointerTo(shadow.type) }],
  });
  if (reached === "place") return place();
  const base = baseOf(shadow, entity, reached === "value", site);
  const indices = shadow.indices.map((index, i) => ({ key: `idx${i}`, type: speller.promoted(index.type) }));
  try {
    return { base, parameters: [...baseParameter(base, shadow, entity, site), ...indices] };
  } catch (failure) {
    if (!isNameless(failure) || base === "value" || base === "name" || entity.bitWidth !== undefined)
      throw failure;
    return place();
  }
}

function baseParameter(
  base: AccessPlan["base"],
  { object }: AccessShadow,
  entity: VariableEntity,
  { speller }: WeaveSite,
): Parameter[] {
  if (base === "pointer") return [{ key: "target", type: speller.decayed(object!.type) }];
  if (base === "value") return [{ key: "object", type: speller.value(object!.type) }];
  if (base !== "address") return [];
  return object === undefined
    ? [{ key: "variable", type: speller.pointerTo(entity.type) }]
    : [{ key: "target", type: speller.pointerTo(object.type) }];
}

/** `get`, `set` and `ref` are built on demand, since each may be impossible to spell. */
export function accessOperations(shadow: AccessShadow, plan: AccessPlan, site: WeaveSite) {
  const entity = site.facts.entities[shadow.entity] as VariableEntity;
  const common = (kind: string) => ({
    items: itemsOf(shadow, plan, site),
    constants: new Map([
      ...site.constants,
      ["that", "((void *)0)"],
      ...(shadow.object === undefined ? [["target", "((void *)0)"] as const] : []),
      ["args", kind === "set" ? "1" : "0"],
    ] as [string, string][]),
    noReturn: false,
    marker: site.marker,
    description: `${kind} of '${entity.name}'`,
  });
  return {
    get: (): Operation => ({
      ...common("get"),
      needs: plan.needs,
      result: plan.readType,
      aggregate: site.speller.canonical(shadow.type).kind === "record",
      perform: plan.lvalue,
    }),
    ref: (): Operation => ({
      ...common("ref"),
      needs: plan.needs,
      result: plan.referenceType(),
      perform: (frame) => `&${plan.lvalue(frame)}`,
    }),
    set: (): Operation => setOperation(plan, common("set")),
  };
}

function setOperation(plan: AccessPlan, common: Omit<Operation, "needs" | "perform">): Operation {
  const items = new Map(common.items);
  const pointerType = pointerText(plan.valueType);
  items.set("arg0", { type: plan.valueType, pointerType, assignable: true });
  const mode: Mode = plan.isBitField ? "pointer" : "value";
  return {
    ...common,
    items,
    needs: new Map([...plan.needs, ["arg0", mode]]),
    perform: (frame) => {
      const store = `${plan.lvalue(frame)} = ${frame("arg0")}`;
      return plan.isBitField ? `${frame("arg0")} = (${store})` : store;
    },
  };
}

function itemsOf(shadow: AccessShadow, plan: AccessPlan, site: WeaveSite): Map<string, ContextItem> {
  const { speller } = site;
  const items = new Map<string, ContextItem>();
  for (const { key, type } of plan.parameters) {
    if (key === "arg0" || key === "operand") continue;
    items.set(key, { type, pointerType: pointerText(type), assignable: true });
  }
  const computed = (type: string) => ({ type, pointerType: pointerText(type), assignable: false });
  if (plan.base === "value") items.set("target", computed(speller.pointerTo(shadow.object!.type)));
  const owner = plan.base === "place" ? placeOwner(shadow, site) : undefined;
  if (owner !== undefined) items.set("target", computed(pointerText(owner)));
  if (plan.computed.has("entity")) items.set("entity", computed(speller.pointerTo(shadow.type)));
  return items;
}

/** Type of the object around a place, where the place says which it is: it is no element of an array in it. */
function placeOwner({ object, indices }: AccessShadow, { speller }: WeaveSite): string | undefined {
  if (object === undefined || indices.length > 0) return undefined;
  try {
    const type = object.arrow ? speller.canonical(object.type) : undefined;
    return type?.kind === "pointer" ? pointee(speller.pointerTo(type.to)) : speller.value(object.type);
  } catch (failure) {
    if (failure instanceof Unweavable) return undefined;
    throw failure;
  }
}

const pointee = (pointer: string) => pointer.replace(/(?<!\s)\s*\*$/, "");

const holderOf = (owner: string, { name }: VariableEntity, space: string) =>
  `((${pointerText(owner)})((char${space} *)__weft_place - __builtin_offsetof(${owner}, ${name})))`;

function baseOf(
  shadow: AccessShadow,
  entity: VariableEntity,
  objectWoven: boolean,
  { text }: WeaveSite,
): AccessPlan["base"] {
  const { object } = shadow;
  if (object?.arrow === true) return "pointer";
  if (object === undefined) return isRegister(text, entity) ? "name" : "address";
  if (object.addressable && !objectWoven) return "address";
  if (shadow.kind === "get" && shadow.write === undefined) return "value";
  throw new Unweavable(
    "no-address",
    `the object that holds '${entity.name}' has no address`,
    "It is a register variable, or a value that was itself read by advised code. Use an ordinary variable or a pointer.",
  );
}

function lvalueText(
  base: AccessPlan["base"],
  shadow: AccessShadow,
  { name }: VariableEntity,
  frame: Frame,
): string {
  if (base === "place") return `(*${frame("place")})`;
  const indices = shadow.indices.map((_, index) => `[${frame(`idx${index}`)}]`).join("");
  if (base === "name") return `${name}${indices}`;
  if (base === "value") return `${frame("object")}.${name}${indices}`;
  const object = shadow.object === undefined ? `(*${frame("variable")})` : `${frame("target")}->${name}`;
  return `${object}${indices}`;
}

/** A global register variable: its declaration says so, and it has no address. */
function isRegister(text: string, { nameRange }: VariableEntity): boolean {
  const from = Math.max(text.lastIndexOf(";", nameRange.start), text.lastIndexOf("}", nameRange.start)) + 1;
  return tokenize(text, from, nameRange.start).some((token) => token.text === "register");
}

function readTypeOf(
  shadow: AccessShadow,
  entity: VariableEntity,
  valueType: string,
  { speller }: WeaveSite,
): string {
  if (entity.bitWidth === undefined || entity.bitWidth >= 32) return valueType;
  const type = speller.canonical(shadow.type);
  return type.kind === "builtin" && /\b_?[Bb]ool\b/.test(type.spelling) ? valueType : "int";
}
