/** A read, a write or a reference as the generated C++ sees it. */
import type { AccessShadow, VariableEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { joinPointConstants } from "../glue/join-point-constants.js";
import { canBeDescribed } from "../glue/type-info.js";
import type { CxxFrame, CxxOperation, JoinPointValue } from "../operation.js";
import { nameableScope } from "../types/spell-type.js";
import type { PlacePlan } from "./place-plan.js";

type AccessKind = "get" | "set" | "ref";

export function accessOperation(
  kind: AccessKind,
  access: AccessShadow,
  plan: PlacePlan,
  site: CxxSite,
): CxxOperation {
  const result = resultOf(kind, plan);
  const stored: [string, JoinPointValue][] = kind === "set" ? [["arg0", STORED]] : [];
  const values = new Map<string, JoinPointValue>([
    ...plan.values,
    ...stored,
    ...plan.context.values,
    ...describingValues(access, plan),
    ...(kind === "set" ? [] : [["result", { type: result.type, lvalue: "__weft_result" }] as const]),
  ]);
  const hasClass = plan.values.has("target") || plan.types.some(({ name }) => name === "__T");
  return {
    joinPoint: JOIN_POINTS[kind],
    id: site.id,
    types: [...plan.types, ...plan.deduced, ...plan.context.types],
    values,
    argumentTypes: kind === "set" ? ["__R"] : [],
    that: plan.context.that,
    target: hasClass ? "__T" : "void",
    entity: values.get("entity")?.type ?? "void",
    entityInfo: entityInfo(plan.entity, site),
    result,
    needs: [...plan.values.keys(), ...stored.map(([key]) => key)],
    perform: (frame) => performed(kind, plan, frame),
    // The read of `a += b` is told apart from its write.
    constants: kind === access.kind ? site.constants : joinPointConstants(site.facts, access, kind),
    noReturn: false,
    marker: site.marker,
    description: `${kind} of '${plan.entity.name}'`,
  };
}

const JOIN_POINTS = { get: "GET", set: "SET", ref: "REF" } as const;

const STORED: JoinPointValue = {
  type: "__R",
  parameter: { declaration: "__R &__weft_arg0", passed: "" },
  lvalue: "__weft_arg0",
};

function resultOf(kind: AccessKind, { valueClass, plain }: PlacePlan): CxxOperation["result"] {
  switch (kind) {
    case "get":
      return { type: "__R", valueClass, plain };
    case "set":
      return { type: "void", valueClass: "void", plain: false };
    case "ref":
      return { type: "__L *", valueClass: "scalar", plain: false };
  }
}

function performed(kind: AccessKind, plan: PlacePlan, frame: CxxFrame): string {
  const place = plan.lvalue(frame);
  if (kind === "get") return place;
  if (kind === "ref") return `__builtin_addressof(${place})`;
  // What is stored in a bit-field may be less than what was given.
  return plan.isPlaceless
    ? `${frame("arg0")} = (${place} = ${frame("arg0")})`
    : `${place} = ${frame("arg0")}`;
}

/** What advice may ask of the place: the array, the member, a pointer to members. */
function describingValues({ indices }: AccessShadow, plan: PlacePlan): [string, JoinPointValue][] {
  const values: [string, JoinPointValue][] = indices.length > 0 ? [["array", arrayOf(plan)]] : [];
  if (!plan.values.has("target") || plan.isPlaceless) return values;
  const frame: CxxFrame = (key) => plan.values.get(key)!.lvalue;
  values.push(["entity", { type: "__L", lvalue: plan.lvalue(frame) }]);
  const made = `&__T::${plan.entity.name}`;
  if (indices.length === 0)
    values.push(["memberptr", { type: "__L __T::*", made, lvalue: "__weft_memberptr" }]);
  return values;
}

/** What the indices count in. */
function arrayOf({ entity, values }: PlacePlan): JoinPointValue {
  const target = values.get("target");
  if (target === undefined) return { type: "__V", lvalue: values.get("entity")!.lvalue };
  return { type: `__typeof__(((__T *)0)->${entity.name})`, lvalue: `${target.lvalue}.${entity.name}` };
}

function entityInfo({ name, member, bitWidth }: VariableEntity, { facts }: CxxSite): string | undefined {
  const owner = member === undefined ? undefined : facts.entities[member.ofClass];
  if (owner?.kind !== "class" || bitWidth !== undefined || !canBeDescribed(owner, facts)) return undefined;
  return `::${nameableScope([...owner.scope, owner.name]).join("::")}::__TI::Member_${name}`;
}
