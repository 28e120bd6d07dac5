/**
 * Classes that can't be given constructors or destructors of their own: braces initialise their objects, code asks that
 * they are trivial, or their objects are constants.
 */
import type { ClassEntity, Entity, TypeId, UnitFacts } from "../../model/index.js";
import type { AdviceMatch } from "../../pointcut/index.js";
import { Unweavable } from "../unweavable.js";
import { classWithUsr } from "./class-with-usr.js";
import type { CxxSite } from "./cxx-site.js";
import { kindOf, type MemberKind } from "./special-members.js";
import { isOwnTemplate } from "./template-header.js";

/** What code asks of a class that must stay without constructors and destructors of its own. */
const ASKS_TRIVIAL = /\bis_(?:trivial(?:ly_\w+)?|pod|literal_type)(?:_v)?\s*</g;
const SYSTEM_HEADER = /^# \d+ "[^"\n]*"(?: [124])* 3\b/;
const asked = new WeakMap<UnitFacts, boolean>();

type Unit = Pick<CxxSite, "facts" | "text" | "speller">;
type Levels = readonly { readonly match: Pick<AdviceMatch, "isNamed"> }[];

/** A constructor or destructor that nobody wrote, which advice would have to make explicit. */
export function refuseExplicit(owner: ClassEntity, kind: MemberKind, levels: Levels, unit: Unit): void {
  if (!levels.some(({ match }) => match.isNamed)) refusePlainData(owner, kind, unit);
  if (kind !== "destructor") refuseAggregate(owner, unit);
  refuseTrivial(owner, unit);
}

export function staysImplicit(owner: ClassEntity, kind: MemberKind, levels: Levels, unit: Unit): boolean {
  try {
    refuseExplicit(owner, kind, levels, unit);
    return false;
  } catch (failure) {
    if (!(failure instanceof Unweavable)) throw failure;
    return true;
  }
}

/**
 * Whether plain data gets members of its own decides how it is passed (Itanium C++ ABI 3.1.1) and where what derives from
 * it has its fields (2.4). Units would come to different answers: one initialises an object with braces, another does not.
 * So what only wildcards hold stays as it is everywhere.
 */
function refusePlainData(owner: ClassEntity, kind: MemberKind, unit: Unit): void {
  const isPlain =
    isCopiedAsBytes(owner, unit) &&
    (kind !== "default" || (owner.bases.length === 0 && mayBeTrivial(owner, unit)));
  if (!isPlain) return;
  throw new Unweavable(
    "plain-data",
    `'${owner.name}' is plain data, which constructors and destructors of its own would pass and lay out otherwise, and the pointcut does not name it`,
    `Name it in the pointcut to advise it, or exclude it (&& !"${owner.name}" with its scope).`,
  );
}

/**
 * Neither the class nor its parts have a written copy constructor or destructor. Classes of the system count as having
 * them: which of these a unit knows depends on what it does with them.
 */
function isCopiedAsBytes({ members, bases, polymorphic }: ClassEntity, unit: Unit, depth = 0): boolean {
  if (polymorphic === true || depth > 8) return false;
  const { facts, speller } = unit;
  const isPlain = (entity: Entity | undefined) =>
    entity?.kind === "class" &&
    entity.definition !== undefined &&
    !facts.lineMap.inSystemHeader(entity.definition.range.start) &&
    isCopiedAsBytes(entity, unit, depth + 1);
  return (
    bases.every(({ entity }) => isPlain(facts.entities[entity])) &&
    members.every((id) => {
      const member = facts.entities[id];
      if (member?.kind === "field") {
        let type = speller.canonical(member.type);
        while (type.kind === "array") type = speller.canonical(type.of);
        if (member.isStatic || type.kind !== "record" || type.nameless === true) return true;
        return isPlain(classWithUsr(facts, type.usr));
      }
      if (member?.kind !== "function" || isOwnTemplate(member)) return true;
      if (member.isImplicit === true || member.isDefaulted === true || member.isDeleted === true) return true;
      const isConstructor = member.role === "constructor" && kindOf(member, facts) !== "default";
      return !isConstructor && member.role !== "destructor";
    })
  );
}

/** In code of the project, not in headers of the system. */
function asksTrivial({ facts, text }: Unit): boolean {
  let found = asked.get(facts);
  if (found === undefined) {
    found = [...text.matchAll(ASKS_TRIVIAL)].some(({ index }) => {
      const marker = text.lastIndexOf("\n# ", index) + 1;
      return !SYSTEM_HEADER.test(text.slice(marker, marker + 1000));
    });
    asked.set(facts, found);
  }
  return found;
}

function mayBeTrivial({ members, polymorphic }: ClassEntity, { facts, speller }: Unit): boolean {
  if (polymorphic === true) return false;
  return members.every((id) => {
    const member = facts.entities[id];
    if (member?.kind === "field") {
      const type = speller.canonical(member.type);
      return type.kind !== "record" || type.nameless === true || speller.isPlainClass(member.type);
    }
    // A template is never one of the special members ([class.copy]).
    if (member?.kind !== "function" || isOwnTemplate(member)) return true;
    const written = member.isImplicit !== true && member.isDefaulted !== true && member.isDeleted !== true;
    const isSpecial = member.role === "destructor" || member.name === "operator=";
    const isDefault = member.role === "constructor" && kindOf(member, facts) !== "default";
    return !written || !(isSpecial || isDefault);
  });
}

const constants = new WeakMap<UnitFacts, ReadonlySet<string>>();

