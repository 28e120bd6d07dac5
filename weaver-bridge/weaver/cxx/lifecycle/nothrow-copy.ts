/**
 * Under which conditions a copy or move that the compiler makes can't throw ([except.spec] 14): a container copies what
 * might throw where it could move.
 */
import type { ClassEntity, FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { elementsOf } from "../types/array-elements.js";
import { classWithUsr } from "../types/class-with-usr.js";
import { isTemplate } from "../types/spell-type.js";
import { kindOf, type MemberKind } from "./special-members.js";

type Unit = Pick<CxxSite, "facts" | "speller" | "text">;

/** Conditions in C++, none where it never throws; undefined where that is not known. `qualified`: `const ` or empty. */
export function nothrowCopy(
  owner: ClassEntity,
  kind: MemberKind,
  qualified: string,
  unit: Unit,
  depth = 0,
): readonly string[] | undefined {
  const { facts, speller } = unit;
  if (canBeAlone(owner, unit)) return [nothrowObject(speller.spell(owner.type), kind, qualified)];
  const maker = constructorFor(owner, kind, unit);
  if (maker === undefined || isTemplate(owner) || depth > 20) return undefined;
  if (maker.isDefaulted !== true) return writtenCondition(maker, unit);
  const conditions: string[] = [];
  for (const { entity } of owner.bases) {
    const more = nothrowCopy(facts.entities[entity] as ClassEntity, kind, qualified, unit, depth + 1);
    if (more === undefined) return undefined;
    conditions.push(...more);
  }
  for (const id of owner.members) {
    const field = facts.entities[id];
    if (field?.kind !== "field" || field.isStatic) continue;
    const element = elementsOf(field.type, speller).type;
    const type = speller.canonical(element);
    if (type.kind !== "record") continue;
    const part = classWithUsr(facts, type.usr);
    if (field.name === "" || part?.member?.access !== undefined) return undefined;
    conditions.push(nothrowObject(speller.spell(element), kind, qualified));
  }
  return conditions;
}

/** An object of the type by itself. */
export function nothrowObject(type: string, kind: MemberKind, qualified: string): string {
  const reference = kind === "move" ? "&&" : "&";
  return `noexcept(${type}(static_cast<${qualified}${type} ${reference}>(*(${type} *)0)))`;
}

/** An object that is made first, and then assigned to. */
export function nothrowAssigned(type: string, kind: MemberKind, qualified: string): readonly string[] {
  const reference = kind === "move" ? "&&" : "&";
  const value = `static_cast<${qualified}${type} ${reference}>(*(${type} *)0)`;
  return [`noexcept(${type}())`, `noexcept(*(${type} *)0 = ${value})`];
}

/** No class that only derived ones make objects of: abstract, or with a constructor or destructor that is not public. */
export function canBeAlone({ members, polymorphic }: ClassEntity, { facts }: Unit): boolean {
  if (polymorphic === true) return false;
  return members.every((id) => {
    const member = facts.entities[id];
    const isSpecial =
      member?.kind === "function" && (member.role === "constructor" || member.role === "destructor");
    return !isSpecial || member.member?.access === "public";
  });
}

/** What copies it, or moves it where it has that. */
function constructorFor(owner: ClassEntity, kind: MemberKind, { facts }: Unit): FunctionEntity | undefined {
  const constructors = owner.members.flatMap((id) => {
    const member = facts.entities[id];
    return member?.kind === "function" && member.role === "constructor" ? [member] : [];
  });
  const found = (wanted: MemberKind) => constructors.find((member) => kindOf(member, facts) === wanted);
  return found(kind) ?? (kind === "move" ? found("copy") : undefined);
}

/** A written one says it itself; what `noexcept(...)` depends on is not followed. */
function writtenCondition(
  { isNoexcept, nameRange, declarationRange }: FunctionEntity,
  { text }: Unit,
): readonly string[] | undefined {
  const { start, end } = declarationRange ?? { start: nameRange.end, end: nameRange.end + 200 };
  if (isNoexcept !== true) return ["false"];
  return /\bnoexcept\s*\(/.test(text.slice(start, end)) ? undefined : [];
}
