/**
 * The types of an advice's context (`tjp->arg0`, `tjp->result`, ...), from its first join point in a unit. Serves
 * completion and checking of advice bodies in the editor; weaving derives its own, exact for every join point.
 */
import type { AccessShadow, Shadow, Type, TypeId, UnitFacts } from "../model/index.js";
import type { ShadowMatch } from "../pointcut/index.js";
import { cxxMembers } from "./cxx/shape-members.js";
import { adviceKey, type JoinPointShape } from "./join-point-shape.js";

/** By {@link adviceKey}. `unit` is the unit's main file, absolute. */
export function shapesOf(
  unit: string,
  facts: UnitFacts,
  matches: readonly ShadowMatch[],
): ReadonlyMap<string, JoinPointShape> {
  const { language } = facts;
  const shapes = new Map<string, JoinPointShape>();
  for (const { shadow, advice } of matches)
    for (const match of advice) {
      const key = adviceKey(match.file.file, match.advice.aspect, match.advice.index);
      if (shapes.has(key)) continue;
      const members = language === "c" ? membersOf(facts, shadow) : cxxMembers(facts, shadow);
      if (members !== undefined) shapes.set(key, { unit, language, members });
    }
  return shapes;
}

type Member = JoinPointShape["members"][number];

function membersOf(facts: UnitFacts, shadow: Shadow): Member[] {
  const member = (name: string, id: TypeId): Member[] =>
    isVoid(facts, id) ? [] : [{ name, type: typeText(facts, id), plainType: plainType(facts, id) }];
  if (shadow.kind === "get" || shadow.kind === "set" || shadow.kind === "ref")
    return accessMembers(facts, shadow, member);
  const entity = facts.entities[shadow.entity];
  if (entity?.kind !== "function") return [];
  const extra = shadow.kind === "call" ? shadow.arguments.slice(entity.parameters.length) : [];
  return [
    ...entity.parameters.flatMap(({ type }, index) => member(`arg${index}`, type)),
    ...extra.flatMap(({ type }, index) => member(`arg${entity.parameters.length + index}`, type)),
    ...member("result", entity.result),
    ...NO_OBJECT,
  ];
}

/** C functions have no object; the fields exist and are 0. */
const NO_OBJECT: readonly Member[] = ["that", "target"].map((name) => ({
  name,
  type: "void *",
  plainType: "void *",
}));

function accessMembers(
  facts: UnitFacts,
  shadow: AccessShadow,
  member: (name: string, id: TypeId) => Member[],
): Member[] {
  const pointer = (name: string, type: string, plain: string): Member => ({
    name,
    type: pointerTo(type),
    plainType: pointerTo(plain),
  });
  const { object } = shadow;
  const pointed = object === undefined ? undefined : facts.types[object.type];
  const record = object?.arrow === true && pointed?.kind === "pointer" ? pointed.to : object?.type;
  return [
    ...(shadow.kind === "set" ? member("arg0", shadow.type) : member("result", shadow.type)),
    ...shadow.indices.flatMap(({ type }, index) => member(`idx${index}`, type)),
    ...(record === undefined
      ? [NO_OBJECT[1] as Member]
      : [pointer("target", typeText(facts, record), plainType(facts, record))]),
    pointer("entity", typeText(facts, shadow.type), plainType(facts, shadow.type)),
    NO_OBJECT[0] as Member,
  ];
}

function pointerTo(type: string): string {
  return `__typeof__(${type}) *`;
}

/** As the unit spells it, without top-level const so that advice can assign it. */
function typeText(facts: UnitFacts, id: TypeId): string {
  const type = facts.types[id];
  if (type === undefined || type.nameless === true) return plainType(facts, id);
  if (type.kind === "array") return `__typeof__(${typeText(facts, type.of)}) *`;
  if (type.kind === "function") return `__typeof__(${type.spelling}) *`;
  return type.isConst ? type.spelling.replace(/^const |(?<!\s)\s*\bconst$/, "") : type.spelling;
}

/** Built only of what every unit knows: builtin types, pointers, and structs by their tag. */
function plainType(facts: UnitFacts, id: TypeId, depth = 0): string {
  const type = facts.types[id];
  if (type === undefined || depth > 8) return "int";
  switch (type.kind) {
    case "builtin":
      return withoutQualifiers(type);
    case "typedef":
      return plainType(facts, type.underlying, depth + 1);
    case "pointer":
      return `__typeof__(${plainType(facts, type.to, depth + 1)}) *`;
    case "array":
      return `__typeof__(${plainType(facts, type.of, depth + 1)}) *`;
    case "function":
      return "void";
    case "record":
      return type.name === "" || depth === 0
        ? "int"
        : `${/\bunion\b/.test(type.spelling) ? "union" : "struct"} ${type.name}`;
    default:
      return "int";
  }
}

function withoutQualifiers(type: Type): string {
  return type.spelling.replace(/\b(const|volatile|restrict)\b\s*/g, "").trim();
}

function isVoid(facts: UnitFacts, id: TypeId): boolean {
  const type = facts.types[id];
  if (type?.kind === "typedef") return isVoid(facts, type.underlying);
  return type?.kind === "builtin" && /\bvoid$/.test(type.spelling);
}
