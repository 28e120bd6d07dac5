/**
 * Types as the Itanium C++ ABI mangles them (section 5.1.5): `PKc` for `const char *`. What `JoinPoint::argtype()`,
 * `resulttype()` and `type()` say. Arguments of templates are written as part of the name.
 */
import type { FunctionEntity, Type, TypeId, UnitFacts } from "../../../model/index.js";
import { lookUp } from "../../../model/index.js";

export function mangledType({ types }: UnitFacts, id: TypeId): string {
  return createMangler(types).type(id);
}

/** Result and (the first `count`) parameters of a function, one after the other, without what makes it a type of its own. */
export function mangledFunction({ types }: UnitFacts, entity: FunctionEntity, count?: number): string {
  const mangler = createMangler(types);
  return [entity.result, ...entity.parameters.slice(0, count).map(({ type }) => type)]
    .map(mangler.type)
    .join("");
}

const BUILTINS: Readonly<Record<string, string>> = {
  void: "v",
  bool: "b",
  _Bool: "b",
  char: "c",
  "signed char": "a",
  "unsigned char": "h",
  wchar_t: "w",
  char8_t: "Du",
  char16_t: "Ds",
  char32_t: "Di",
  short: "s",
  "unsigned short": "t",
  int: "i",
  "unsigned int": "j",
  long: "l",
  "unsigned long": "m",
  "long long": "x",
  "unsigned long long": "y",
  __int128: "n",
  "unsigned __int128": "o",
  float: "f",
  double: "d",
  "long double": "e",
  __float128: "g",
  "std::nullptr_t": "Dn",
};

function createMangler(types: readonly Type[]) {
  /** Components written so far, without substitutions: a second one is referred to by its number. */
  const known: string[] = [];
  const once = (plain: string, write: () => string): string => {
    const index = known.indexOf(plain);
    if (index !== -1) return reference(index);
    const text = write();
    known.push(plain);
    return text;
  };
  const type = (id: TypeId): string => {
    const found = types[id];
    if (found === undefined) return "v";
    const qualifiers = qualifiersOf(found);
    if (qualifiers !== "") return once(plainType(types, id), () => `${qualifiers}${unqualified(found)}`);
    return unqualified(found);
  };
  const unqualified = (found: Type): string => {
    if (found.kind === "typedef") return type(found.underlying);
    if (found.kind === "builtin") return builtin(found);
    if (found.kind === "record" || found.kind === "enum") return named(pathOf(found.fullName ?? found.name));
    return once(plainUnqualified(types, found), () => compound(found, type));
  };
  /** A name with the arguments of a template: the template is a component of its own. */
  const component = (name: string, path: string): string => {
    const open = name.indexOf("<");
    if (open === -1 || name === "<unnamed>") return sourceName(name);
    const template = once(`template ${path.slice(0, path.length - name.length)}${name.slice(0, open)}`, () =>
      sourceName(name.slice(0, open)),
    );
    return `${template}I${splitAt(name.slice(open + 1, -1), ",")
      .map(argument)
      .join("")}E`;
  };
  /** As the compiler spells it: `const n::K *`, `unsigned int`, `3`. */
  const argument = (text: string): string => {
    const spelled = text.trim();
    if (/^-?\d+$/.test(spelled)) return `Li${spelled.replace("-", "n")}E`;
    const letter = /^'([^'\\])'$/.exec(spelled)?.[1];
    if (letter !== undefined) return `Lc${letter.charCodeAt(0)}E`;
    if (/^(?:true|false)$/.test(spelled)) return `Lb${spelled === "true" ? 1 : 0}E`;
    const pointed = /^(|.*?\S)\s*(\*\s*const|\*|&&|&)$/.exec(spelled);
    if (pointed !== null) {
      const [, of = "", kind = ""] = pointed;
      const code = kind === "&&" ? "O" : kind === "&" ? "R" : kind === "*" ? "P" : "KP";
      return once(`text ${spelled}`, () => `${code}${argument(of)}`);
    }
    if (spelled.startsWith("const ")) return once(`text ${spelled}`, () => `K${argument(spelled.slice(6))}`);
    return lookUp(BUILTINS, spelled) ?? named(pathOf(spelled));
  };
  /** Enclosing namespaces and classes are components of their own. */
  const named = (parts: readonly string[]): string => {
    const inStd = parts[0] === "std" && parts.length > 1;
    const own = inStd ? parts.slice(1) : parts;
    if (own.length === 1)
      return once(plainName(parts), () => `${inStd ? "St" : ""}${component(own[0] ?? "", parts.join("::"))}`);
    const index = known.indexOf(plainName(parts));
    if (index !== -1) return reference(index);
    const prefix = (length: number): string => {
      if (length === 0) return inStd ? "St" : "";
      return once(
        `prefix ${own.slice(0, length).join("::")}`,
        () => prefix(length - 1) + component(own[length - 1] ?? "", own.slice(0, length).join("::")),
      );
    };
    const text = `N${prefix(own.length - 1)}${component(own.at(-1) ?? "", own.join("::"))}E`;
    known.push(plainName(parts));
    return text;
  };
  return { type };
}

const qualifiersOf = (type: Type) => `${type.isVolatile ? "V" : ""}${type.isConst ? "K" : ""}`;

function builtin(type: Type): string {
  const name = type.spelling.replace(/\b(?:const|volatile)\b\s*/g, "").trim();
  return lookUp(BUILTINS, name) ?? `u${name.length}${name}`;
}

function compound(type: Type, inner: (id: TypeId) => string): string {
  switch (type.kind) {
    case "pointer":
      return `P${inner(type.to)}`;
    case "lvalue-reference":
      return `R${inner(type.to)}`;
    case "rvalue-reference":
      return `O${inner(type.to)}`;
    case "member-pointer":
      return `M${inner(type.ofClass)}${inner(type.to)}`;
    case "array":
      return `A${type.size ?? ""}_${inner(type.of)}`;
    case "function": {
      const parameters = type.parameters.length === 0 ? "v" : type.parameters.map(inner).join("");
      return `F${inner(type.result)}${parameters}${type.variadic ? "z" : ""}E`;
    }
    default:
      return sourceName(type.spelling.replace(/\W/g, "_"));
  }
}

/** Without substitutions: the same for the same type, however it is spelled. */
function plainType(types: readonly Type[], id: TypeId): string {
  const found = types[id];
  return found === undefined ? "v" : `${qualifiersOf(found)}${plainUnqualified(types, found)}`;
}

function plainUnqualified(types: readonly Type[], type: Type): string {
  if (type.kind === "typedef") return plainType(types, type.underlying);
  if (type.kind === "builtin") return builtin(type);
  if (type.kind === "record" || type.kind === "enum") return plainName(pathOf(type.fullName ?? type.name));
  return compound(type, (id) => plainType(types, id));
}

/** `n`, `Box<n::K>` of `n::Box<n::K>`. */
const pathOf = (name: string) => splitAt(name, "::");

/** The parts between separators that stand in no brackets. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if ("<([{".includes(c)) depth++;
    else if (">)]}".includes(c)) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const plainName = (parts: readonly string[]) => `N${parts.map(sourceName).join("")}E`;

const sourceName = (name: string) => (name === "<unnamed>" ? "12_GLOBAL__N_1" : `${name.length}${name}`);

/** `S_`, `S0_`, ... in base 36. */
function reference(index: number): string {
  return index === 0 ? "S_" : `S${(index - 1).toString(36).toUpperCase()}_`;
}
