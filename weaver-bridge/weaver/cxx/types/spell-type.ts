/**
 * C++ types as text that can stand in a template argument list or as a declared type wherever their names are
 * accessible. Spelled from the structure, with qualified names, so that the place where a type was written plays no role.
 */
import type { Type, TypeId, UnitFacts } from "../../../model/index.js";
import { Unweavable } from "../../unweavable.js";
import { classWithUsr } from "./class-with-usr.js";

/** How a value of the type travels: `scalar` can be left uninitialised and assigned. */
export type ValueClass = "void" | "scalar" | "class" | "reference" | "dependent";

export interface CxxSpeller {
  /** Throws {@link Unweavable} for types without a name. */
  spell(id: TypeId): string;
  /** Without top-level `const` and `volatile`. */
  unqualified(id: TypeId): string;
  valueClass(id: TypeId): ValueClass;
  /** A class whose objects are bytes: nothing runs when one is made, copied or dropped. */
  isPlainClass(id: TypeId): boolean;
  /** Also by a typedef. */
  isConst(id: TypeId): boolean;
  /** A scalar that can be assigned: neither `const` nor `volatile`. */
  isPlainScalar(id: TypeId): boolean;
  canonical(id: TypeId): Type;
  /** Only an instance of a template knows what it is. */
  isDependent(id: TypeId): boolean;
}

export function createCxxSpeller(facts: UnitFacts): CxxSpeller {
  const { types } = facts;
  const canonical = (id: TypeId): Type => {
    let type = types[id] as Type;
    while (type.kind === "typedef") type = types[type.underlying] as Type;
    return type;
  };
  const has = (qualifier: "isConst" | "isVolatile") => {
    const asked = (id: TypeId): boolean => {
      const type = types[id] as Type;
      return type[qualifier] || (type.kind === "typedef" && asked(type.underlying));
    };
    return asked;
  };
  const [isConst, isVolatile] = [has("isConst"), has("isVolatile")];
  const valueClass = (id: TypeId): ValueClass => {
    const type = canonical(id);
    switch (type.kind) {
      case "builtin":
        if (type.spelling.startsWith("<dependent")) return "dependent";
        return /\bvoid$/.test(type.spelling) ? "void" : "scalar";
      case "pointer":
      case "member-pointer":
      case "enum":
        return "scalar";
      case "lvalue-reference":
      case "rvalue-reference":
        return "reference";
      case "record":
        return "class";
      default:
        return "dependent";
    }
  };
  const isDependent = (id: TypeId): boolean => {
    const type = canonical(id);
    if (type.kind === "pointer" || /reference$/.test(type.kind))
      return isDependent((type as { to: TypeId }).to);
    return valueClass(id) === "dependent" && type.kind !== "array" && type.kind !== "function";
  };
  return {
    isDependent,
    spell: (id) => declare(types, id, "", 0),
    unqualified: (id) => declare(types, id, "", 0, true),
    canonical,
    valueClass,
    isPlainClass: (id) => isPlainClass(facts, id),
    isConst,
    isPlainScalar: (id) => valueClass(id) === "scalar" && !isConst(id) && !isVolatile(id),
  };
}

function isPlainClass(facts: UnitFacts, id: TypeId, depth = 0): boolean {
  let type = facts.types[id] as Type;
  while (type.kind === "typedef" || type.kind === "array")
    type = facts.types[type.kind === "array" ? type.of : type.underlying] as Type;
  if (type.kind !== "record") return type.kind !== "other" && !/reference$/.test(type.kind);
  const { usr, isConst } = type;
  const entity = classWithUsr(facts, usr);
  if (entity?.definition === undefined || isConst || depth > 8) return false;
  if (entity.polymorphic === true || entity.bases.length > 0) return false;
  return entity.members.every((member) => {
    const part = facts.entities[member];
    if (part?.kind === "function") {
      const special = part.role === "constructor" || part.role === "destructor" || part.name === "operator=";
      return !special || part.isImplicit === true;
    }
    if (part?.kind !== "field") return true;
    const field = facts.types[part.type] as Type;
    return !field.isConst && isPlainClass(facts, part.type, depth + 1);
  });
}

/** Declares `name` (possibly empty) with the type, in the inside-out order of the language. */
function declare(types: readonly Type[], id: TypeId, name: string, depth: number, bare = false): string {
  const type = types[id];
  if (type === undefined || depth > 60) throw nameless("?");
  const inner = (to: TypeId, declarator: string) =>
    declare(types, to, wrap(types, to, declarator), depth + 1);
  switch (type.kind) {
    case "pointer":
      return inner(type.to, `*${bare ? "" : qualifiers(type)}${name}`);
    case "lvalue-reference":
      return inner(type.to, `&${name}`);
    case "rvalue-reference":
      return inner(type.to, `&&${name}`);
    case "member-pointer":
      return inner(
        type.to,
        `${withoutKey(declare(types, type.ofClass, "", depth + 1))}::*${bare ? "" : qualifiers(type)}${name}`,
      );
    case "array": {
      const own = types[type.of]?.isConst === true ? "" : qualifiers(type);
      return declare(types, type.of, `${own}${name}[${type.size ?? ""}]`, depth + 1);
    }
    case "function": {
      const parameters = type.parameters.map((parameter) => declare(types, parameter, "", depth + 1));
      if (type.variadic) parameters.push("...");
      return declare(types, type.result, `${name}(${parameters.join(", ")})${qualifiers(type)}`, depth + 1);
    }
    case "typedef":
      return named(type, typedefText(types, type, depth, bare), name, bare);
    default:
      return named(type, baseName(type), name, bare);
  }
}