/** Words of declarations that are constexpr: a class among them must stay one whose objects can be constants. */
function constantWords({ facts, text }: Unit): ReadonlySet<string> {
  let words = constants.get(facts);
  if (words === undefined) {
    words = new Set();
    for (const [declaration] of text.matchAll(/\bconstexpr\b[^;{}]*/g))
      for (const [word] of declaration.matchAll(/\w+/g)) (words as Set<string>).add(word);
    constants.set(facts, words);
  }
  return words;
}

/**
 * A constructor that is constexpr says that there are constants of the class; of a class within a function, any constexpr
 * member does: it is one of the steps of a function that is constexpr itself.
 */
function hasConstants({ members, usr }: ClassEntity, site: Unit): boolean {
  const isLocal = usr.includes("@F@");
  const functions = members.flatMap((id) => {
    const member = site.facts.entities[id];
    return member?.kind === "function" && member.isImplicit !== true ? [member] : [];
  });
  if (functions.some(({ role }) => role === "destructor")) return false;
  return (
    functions.some(({ isConstexpr, role }) => isConstexpr === true && (isLocal || role === "constructor")) &&
    members.every((id) => {
      const field = site.facts.entities[id];
      return field?.kind !== "field" || field.isStatic || mayBeConstant(field.type, site);
    })
  );
}

function mayBeConstant(id: TypeId, site: Unit): boolean {
  const type = site.speller.canonical(id);
  if (type.kind === "array") return mayBeConstant(type.of, site);
  if (type.kind !== "record" || site.speller.isPlainClass(id)) return true;
  const isMeant = (entity: Entity): entity is ClassEntity =>
    entity.kind === "class" && (entity.usr === type.usr || isInstance(type.usr, entity.usr));
  const found = site.facts.entities.find(isMeant);
  return found !== undefined && hasConstants(found, site);
}

/** `std::is_trivial<C>` may be asked anywhere, also of what a template got. */
function refuseTrivial(owner: ClassEntity, site: Unit): void {
  const { name } = owner;
  const isTrivial = mayBeTrivial(owner, site);
  if (hasConstants(owner, site) || (isTrivial && constantWords(site).has(name.replace(/<.*/s, ""))))
    throw new Unweavable(
      "constexpr",
      `'${name}' may be the type of constants, which advice would end`,
      `Leave the class out (&& !"${name}" with its scope).`,
    );
  if (!isTrivial) return;
  if (unionMembers(site).some((usr) => usr === owner.usr || isInstance(usr, owner.usr)))
    throw new Unweavable(
      "union-member",
      `'${name}' is the type of a member of a union, which advice would take its constructors and destructor from`,
      `Leave the class out (&& !"${name}" with its scope), or give the union its own.`,
    );
  if (!asksTrivial(site)) return;
  throw new Unweavable(
    "trivial-class",
    `'${name}' is trivial, which advice would change, and this unit asks of classes whether they are`,
    `Leave the class out (&& !"${name}" with its scope), or give it constructors.`,
  );
}

const AGGREGATE = /\b([A-Za-z_]\w*)\s+(\w+)\s*(?:\[[^\]]*\]\s*)*=\s*\{(?!\s*\})/g;
/** `struct C { … } c[] = { … };` */
const DECLARED = /^[^;{()]*=\s*\{/;
const read = new WeakMap<UnitFacts, ReadonlyMap<string, string>>();

/** The first variable of each type that is initialised with braces; a unit's text is read once for all its classes. */
function aggregatesOf({ facts, text }: Unit): ReadonlyMap<string, string> {
  const known = read.get(facts);
  if (known !== undefined) return known;
  const variables = new Map<string, string>();
  for (const [, type = "", variable = ""] of text.matchAll(AGGREGATE))
    if (!variables.has(type)) variables.set(type, variable);
  read.set(facts, variables);
  return variables;
}

/** Whether `usr` is that of an instance of the class template with the other. */
function isInstance(usr: string, template: string): boolean {
  const start = template.replace(/@ST>[^@]*@(\w+)$/, "@S@$1>#");
  return start !== template && usr.startsWith(start);
}

const united = new WeakMap<UnitFacts, readonly string[]>();

/** USRs of the types of the members of unions. */
function unionMembers({ facts, speller }: Unit): readonly string[] {
  let found = united.get(facts);
  if (found === undefined) {
    found = facts.entities.flatMap((entity) =>
      entity.kind === "class" && entity.key === "union" && entity.definition !== undefined
        ? entity.members.flatMap((id) => {
            const field = facts.entities[id];
            const type = field?.kind === "field" ? speller.canonical(field.type) : undefined;
            return type?.kind === "record" ? [type.usr] : [];
          })
        : [],
    );
    united.set(facts, found);
  }
  return found;
}

/** By braces, as the parser has seen it; of a template, one of its instances. */
function isInitialised(usr: string, { aggregates }: UnitFacts): boolean {
  if (aggregates === undefined) return false;
  return aggregates.has(usr) || [...aggregates].some((one) => isInstance(one, usr));
}

/** A class with a constructor is no aggregate, so nothing can initialise it as one ([dcl.init.aggr]). */
function refuseAggregate({ name, usr, members, definition }: ClassEntity, site: Unit): void {
  const isWritten = members.some((id) => {
    const member = site.facts.entities[id];
    return member?.kind === "function" && member.role === "constructor" && member.isImplicit !== true;
  });
  const variable = isWritten ? undefined : aggregatesOf(site).get(name.replace(/<.*/s, ""));
  const declared =
    definition && DECLARED.test(site.text.slice(definition.range.end, definition.range.end + 500));
  if (variable === undefined && declared !== true && !isInitialised(usr, site.facts)) return;
  throw new Unweavable(
    "aggregate",
    `'${name}' has no constructor that advice could run in, and with one '${variable ?? name} = { … }' would be no initialisation`,
    `Leave the class out (&& !"${name}" with its scope), or give it constructors.`,
  );
}
