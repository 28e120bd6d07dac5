/** Normalised signatures, as programs and people see them: `int add(int,int)`, `unsigned int inode::i_uid`. */
import type { Entity, EntityId, Type, TypeId, UnitFacts } from "../../model/index.js";

/**
 * Result, one blank, qualified name, `(` types joined by `,` `)`; pointers and references as `T *`, `T &`.
 * Types are spelled as declared (typedefs kept). Empty for an unknown id.
 */
export function signatureOf(facts: UnitFacts, entityId: EntityId): string {
  return spellSignature(facts, entityId, spelledTypes(facts));
}

/** What `tjp->signature()` says: in C++ without typedefs, as AspectC++ has it; in C as declared. */
export function joinPointSignature(facts: UnitFacts, entityId: EntityId): string {
  if (facts.language === "c") return spellSignature(facts, entityId, facts.types);
  const entity = facts.entities[entityId];
  const given =
    entity?.kind === "function" && entity.template !== "pattern" ? entity.templateArguments : undefined;
  const suffix = given === undefined || given.length === 0 ? "" : `<${given.join(",")}>`;
  const names = fullNames(facts.types);
  return spellSignature(facts, entityId, resolvedTypes(facts), (path) => names(`${path}${suffix}`));
}

function spellSignature(
  facts: UnitFacts,
  entityId: EntityId,
  types: readonly Type[],
  named: (path: string) => string = (path) => path,
): string {
  const entity = facts.entities[entityId];
  if (entity === undefined) return "";
  const path = named([...entity.scope, ownName(entity, types)].join("::"));
  const name = facts.language === "c" ? path : withWholeIntegers(path);
  if (entity.kind !== "function") return declare(types, entity.type, name);
  const parameters = entity.parameters.map((parameter) => declareParameter(types, parameter.type));
  if (entity.variadic) parameters.push("...");
  const own = facts.types[entity.type];
  const qualified = `${own?.isConst ? " const" : ""}${own?.isVolatile ? " volatile" : ""}`;
  const text = `${name}(${parameters.join(",")})${qualified}`;
  return NAMELESS_RESULT.has(entity.role ?? "") ? text : declare(types, entity.result, text);
}

function ownName(entity: Entity, types: readonly Type[]): string {
  if (entity.kind === "function" && entity.role === "conversion")
    return `operator ${declare(types, entity.result, "")}`;
  return entity.name.replace(/^operator(?=[^\w\s])/, "operator ");
}

/** Their name says all there is to say about a result. */
const NAMELESS_RESULT = new Set(["constructor", "destructor", "conversion"]);

/** In C++ the integers are spelled as AspectC++ spells them: `unsigned long int`. */
function spelledTypes({ language, types }: Pick<UnitFacts, "language" | "types">): readonly Type[] {
  if (language === "c") return types;
  let spelled = SPELLED.get(types);
  if (spelled === undefined) {
    spelled = types.map((type) =>
      type.kind === "builtin"
        ? { ...type, spelling: type.spelling.replace(/\b(long|short)$/, "$1 int") }
        : type,
    );
    SPELLED.set(types, spelled);
  }
  return spelled;
}

