/**
 * Special members as text: what the compiler would do in an implicit or defaulted constructor, with a body for advice.
 * A copy copies bases and members one by one; one special member that is written takes others away ([class.copy],
 * [class.ctor]), so these are asked for by `= default`.
 */
import type { ClassEntity, FunctionEntity, LifecycleShadow, VariableEntity } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { elementsOf } from "../types/array-elements.js";
import { isTemplate, withoutKey } from "../types/spell-type.js";
import { companionsOf } from "./companion-members.js";
import { anonymousParts, isIn, memberwiseCopy } from "./memberwise-copy.js";
import { canBeAlone } from "./nothrow-copy.js";
import { kindOf, type MemberKind } from "./special-members.js";
import { takesMutable } from "./takes-mutable.js";

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
  const { initialisers, copies, conditions } = memberwiseCopy(owner, kind, other, site);
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
    const { end } = field.nameRange;
    const { type, count } = elementsOf(field.type, speller);
    const isObject = /^(?:record|other)$/.test(speller.canonical(type).kind);
    // Of `struct C`, an object is made by `C` alone.
    if (isObject) objects.push(`${withoutKey(speller.spell(type))}()`);
    const written = tokenize(text, end, text.indexOf(";", end));
    if (written.some((token) => /^[={]$/.test(token.text)))
      isKnown &&= !isObject && written.every((token) => token.kind !== "identifier" && token.text !== "(");
    else if (count > 0 && !isIn(anonymous, field)) initialisers.push(`${field.name}()`);
  }
  return { initialisers, objects: isKnown ? objects : undefined };
}

const listed = (initialisers: readonly string[]) =>
  initialisers.length === 0 ? "" : ` : ${initialisers.join(", ")}`;
