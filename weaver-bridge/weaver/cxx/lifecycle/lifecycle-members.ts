/**
 * Special members as text: what the compiler would do in an implicit or defaulted constructor, with a body for advice.
 * A copy copies bases and members one by one; one special member that is written takes others away ([class.copy],
 * [class.ctor]), so these are asked for by `= default`.
 */
import type {
  ClassEntity,
  EntityId,
  FunctionEntity,
  LifecycleShadow,
  TypeId,
  VariableEntity,
} from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { elementsOf } from "../types/array-elements.js";
import { isTemplate, withoutKey } from "../types/spell-type.js";
import { canBeAlone, nothrowAssigned, nothrowCopy, nothrowObject } from "./nothrow-copy.js";
import { kindOf, type MemberKind } from "./special-members.js";

/**
 * Writes the implicit member at the end of its class. `body` from `{` to `}`, undefined where it is only declared;
 * `other` names a copy's source.
 */
export function explicitMember(
  shadow: LifecycleShadow,
  entity: FunctionEntity,
  other: string,
  body: string | undefined,
  site: CxxSite,
): void {
  const owner = site.facts.entities[shadow.ofClass] as ClassEntity;
  const end = owner.definition!.range.end - 1;
  const kind = kindOf(entity, site.facts);
  site.madeExplicit.refuse(shadow.entity);
  const { header, initialisers, copies } = memberText(owner, kind, other, site);
  const rest = body === undefined ? ";" : `${initialisers} { ${copies}${body} }`;
  site.insert(end, site.onOwnLine(end, ` public: inline ${header}${rest}`), "open");
  const companions = companionsOf(owner, site);
  if (companions !== "") site.insertOnce(end, site.onOwnLine(end, `public: ${companions}`));
}

/** `C() = default;` gets a body. */
export function replaceDefaulted(
  shadow: LifecycleShadow,
  entity: FunctionEntity,
  other: string,
  body: string,
  site: CxxSite,
): void {
  const owner = site.facts.entities[shadow.ofClass] as ClassEntity;
  const tokens = tokenize(site.text, shadow.nameRange.end, shadow.nameRange.end + 2000);
  const open = tokens.findIndex(({ text }) => text === "(");
  const close = closingBracket(tokens, open);
  const equals = tokens.findIndex(({ text }, index) => index > close && text === "=");
  const semicolon = tokens[equals + 2];
  const kind = kindOf(entity, site.facts);
  site.madeExplicit.refuse(shadow.entity);
  if (open === -1 || equals === -1 || tokens[equals + 1]?.text !== "default" || semicolon?.text !== ";")
    throw new Unweavable(
      "unclear-text",
      `the defaulted '${entity.name}' is written in a way that the weaver can't rewrite`,
      "Write it as `C() = default;`.",
    );
  const { parameters, initialisers, copies, noexcept } = memberText(owner, kind, other, site);
  const saysItself =
    /::\s*$/.test(site.text.slice(0, shadow.nameRange.start)) ||
    tokens.slice(close, equals).some(({ text }) => text === "noexcept");
  site.replace(tokens[open]!.start, tokens[close]!.end, `(${parameters})${saysItself ? "" : noexcept}`);
  site.replace(tokens[equals]!.start, semicolon.end, `${initialisers} { ${copies}${body} }`);
}

function refuseBase({ name }: ClassEntity): never {
  throw new Unweavable(
    "dependent-base",
    `'${name}' has no copy constructor that advice could run in, and a base that depends on a template`,
    "Write the constructor in the class.",
  );
}

interface MemberText {
  readonly header: string;
  readonly parameters: string;
  /** As the compiler's own would have it: a container copies what might throw as it moves. */
  readonly noexcept: string;
  readonly initialisers: string;
  /** Statements for what an initialiser can't copy. */
  readonly copies: string;
}

