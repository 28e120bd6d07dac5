/**
 * Classes that can't be given constructors or destructors of their own: braces initialise their objects, code asks that
 * they are trivial, or their objects are constants.
 */
import {
  type ClassEntity,
  type Entity,
  markerAt,
  type TypeId,
  type UnitFacts,
} from "../../../model/index.js";
import type { AdviceMatch } from "../../../pointcut/index.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { MemberKind } from "./special-members.js";

/** What code asks of a class that must stay without constructors and destructors of its own. */
const ASKS_TRIVIAL = /\bis_(?:trivial(?:ly_\w+)?|pod|literal_type)(?:_v)?\s*</g;
const asked = new WeakMap<UnitFacts, boolean>();

type Unit = Pick<CxxSite, "facts" | "text" | "speller">;
type Levels = readonly { readonly match: Pick<AdviceMatch, "isNamed"> }[];

/** Why a constructor or destructor that nobody wrote stays so under advice; undefined where it may be written out. */
export function refusalOf(
  owner: ClassEntity,
  kind: MemberKind,
  levels: Levels,
  unit: Unit,
): Unweavable | undefined {
  return (
    (levels.some(({ match }) => match.isNamed) ? undefined : plainData(owner, kind)) ??
    (kind === "destructor" ? undefined : aggregate(owner, unit)) ??
    trivial(owner, unit)
  );
}

/**
 * Whether plain data gets members of its own decides how it is passed (Itanium C++ ABI 3.1.1) and where what derives from
 * it has its fields (2.4). Units would come to different answers: one initialises an object with braces, another does not.
 * So what only wildcards hold stays as it is everywhere.
 */
function plainData(owner: ClassEntity, kind: MemberKind): Unweavable | undefined {
  if (kind === "default" ? owner.passing !== "plain" || owner.bases.length > 0 : owner.passing === undefined)
    return undefined;
  return new Unweavable(
    "plain-data",
    `'${owner.name}' is plain data, which constructors and destructors of its own would pass and lay out otherwise, and the pointcut does not name it`,
    `Name it in the pointcut to advise it, or exclude it (&& !"${owner.name}" with its scope).`,
  );
}

/** In code of the project, not in headers of the system. */
function asksTrivial({ facts, text }: Unit): boolean {
  let found = asked.get(facts);
  if (found === undefined) {
    found = [...text.matchAll(ASKS_TRIVIAL)].some(({ index }) => {
      const marker = text.lastIndexOf("\n# ", index) + 1;
      return markerAt(text, marker)?.isSystem !== true;
    });
    asked.set(facts, found);
  }
  return found;
}

const constants = new WeakMap<UnitFacts, ReadonlySet<string>>();

/** What declarations that are constexpr name, and static assertions make: a class among them must stay one of constants. */
function constantWords({ facts, text }: Unit): ReadonlySet<string> {
  let words = constants.get(facts);
  if (words === undefined) {
    words = new Set();
    for (const [declaration] of text.matchAll(/\bconstexpr\b[^;{}]*/g))
      for (const [word] of declaration.matchAll(/\w+/g)) (words as Set<string>).add(word);
    for (const [assertion] of text.matchAll(/\b(?:static_assert|_Static_assert)\b[^;]*/g))
      for (const [word] of assertion.matchAll(/(?<!\w)\w+(?=\s*[({])/g)) (words as Set<string>).add(word);
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
function trivial(owner: ClassEntity, site: Unit): Unweavable | undefined {
  const { name } = owner;
  const isTrivial = owner.passing !== undefined;
  if (hasConstants(owner, site) || (isTrivial && constantWords(site).has(name.replace(/<.*/s, ""))))
    return new Unweavable(
      "constexpr",
      `'${name}' may be the type of constants, which advice would end`,
      `Leave the class out (&& !"${name}" with its scope).`,
    );
  if (!isTrivial) return undefined;
  if (unionMembers(site).some((usr) => usr === owner.usr || isInstance(usr, owner.usr)))
    return new Unweavable(
      "union-member",
      `'${name}' is the type of a member of a union, which advice would take its constructors and destructor from`,
      `Leave the class out (&& !"${name}" with its scope), or give the union its own.`,
    );
  if (!asksTrivial(site)) return undefined;
  return new Unweavable(
    "trivial-class",
    `'${name}' is trivial, which advice would change, and this unit asks of classes whether they are`,
    `Leave the class out (&& !"${name}" with its scope), or give it constructors.`,
  );
}

const AGGREGATE = /\b([A-Za-z_]\w*)\s+(?!final\b)(\w+)\s*(?:\[[^[\]]*\]\s*)*(?:=\s*)?\{(?!\s*\})/g;
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
function aggregate({ name, usr, members, definition }: ClassEntity, site: Unit): Unweavable | undefined {
  const isWritten = members.some((id) => {
    const member = site.facts.entities[id];
    return member?.kind === "function" && member.role === "constructor" && member.isImplicit !== true;
  });
  const variable = isWritten ? undefined : aggregatesOf(site).get(name.replace(/<.*/s, ""));
  const declared =
    definition && DECLARED.test(site.text.slice(definition.range.end, definition.range.end + 500));
  if (variable === undefined && declared !== true && !isInitialised(usr, site.facts)) return undefined;
  return new Unweavable(
    "aggregate",
    `'${name}' has no constructor that advice could run in, and with one '${variable ?? name} = { … }' would be no initialisation`,
    `Leave the class out (&& !"${name}" with its scope), or give it constructors.`,
  );
}