/** Typedefs are looked through, except of what could not be named otherwise. `bare`: without qualifiers of their own. */
function typedefText(
  types: readonly Type[],
  type: Type & { kind: "typedef" },
  depth: number,
  bare: boolean,
): string {
  const target = types[type.underlying] as Type;
  if (target.kind === "other" || (target.nameless === true && target.kind !== "typedef"))
    return withoutQualifiers(type.spelling);
  const text = declare(types, type.underlying, "", depth + 1, bare);
  return isPlain(target) ? text : `__typeof__(${text})`;
}

const isPlain = ({ kind }: Type) =>
  kind === "builtin" || kind === "record" || kind === "enum" || kind === "typedef";

function named(type: Type, text: string, name: string, bare: boolean): string {
  const cv = bare ? "" : qualifiers(type);
  return `${cv}${text}${name === "" ? "" : ` ${name}`}`;
}

/** Unnamed namespaces are looked through. */
export function nameableScope(scope: readonly string[]): string[] {
  return scope.filter((name) => name !== "<unnamed>").map((name) => name.replaceAll("<unnamed>::", ""));
}

function baseName(type: Type): string {
  if (type.nameless === true) throw nameless(type.spelling);
  if (type.kind === "record" || type.kind === "enum") {
    // Inside a function or an anonymous namespace: as written.
    if (type.name === "" || /@F@/.test(type.usr)) return withoutQualifiers(type.spelling);
    // The compiler's own record of `va_list` can't be named.
    if (type.name === "__va_list_tag") return "__typeof__((*(__builtin_va_list *)0)[0])";
    const template = TEMPLATE_OF_USR.exec(type.usr)?.[1];
    // Within a template its name means the instance that is being made, where nothing qualifies it ([temp.local]).
    if (template !== undefined) return fromScope(type.name, template);
    return `${writtenKey(type)} ::${nameableScope([type.name]).join("")}`;
  }
  const text = withoutQualifiers(type.spelling);
  return text === "_Bool" ? "bool" : text;
}

/** A function may have the name of a class (`stat`), which is then written with its key. A typedef's name has none. */
const writtenKey = ({ spelling, usr }: Type & { readonly usr: string }) =>
  NAMED_BY_TYPEDEF.test(usr)
    ? ""
    : (/^(?:struct|class|union|enum)(?= )/.exec(withoutQualifiers(spelling))?.[0] ?? "");

/** Of a spelled class: its name, where only a name may stand. */
export const withoutKey = (spelled: string) => spelled.replace(/^(?:struct|class|union) /, "");

/** `typedef enum { … } mode;`: `c:@EA@mode`. */
const NAMED_BY_TYPEDEF = /@[SUE]A@[^@]*$/;

/** The outermost class template in a name that libclang gives: `c:@N@n@ST>1#T@Pool@S@Item`; not one among arguments. */
const TEMPLATE_OF_USR = /^[^>]*@S[TP]>[^@]*@(\w+)/;

/** A class template, or a class in one: what its name means depends on the instance. */
export const isTemplate = ({ usr }: { readonly usr: string }) => TEMPLATE_OF_USR.test(usr);

function fromScope(name: string, scope: string): string {
  const parts = name.split("::");
  const at = parts.findIndex((part) => part === scope || part.startsWith(`${scope}<`));
  return at === -1 ? name : parts.slice(at).join("::");
}

function withoutQualifiers(spelling: string): string {
  return spelling.replace(/^(?:(?:const|volatile)\s+)+/, "").replace(/^_Bool$/, "bool");
}

function qualifiers(type: Type): string {
  return `${type.isConst ? "const " : ""}${type.isVolatile ? "volatile " : ""}`;
}

/** A pointer to an array or a function needs brackets: `int (*)[4]`. */
function wrap(types: readonly Type[], target: TypeId, declarator: string): string {
  const kind = types[target]?.kind;
  return kind === "array" || kind === "function" ? `(${declarator})` : declarator;
}

function nameless(spelling: string): Unweavable {
  return new Unweavable(
    "nameless-type",
    `type '${spelling}' has no name that can be written`,
    "Give the class, union or enum a name, so that woven functions can take it as a parameter.",
  );
}