function memberText(owner: ClassEntity, kind: MemberKind, other: string, site: CxxSite): MemberText {
  const name = owner.name.replace(/<.*/s, "");
  if (kind === "destructor")
    return { header: `~${name}()`, parameters: "", noexcept: "", initialisers: "", copies: "" };
  if (kind === "default") {
    const { objects, initialisers } = madeByDefault(owner, site);
    const noexcept = noexceptOf(
      objects?.map((object) => `noexcept(${object})`),
      site,
    );
    return {
      header: `${name}()${noexcept}`,
      parameters: "",
      noexcept,
      initialisers: listed(initialisers),
      copies: "",
    };
  }
  const qualified = kind === "move" || takesMutable(owner, site) ? "" : "const ";
  const parameters = `${qualified}${name} ${kind === "move" ? "&&" : "&"}${other}`;
  const { initialisers, copies, conditions } = memberwise(owner, kind, other, site);
  const noexcept = noexceptOf(conditions, site);
  return {
    header: `${name}(${parameters})${noexcept}`,
    parameters,
    noexcept,
    initialisers: listed(initialisers),
    copies: copies.join(" "),
  };
}

const noexceptOf = (conditions: readonly string[] | undefined, { cplusplus }: CxxSite) =>
  conditions === undefined || cplusplus < 201103 ? "" : ` noexcept(${conditions.join(" && ") || "true"})`;

function memberwise(owner: ClassEntity, kind: MemberKind, other: string, site: CxxSite) {
  const initialisers: string[] = [];
  const copies: string[] = [];
  /** Under which it can't throw; undefined where that is not known. */
  let conditions: readonly string[] | undefined = [];
  const needs = (more: readonly string[] | undefined) => {
    conditions = more && conditions && [...conditions, ...more];
  };
  const { facts, speller, text } = site;
  const qualified = kind === "move" || takesMutable(owner, site) ? "" : "const ";
  for (const base of basesToCopy(owner, site)) {
    if (isTemplate(owner) && isTemplate(facts.entities[base] as ClassEntity)) refuseBase(owner);
    const type = speller.spell((facts.entities[base] as ClassEntity).type);
    const reference = kind === "move" ? "&&" : "&";
    initialisers.push(`${type}(static_cast<${qualified}${type} ${reference}>(${other}))`);
    needs(nothrowCopy(facts.entities[base] as ClassEntity, kind, qualified, site));
  }
  const anonymous = anonymousParts(owner, text);
  for (const id of owner.members) {
    const field = facts.entities[id] as VariableEntity;
    if (field.kind !== "field" || field.isStatic || field.name === "") continue;
    const inAnonymous = anonymous.some(
      ({ start, end }) => field.nameRange.start > start && field.nameRange.start < end,
    );
    const type = speller.canonical(field.type);
    if (inAnonymous || (type.kind === "array" && !holdsObjects(field, site)))
      copies.push(
        `__builtin_memcpy(&this->${field.name}, &${other}.${field.name}, sizeof this->${field.name});`,
      );
    else if (type.kind === "array") {
      const copied = site.cplusplus < 201103 ? undefined : copiedElements(field, kind, other, site);
      if (copied === undefined) {
        copies.push(copyLoop(field, kind, other, site));
        const element = speller.spell(elementsOf(field.type, speller).type);
        needs(nothrowAssigned(element, kind, qualified));
      } else {
        initialisers.push(`${field.name}${copied}`);
        needs([nothrowObject(speller.spell(elementsOf(field.type, site.speller).type), kind, qualified)]);
      }
    } else {
      const source = `${other}.${field.name}`;
      const moved = kind === "move" && type.kind !== "lvalue-reference";
      const value = moved ? `static_cast<__decltype(${source}) &&>(${source})` : source;
      initialisers.push(`${field.name}(${value})`);
      if (type.kind === "record" || type.kind === "other")
        needs([`noexcept(__decltype(${source})(${value}))`]);
    }
  }
  return { initialisers, copies, conditions };
}

/**
 * `initialisers` make what `C()` makes of a class without a constructor: it fills what has no value with zeros first
 * ([dcl.init] 8). `objects`: its parts as objects of their own; undefined where one can't be, or may throw.
 */
