/**
 * Whether an implicit special member exists: the compiler deletes it where a base or member can't do what it would have
 * to do ([class.ctor] 5, [class.copy] 11), and nothing of it can be made explicit.
 */
import type {
  ClassEntity,
  Entity,
  FunctionEntity,
  LifecycleShadow,
  Type,
  UnitFacts,
  VariableEntity,
} from "../../../model/index.js";
import { isTemplate } from "../types/spell-type.js";

/** False for implicit or defaulted constructors that the compiler deletes. */
export function existsImplicitly(shadow: LifecycleShadow, facts: UnitFacts): boolean {
  const entity = facts.entities[shadow.entity] as FunctionEntity;
  if (shadow.definition !== undefined) return true;
  const owner = facts.entities[shadow.ofClass] as ClassEntity;
  const kind = kindOf(entity, facts);
  return kind === "destructor" || canBe(kind, owner, facts, 0);
}

export type MemberKind = "default" | "copy" | "move" | "destructor";

/** `default` also for constructors that are no special members. */
export function kindOf({ role, parameters, name, member }: FunctionEntity, facts: UnitFacts): MemberKind {
  if (role === "destructor" || name.startsWith("~")) return "destructor";
  const type = facts.types[parameters[0]?.type ?? -1];
  if (type?.kind !== "lvalue-reference" && type?.kind !== "rvalue-reference") return "default";
  if (parameters.slice(1).some(({ defaultValue }) => defaultValue === undefined)) return "default";
  let of = facts.types[type.to];
  while (of?.kind === "typedef") of = facts.types[of.underlying];
  if (of?.kind === "builtin" || of?.kind === "pointer") return "default";
  const owner = facts.entities[member?.ofClass ?? -1];
  const isPlain = owner?.kind === "class" && !isTemplate(owner);
  if (of?.kind === "record" && isPlain && of.usr !== owner.usr) return "default";
  return type.kind === "rvalue-reference" ? "move" : "copy";
}

/** Of the standard library, facts hold few constructors. */
const MOVES_ONLY =
  /^std::(?:__\w+::)?(?:unique_ptr|unique_lock|shared_lock|j?thread|future|promise|packaged_task|basic_\w*(?:stream|buf))\b/;
const STAYS =
  /^std::(?:__\w+::)?(?:lock_guard|scoped_lock|atomic|atomic_flag|once_flag|(?:\w+_)?mutex|condition_variable(?:_any)?)\b/;

function canBe(kind: MemberKind, owner: ClassEntity, facts: UnitFacts, depth: number): boolean {
  if (depth > 20) return true;
  const bases = owner.bases.map(({ entity }) => facts.entities[entity]);
  if (!bases.every((base) => base?.kind !== "class" || partCan(kind, base, facts, depth))) return false;
  return owner.members.every((id) => {
    const field = facts.entities[id];
    if (field?.kind !== "field" || field.isStatic) return true;
    return fieldCan(kind, field, facts, depth);
  });
}

/** Behind typedefs and dimensions, and whether any of them is constant. */
function objectType(field: VariableEntity, facts: UnitFacts): { type: Type | undefined; isConst: boolean } {
  let type = facts.types[field.type];
  let isConst = type?.isConst === true;
  while (type?.kind === "typedef" || type?.kind === "array") {
    type = facts.types[type.kind === "typedef" ? type.underlying : type.of];
    isConst ||= type?.isConst === true;
  }
  return { type, isConst };
}

function fieldCan(kind: MemberKind, field: VariableEntity, facts: UnitFacts, depth: number): boolean {
  const { type, isConst } = objectType(field, facts);
  const { usr, name } = type?.kind === "record" ? type : { usr: "", name: "" };
  if (kind === "default") {
    if (type?.kind === "lvalue-reference" || type?.kind === "rvalue-reference") return false;
    if (isConst && usr === "") return false;
  } else if (type?.kind === "rvalue-reference") return false;
  if (usr === "") return true;
  if (kind !== "default" && (STAYS.test(name) || (kind === "copy" && MOVES_ONLY.test(name)))) return false;
  // Of an instance of a class template, the facts may hold the template alone.
  const template = name.replace(/<.*/s, "");
  const isPart = (entity: Entity) =>
    entity.usr === usr || (template !== name && [...entity.scope, entity.name].join("::") === template);
  const part = facts.entities.find((entity) => entity.kind === "class" && isPart(entity));
  return part?.kind !== "class" || part.definition === undefined || partCan(kind, part, facts, depth);
}

/** What a base or member of this class allows. Without its constructors in the facts, everything. */
function partCan(kind: MemberKind, part: ClassEntity, facts: UnitFacts, depth: number): boolean {
  const constructors = part.members.flatMap((id) => {
    const member = facts.entities[id];
    return member?.kind === "function" && member.role === "constructor" ? [member] : [];
  });
  if (constructors.length === 0) return true;
  return constructors.some((member) => {
    if (member.isDeleted === true || member.member?.access === "private") return false;
    const required = member.parameters.filter(({ defaultValue }) => defaultValue === undefined).length;
    const own = required === 0 && kind === "default" ? "default" : kindOf(member, facts);
    const first = facts.types[member.parameters[0]?.type ?? -1];
    const constant = first?.kind === "lvalue-reference" && facts.types[first.to]?.isConst === true;
    const fits = own === kind || (kind === "move" && own === "copy" && constant);
    if (!fits || (kind === "default" && required > 0)) return false;
    return member.isImplicit !== true || canBe(own, part, facts, depth + 1);
  });
}