/** `T<short, 3>` says `T<short int,3>`. */
function withWholeIntegers(name: string): string {
  if (!name.includes("<")) return name;
  return name
    .replaceAll(", ", ",")
    .replace(/\b(?:long|short)(?=[>,*& [])(?! (?:int|long|double)\b)/g, "$& int");
}

/** Puts the arguments that are left to their defaults into the names of instances: `Box<int>` says `Box<int, 3>`. */
function fullNames(types: readonly Type[]): (text: string) => string {
  let names = FULL_NAMES.get(types);
  if (names === undefined) {
    const known = new Map<string, string>();
    for (const type of types)
      if (type.kind === "record" && type.fullName !== undefined) known.set(type.name, type.fullName);
    // Names that hold others first.
    const some = [...known.keys()].sort((a, b) => b.length - a.length).map(escaped);
    const pattern = new RegExp(`(?<![\\w:])(?:${some.join("|")})`, "g");
    names = (text) =>
      known.size === 0 || !text.includes("<")
        ? text
        : text.replace(pattern, (name) => known.get(name) ?? name);
    FULL_NAMES.set(types, names);
  }
  return names;
}

const FULL_NAMES = new WeakMap<readonly Type[], (text: string) => string>();

const escaped = (text: string) => text.replace(/[^\w\s]/g, "\\$&");

const SPELLED = new WeakMap<readonly Type[], readonly Type[]>();

/** With the type that a typedef stands for in its place, and full names of classes. */
function resolvedTypes(facts: UnitFacts): readonly Type[] {
  const spelled = spelledTypes(facts);
  let resolved = RESOLVED.get(spelled);
  if (resolved === undefined)
    RESOLVED.set(spelled, (resolved = spelled.map((type) => resolve(spelled, type))));
  return resolved;
}

const RESOLVED = new WeakMap<readonly Type[], readonly Type[]>();

function resolve(types: readonly Type[], type: Type): Type {
  if ((type.kind === "record" || type.kind === "enum") && type.name !== "")
    return {
      ...type,
      spelling: `${words(type.isConst, type.isVolatile)}${withWholeIntegers(type.fullName ?? type.name)}`,
    };
  const target = type.kind === "typedef" ? types[type.underlying] : undefined;
  if (target === undefined) return type;
  const { isConst, isVolatile, spelling, ...meant } = resolve(types, target);
  return {
    ...meant,
    isConst: type.isConst || isConst,
    isVolatile: type.isVolatile || isVolatile,
    spelling: `${words(type.isConst && !isConst, type.isVolatile && !isVolatile)}${spelling}`,
  };
}

const words = (isConst: boolean, isVolatile: boolean) =>
  `${isConst ? "const " : ""}${isVolatile ? "volatile " : ""}`;

/** Arrays and functions are pointers there, and a parameter's own qualifiers are nobody's business. */
function declareParameter(types: readonly Type[], id: TypeId): string {
  const type = types[id];
  if (type?.kind === "pointer" && (type.isConst || type.isVolatile))
    return declare(types, type.to, wrap(types, type.to, "*"));
  if (
    type !== undefined &&
    (type.isConst || type.isVolatile) &&
    type.kind !== "array" &&
    type.kind !== "function"
  )
    return type.spelling.replace(/^(?:(?:const|volatile)\s+)+/, "");
  if (type?.kind === "function") return declare(types, id, "(*)");
  return type?.kind === "array" ? declare(types, type.of, "*") : declare(types, id, "");
}

/** Declares `name` (possibly empty) with the type, in C's inside-out order. */
function declare(types: readonly Type[], id: TypeId, name: string, depth = 0): string {
  const type = types[id];
  if (type === undefined || depth > 50) return join("?", name);
  switch (type.kind) {
    case "pointer":
      return declare(
        types,
        type.to,
        wrap(types, type.to, beside(`*${qualifiers(type, name)}`, name)),
        depth + 1,
      );
    case "lvalue-reference":
      return declare(types, type.to, wrap(types, type.to, `&${name}`), depth + 1);
    case "rvalue-reference":
      return declare(types, type.to, wrap(types, type.to, `&&${name}`), depth + 1);
    case "array":
      return declare(types, type.of, `${name}[${type.size ?? ""}]`, depth + 1);
    case "member-pointer":
      return declare(
        types,
        type.to,
        wrap(types, type.to, `${declare(types, type.ofClass, "", depth + 1)}::*${name}`),
        depth + 1,
      );
    case "function": {
      const parameters = type.parameters.map((parameter) => declare(types, parameter, "", depth + 1));
      if (type.variadic) parameters.push("...");
      return declare(types, type.result, `${name}(${parameters.join(",")})`, depth + 1);
    }
    default:
      return join(type.spelling, name);
  }
}

/** A pointer to an array or a function needs brackets: `int (*)[4]`. */
function wrap(types: readonly Type[], target: TypeId, inner: string): string {
  const kind = types[target]?.kind;
  return kind === "array" || kind === "function" ? `(${inner})` : inner;
}

/** `*const *`, as AspectC++ spells a pointer to a constant pointer. */
function beside(left: string, name: string): string {
  return /\w$/.test(left) && /^[*&]/.test(name) ? `${left} ${name}` : `${left}${name}`;
}

function qualifiers(type: Type, name: string): string {
  const written = words(type.isConst, type.isVolatile).trimEnd();
  return written !== "" && /^[\w$*&(]/.test(name) ? `${written} ` : written;
}

function join(type: string, name: string): string {
  if (name === "") return type;
  return name.startsWith("[") ? `${type}${name}` : `${type} ${name}`;
}

/** A type alone, as signatures spell it: `const char *`, `int (*)(int)`. */
export function typeSignature(facts: Pick<UnitFacts, "language" | "types">, id: TypeId): string {
  return declare(spelledTypes(facts), id, "");
}