function madeByDefault(owner: ClassEntity, site: CxxSite) {
  const { facts, speller, text } = site;
  const initialisers: string[] = [];
  const objects: string[] = [];
  let isKnown = true;
  for (const { entity } of owner.bases) {
    const base = facts.entities[entity] as ClassEntity;
    if (isTemplate(owner) && isTemplate(base)) {
      isKnown = false;
      continue;
    }
    initialisers.push(`${speller.spell(base.type)}()`);
    objects.push(`${speller.spell(base.type)}()`);
    isKnown &&= canBeAlone(base, site);
  }
  const anonymous = anonymousParts(owner, text);
  for (const id of owner.members) {
    const field = facts.entities[id] as VariableEntity;
    if (field.kind !== "field" || field.isStatic || field.name === "") continue;
    const { start, end } = field.nameRange;
    const { type, count } = elementsOf(field.type, speller);
    const isObject = /^(?:record|other)$/.test(speller.canonical(type).kind);
    // Of `struct C`, an object is made by `C` alone.
    if (isObject) objects.push(`${withoutKey(speller.spell(type))}()`);
    const written = tokenize(text, end, text.indexOf(";", end));
    if (written.some((token) => /^[={]$/.test(token.text)))
      isKnown &&= !isObject && written.every((token) => token.kind !== "identifier" && token.text !== "(");
    else if (count > 0 && !anonymous.some((part) => start > part.start && start < part.end))
      initialisers.push(`${field.name}()`);
  }
  return { initialisers, objects: isKnown ? objects : undefined };
}

const listed = (initialisers: readonly string[]) =>
  initialisers.length === 0 ? "" : ` : ${initialisers.join(", ")}`;

/** Elements of a class are assigned: they have been made by their default constructor. */
function copyLoop(field: VariableEntity, kind: MemberKind, other: string, site: CxxSite): string {
  const { depth } = elementsOf(field.type, site.speller);
  const first = `${field.name}${"[0]".repeat(depth)}`;
  const at = (object: string) => `(&${object}${first})[__weft_i]`;
  const source = at(`${other}.`);
  const value = kind === "move" ? `static_cast<__typeof__(this->${first}) &&>(${source})` : source;
  return `for (unsigned long __weft_i = 0; __weft_i < sizeof this->${field.name} / sizeof this->${first}; __weft_i++) ${at("this->")} = ${value};`;
}

const MOST_ELEMENTS = 64;

/** `{ o.a[0], o.a[1] }`: as the compiler's own copies them. Undefined for many, or a number that only an instance knows. */
function copiedElements(
  field: VariableEntity,
  kind: MemberKind,
  other: string,
  site: CxxSite,
): string | undefined {
  const { speller } = site;
  const element = speller.spell(elementsOf(field.type, site.speller).type);
  let left = MOST_ELEMENTS;
  const list = (source: string, id: TypeId): string | undefined => {
    const type = speller.canonical(id);
    if (type.kind !== "array") {
      left--;
      return kind === "move" ? `static_cast<${element} &&>(${source})` : source;
    }
    const parts: string[] = [];
    for (let at = 0; at < (type.size ?? Infinity); at++) {
      const part = left === 0 ? undefined : list(`${source}[${at}]`, type.of);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return `{ ${parts.join(", ")} }`;
  };
  return list(`${other}.${field.name}`, field.type);
}

const holdsObjects = (field: VariableEntity, site: CxxSite) =>
  site.speller.canonical(elementsOf(field.type, site.speller).type).kind === "record";

/** Direct bases, and virtual ones at any height. */
function basesToCopy(owner: ClassEntity, { facts }: CxxSite): EntityId[] {
  const found = new Set<EntityId>(owner.bases.map(({ entity }) => entity));
  const visit = ({ bases }: ClassEntity) => {
    for (const { entity, isVirtual } of bases) {
      if (isVirtual) found.add(entity);
      const base = facts.entities[entity];
      if (base?.kind === "class") visit(base);
    }
  };
  visit(owner);
  return [...found];
}

/** Bodies of unions and structs without a name, whose members are the class's. */
function anonymousParts(owner: ClassEntity, text: string): { start: number; end: number }[] {
  const { body } = owner.definition!;
  const tokens = tokenize(text, body.start + 1, body.end - 1);
  const parts: { start: number; end: number }[] = [];
  tokens.forEach((token, index) => {
    if (!/^(?:union|struct)$/.test(token.text) || tokens[index + 1]?.text !== "{") return;
    const close = closingBracket(tokens, index + 1);
    if (tokens[close + 1]?.text === ";") parts.push({ start: token.start, end: tokens[close]!.end });
  });
  return parts;
}

/** The copy takes `C &`, because a base or member can't be copied from a constant ([class.copy] 8). */
function takesMutable(owner: ClassEntity, site: CxxSite, depth = 0): boolean {
  if (depth > 20) return false;
  const { facts, speller } = site;
  const parts = [
    ...owner.bases.map(({ entity }) => facts.entities[entity]),
    ...owner.members.flatMap((id) => {
      const field = facts.entities[id];
      if (field?.kind !== "field" || field.isStatic) return [];
      let type = speller.canonical(field.type);
      while (type.kind === "array") type = speller.canonical(type.of);
      const { usr } = type.kind === "record" ? type : { usr: "" };
      return usr === "" ? [] : facts.entities.filter((item) => item.kind === "class" && item.usr === usr);
    }),
  ];
  return parts.some((part) => {
    if (part?.kind !== "class") return false;
    const copies = part.members.flatMap((id) => {
      const member = facts.entities[id] as FunctionEntity;
      const isCopy =
        member.kind === "function" && member.role === "constructor" && kindOf(member, site.facts) === "copy";
      return isCopy ? [member] : [];
    });
    const written = copies.filter(({ isImplicit }) => isImplicit !== true);
    if (written.length > 0) return written.every((copy) => !takesConstant(copy, site));
    return takesMutable(part, site, depth + 1);
  });
}

function takesConstant({ parameters }: FunctionEntity, { facts }: CxxSite): boolean {
  const type = facts.types[parameters[0]!.type];
  return type?.kind === "lvalue-reference" && facts.types[type.to]?.isConst === true;
}

/** Other implicit members that the written ones would take away. */
function companionsOf(owner: ClassEntity, site: CxxSite): string {
  const name = owner.name.replace(/<.*/s, "");
  const modern = site.cplusplus >= 201103;
  const constructs = anyConstructor(owner, site);
  // A destructor takes moves away, which of plain data are copies.
  if (!constructs && site.speller.isPlainClass(owner.type)) return "";
  const texts = owner.members.flatMap((id) => {
    const member = site.facts.entities[id] as FunctionEntity;
    if (member.kind !== "function" || member.isImplicit !== true || member.isDeleted) return [];
    if (site.madeExplicit.has(id)) return [];
    if (member.name === "operator=") {
      const type = site.facts.types[member.parameters[0]?.type ?? -1];
      const parameter = type?.kind === "rvalue-reference" ? `${name} &&` : `const ${name} &`;
      return modern ? [`${name} &operator=(${parameter}) = default;`] : [];
    }
    const kind = kindOf(member, site.facts);
    if (kind === "destructor" || (kind === "default" && member.parameters.length > 0)) return [];
    if (kind === "default")
      return constructs || modern ? [modern ? `${name}() = default;` : `${name}() { }`] : [];
    const parameter =
      kind === "move" ? `${name} &&` : `${takesMutable(owner, site) ? "" : "const "}${name} &`;
    return modern ? [`${name}(${parameter}) = default;`] : [];
  });
  return texts.join(" ");
}

const anyConstructor = ({ members }: ClassEntity, { madeExplicit, facts }: CxxSite) =>
  members.some((id) => {
    const member = facts.entities[id];
    return madeExplicit.has(id) && member?.kind === "function" && member.role === "constructor";
  });
