/** What an implicit copy or move constructor does: bases and members one by one ([class.copy] 15). */
import type { ClassEntity, EntityId, TypeId, VariableEntity } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { elementsOf } from "../types/array-elements.js";
import { isTemplate } from "../types/spell-type.js";
import { nothrowAssigned, nothrowCopy, nothrowObject } from "./nothrow-copy.js";
import type { MemberKind } from "./special-members.js";
import { takesMutable } from "./takes-mutable.js";

export interface CopyText {
  readonly initialisers: readonly string[];
  /** Statements for what an initialiser can't copy. */
  readonly copies: readonly string[];
  /** Under which it can't throw; undefined where that is not known. */
  readonly conditions: readonly string[] | undefined;
}

/** `other` names the source. */
export function memberwiseCopy(owner: ClassEntity, kind: MemberKind, other: string, site: CxxSite): CopyText {
  const copy = new MemberwiseCopy(owner, kind, other, site);
  copy.addBases();
  copy.addFields();
  return copy;
}

class MemberwiseCopy implements CopyText {
  readonly initialisers: string[] = [];
  readonly copies: string[] = [];
  conditions: readonly string[] | undefined = [];
  private readonly qualified: string;

  constructor(
    private readonly owner: ClassEntity,
    private readonly kind: MemberKind,
    private readonly other: string,
    private readonly site: CxxSite,
  ) {
    this.qualified = kind === "move" || takesMutable(owner, site) ? "" : "const ";
  }

  addBases(): void {
    const { owner, kind, qualified, site } = this;
    for (const id of basesToCopy(owner, site)) {
      const base = site.facts.entities[id] as ClassEntity;
      if (isTemplate(owner) && isTemplate(base)) refuseBase(owner);
      const type = site.speller.spell(base.type);
      const reference = kind === "move" ? "&&" : "&";
      this.initialisers.push(`${type}(static_cast<${qualified}${type} ${reference}>(${this.other}))`);
      this.needs(nothrowCopy(base, kind, qualified, site));
    }
  }

  addFields(): void {
    const { owner, site } = this;
    const anonymous = anonymousParts(owner, site.text);
    for (const id of owner.members) {
      const field = site.facts.entities[id] as VariableEntity;
      if (field.kind !== "field" || field.isStatic || field.name === "") continue;
      const isArray = site.speller.canonical(field.type).kind === "array";
      if (isIn(anonymous, field) || (isArray && !holdsObjects(field, site)))
        this.copies.push(
          `__builtin_memcpy(&this->${field.name}, &${this.other}.${field.name}, sizeof this->${field.name});`,
        );
      else if (isArray) this.addObjects(field);
      else this.addField(field);
    }
  }

  /** An array of objects of a class. */
  private addObjects(field: VariableEntity): void {
    const { kind, other, qualified, site } = this;
    const copied = site.cplusplus < 201103 ? undefined : copiedElements(field, kind, other, site);
    const element = site.speller.spell(elementsOf(field.type, site.speller).type);
    if (copied === undefined) {
      this.copies.push(copyLoop(field, kind, other, site));
      this.needs(nothrowAssigned(element, kind, qualified));
    } else {
      this.initialisers.push(`${field.name}${copied}`);
      this.needs([nothrowObject(element, kind, qualified)]);
    }
  }

  private addField({ name, type: id }: VariableEntity): void {
    const type = this.site.speller.canonical(id);
    const source = `${this.other}.${name}`;
    const moved = this.kind === "move" && type.kind !== "lvalue-reference";
    const value = moved ? `static_cast<__decltype(${source}) &&>(${source})` : source;
    this.initialisers.push(`${name}(${value})`);
    if (type.kind === "record" || type.kind === "other")
      this.needs([`noexcept(__decltype(${source})(${value}))`]);
  }

  private needs(more: readonly string[] | undefined): void {
    this.conditions = more && this.conditions && [...this.conditions, ...more];
  }
}

function refuseBase({ name }: ClassEntity): never {
  throw new Unweavable(
    "dependent-base",
    `'${name}' has no copy constructor that advice could run in, and a base that depends on a template`,
    "Write the constructor in the class.",
  );
}

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
export function anonymousParts(owner: ClassEntity, text: string): { start: number; end: number }[] {
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

export function isIn(
  parts: readonly { start: number; end: number }[],
  { nameRange }: VariableEntity,
): boolean {
  return parts.some(({ start, end }) => nameRange.start > start && nameRange.start < end);
}
