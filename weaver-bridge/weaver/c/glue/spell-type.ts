/**
 * Types as C source text. A woven unit declares generated functions at file scope, where a type must be spelled:
 * plain names stay as they are, anything with brackets goes through `__typeof__`, a type without a name is reached
 * through a file-scope object that has it. What can't be spelled at all is {@link Unweavable}.
 */
import type { Type, TypeId, UnitFacts, VariableEntity } from "../../../model/index.js";
import { Unweavable } from "../../unweavable.js";

export interface TypeSpeller {
  /** The type as an object of it that can be assigned: top-level const and volatile removed. */
  value(id: TypeId): string;
  /** As {@link value}, with arrays and functions decayed to pointers. */
  decayed(id: TypeId): string;
  /** With its qualifiers, arrays and functions decayed: a parameter of an original function. */
  parameter(id: TypeId): string;
  /** As a variadic argument is passed: decayed, then promoted. */
  promoted(id: TypeId): string;
  /** Pointer to the type, qualifiers kept. */
  pointerTo(id: TypeId): string;
  /** The named address space that objects of the type lie in, with a blank before it: ` __seg_gs`; mostly empty. */
  addressSpace(id: TypeId): string;
  isVoid(id: TypeId): boolean;
  /** Behind typedefs. */
  canonical(id: TypeId): Type;
}

/**
 * `offset`: where the declarations will stand in the unit's text; only what is declared before can be used. `unitText`
 * says how its compiler spells address spaces: clang's preprocessor leaves attributes of them.
 */
export function createTypeSpeller(facts: UnitFacts, offset: number, unitText = ""): TypeSpeller {
  const own = (spelling: string) => (spelling.includes("__seg_") ? segmentsAs(unitText, spelling) : spelling);
  const typeAt = (id: TypeId) => facts.types[id] as Type;
  const canonicalId = (id: TypeId): TypeId => {
    const type = typeAt(id);
    return type.kind === "typedef" ? canonicalId(type.underlying) : id;
  };
  const canonical = (id: TypeId) => typeAt(canonicalId(id));
  const spell = (id: TypeId): string => {
    refuseLocal(facts, id);
    const type = typeAt(id);
    if (type.nameless === true) return namelessType(facts, id, offset);
    if (/\btypeof/.test(type.spelling)) return respell(type);
    refuseVariable(type);
    return portable(type.spelling);
  };
  /** `typeof (*p) *`: the expression may name locals, so what it means is spelled instead. */
  const respell = (type: Type): string => {
    if (type.kind === "pointer") return pointerText(spell(type.to));
    if (type.kind === "array") return `${spell(type.of)}[${type.size ?? ""}]`;
    if (type.kind === "typedef") return qualified(type, spell(type.underlying), typeAt(type.underlying));
    throw new Unweavable(
      "nameless-type",
      `type '${type.spelling}' has no name that can be written`,
      "Declare the variable or parameter with a named type.",
    );
  };
  const value = (id: TypeId): string => {
    const type = typeAt(id);
    if (type.kind === "typedef" && isQualified(facts, type.underlying)) return value(type.underlying);
    return withoutQualifiers(type, spell(id));
  };
  const decay = (id: TypeId, plain: (id: TypeId) => string): string => {
    const type = canonical(id);
    if (type.kind === "array") return pointerText(spell(type.of));
    if (type.kind === "function") return pointerText(spell(id));
    return plain(id);
  };
  const decayed = (id: TypeId) => decay(id, value);
  return {
    value: (id) => own(value(id)),
    decayed: (id) => own(decayed(id)),
    parameter: (id) => own(decay(id, spell)),
    promoted: (id) => promotedText(canonical(id)) ?? own(decayed(id)),
    pointerTo: (id) => own(pointerText(spell(id))),
    addressSpace: (id) => {
      const { spelling, kind } = canonical(id);
      const found = (kind === "pointer" ? POINTER_SPACE : OBJECT_SPACE).exec(spelling)?.[1];
      return found === undefined ? "" : own(` ${found}`);
    },
    isVoid: (id) => canonical(id).kind === "builtin" && /\bvoid$/.test(canonical(id).spelling),
    canonical,
  };
}

const OBJECT_SPACE = /^(?:(?:const|volatile)\s+)*(__seg_[fg]s)\b/;
const POINTER_SPACE = /\*\s*(?:(?:const|volatile)\s+)*(__seg_[fg]s)\b[^*]*$/;

function segmentsAs(unitText: string, spelling: string): string {
  if (!/\baddress_space\s*\(/.test(unitText)) return spelling;
  return spelling.replace(/__seg_([fg])s\b/g, (_, letter) =>
    letter === "g" ? "__attribute__((address_space(256)))" : "__attribute__((address_space(257)))",
  );
}

/** Why a type can't be spelled: it has no name, or one that only its function knows. */
export const isNameless = (failure: unknown): boolean =>
  failure instanceof Unweavable && /^(?:nameless|local)-type$/.test(failure.code);

/** `int x`, `struct s *p`, `__typeof__(int (*)(int)) f` */
export function declare(type: string, name: string): string {
  const text = isComposite(type) ? `__typeof__(${type})` : type;
  return text.endsWith("*") ? `${text}${name}` : `${text} ${name}`;
}

export function pointerText(type: string): string {
  const text = isComposite(type) ? `__typeof__(${type})` : type;
  return text.endsWith("*") ? `${text}*` : `${text} *`;
}

/** What takes the address of a place in the address space (mostly none, which is empty) for {@link anyPlace}. */
export const addressIn = (space: string) => `(volatile void${space} *)&`;

/**
 * A parameter for the address of a place, and the declaration of `name`, a pointer to what is there. It has no type:
 * compilers warn of the address of a packed member, and libclang does not tell the qualifiers of a struct without a name
 * (`const struct { int a; };`).
 */
export function anyPlace(
  pointerType: string,
  name: string,
  space: string,
): { parameter: string; prologue: string } {
  return {
    parameter: `volatile void${space} *__weft_any`,
    prologue: `${declare(pointerType, name)} = (${pointerType})__weft_any; `,
  };
}

/** Brackets outside `__typeof__(…)` make a type impossible to write before a name. */
function isComposite(type: string): boolean {
  return /[([]/.test(type.replace(/__typeof__\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ""));
}

/** Spelled so that every dialect of C takes it. */
function portable(spelling: string): string {
  return (
    attributesInside(spelling)
      .trim()
      .replace(/\brestrict\b/g, "__restrict")
      // The compiler's own record of `va_list` on x86-64.
      .replace(/\bstruct __va_list_tag\b/g, "__typeof__((*(__builtin_va_list *)0)[0])")
      .replace(/\btypeof\b/g, "__typeof__")
  );
}

/**
 * Clang spells `int (*)(int) __attribute__((regparm(3)))`, GCC takes that before the `*` only. What never returns is told of
 * declarations, not of type names, and changes no call.
 */
function attributesInside(spelling: string): string {
  return spelling
    .replaceAll(" __attribute__((noreturn))", "")
    .replace(
      ATTRIBUTED,
      (_, open: string, rest: string, parameters: string, attributes: string) =>
        `${open}${attributes.trim()} ${rest}${parameters}`,
    );
}

/** Brackets, the rest of the pointer, parameters (nested up to three times), attributes. */
const ATTRIBUTED =
  /(?<!\()(\(+)(\*[^()]*\)+)(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))((?: __attribute__\(\(\w+ ?(?:\([^()]*\))?\)\))+)/g;

/** An object that each access reads or writes as a whole. What is read from it is no such object. */
export function isAtomic(type: Type): boolean {
  return ATOMIC.test(type.spelling);
}

const ATOMIC = /^((?:(?:const|volatile)\s+)*)_Atomic\((.*)\)$/s;

function withoutQualifiers(type: Type, written: string): string {
  const spelling = written.replace(/(?<!\s)\s*\b__restrict$/, "").replace(ATOMIC, "$1$2");
  if (!hasQualifiers(type)) return spelling;
  if (type.kind === "pointer") {
    const own = /$(?<=((?:\s*\b(?:const|volatile|__restrict|__seg_[fg]s)\b)+))/.exec(spelling)?.[1] ?? "";
    const bare = spelling.slice(0, spelling.length - own.length);
    return bare === spelling ? spelling.replace(/\*\s*(?:(?:const|volatile|__seg_[fg]s)\s*)+\)/, "*)") : bare;
  }
  const bare = spelling.replace(/^(?:(?:const|volatile|__seg_[fg]s)\s+)+/, "");
  return isComposite(bare) || bare !== spelling
    ? bare
    : spelling.replace(/(?<!\s)\s+(?:const|volatile|__seg_[fg]s)\b/g, "");
}

/** Of its own, an address space too: `__seg_gs int`, but `__seg_gs int *` has none. */
const hasQualifiers = (type: Type) =>
  type.isConst ||
  type.isVolatile ||
  (type.spelling.includes("__seg_") &&
    (type.kind === "pointer" ? POINTER_SPACE : OBJECT_SPACE).test(type.spelling));

function isQualified(facts: UnitFacts, id: TypeId): boolean {
  const type = facts.types[id] as Type;
  return (
    hasQualifiers(type) || isAtomic(type) || (type.kind === "typedef" && isQualified(facts, type.underlying))
  );
}

function promotedText(type: Type): string | undefined {
  if (type.kind !== "builtin") return undefined;
  const name = type.spelling.replace(/\b(?:const|volatile|__seg_[fg]s)\b\s*/g, "").trim();
  if (/^(?:_Bool|bool|(?:un)?signed char|char|short|unsigned short)$/.test(name)) return "int";
  return name === "float" ? "double" : undefined;
}

/** A record declared inside a function (`@F@` in its USR) has no name at file scope. */
function refuseLocal(facts: UnitFacts, id: TypeId, seen = new Set<TypeId>()): void {
  if (seen.has(id)) return;
  seen.add(id);
  const type = facts.types[id] as Type;
  if ((type.kind === "record" || type.kind === "enum") && type.usr.includes("@F@"))
    throw new Unweavable(
      "local-type",
      `type '${type.spelling}' is declared inside a function`,
      "A woven function stands at file scope and can't name it. Move the type out of the function.",
    );
  for (const part of partsOf(type)) refuseLocal(facts, part, seen);
}

/** Types that are spelled within the spelling of `type`. */
function partsOf(type: Type): readonly TypeId[] {
  if (type.kind === "pointer") return [type.to];
  if (type.kind === "array") return [type.of];
  if (type.kind === "typedef") return [type.underlying];
  return type.kind === "function" ? [type.result, ...type.parameters] : [];
}

/** `int (*)[n]`: its size is computed where the function is entered. */
function refuseVariable({ spelling }: Type): void {
  if (!/\[[^\][A-Za-z_*]*[A-Za-z_*]/.test(spelling)) return;
  throw new Unweavable(
    "variable-type",
    `type '${spelling}' depends on a variable`,
    "A woven function can't name it. Exclude the function from the pointcut, or pass a plain pointer.",
  );
}

/** `__typeof__` of a file-scope object that has the type, or holds, or points to it. */
function namelessType(facts: UnitFacts, id: TypeId, offset: number): string {
  const type = facts.types[id] as Type;
  const plain = facts.types.findIndex((other) => isPlain(other, type));
  for (const entity of facts.entities) {
    if (entity.kind !== "variable" && entity.kind !== "field") continue;
    const exact = typePath(facts, entity.type, id);
    const path = exact ?? typePath(facts, entity.type, plain);
    const root = path === undefined ? undefined : rootExpression(facts, entity, offset);
    if (root === undefined) continue;
    const text = `__typeof__(${path === "*" ? `*${root}` : `${root}${path}`})`;
    return exact !== undefined ? text : qualified(type, text);
  }
  if (type.kind === "pointer") return pointerText(namelessType(facts, type.to, offset));
  throw new Unweavable(
    "nameless-type",
    `type '${type.spelling}' has no name that can be written`,
    "Give the struct, union or enum a tag, so that woven functions can take it as a parameter.",
  );
}

/** The struct, union or enum itself, without the qualifiers of `type`. */
function isPlain(other: Type, type: Type): boolean {
  if (other.isConst || other.isVolatile || (type.kind !== "record" && type.kind !== "enum")) return false;
  return other.kind === type.kind && other.usr === type.usr;
}

/** The type, with the qualifiers of `as` that `has` doesn't have. */
function qualified(as: Type, text: string, has?: Type): string {
  const isConst = as.isConst && has?.isConst !== true;
  const isVolatile = as.isVolatile && has?.isVolatile !== true;
  const plain = isConst || isVolatile ? `__typeof__(${text})` : text;
  return `${isConst ? "const " : ""}${isVolatile ? "volatile " : ""}${plain}`;
}

function typePath(facts: UnitFacts, from: TypeId, to: TypeId): string | undefined {
  if (from === to) return "";
  const type = facts.types[from] as Type;
  if (type.kind === "array" && type.of === to) return "[0]";
  return type.kind === "pointer" && type.to === to ? "*" : undefined;
}

function rootExpression(facts: UnitFacts, entity: VariableEntity, offset: number): string | undefined {
  if (entity.usr.includes("@F@")) return undefined;
  if (entity.kind === "variable") return entity.nameRange.start < offset ? entity.name : undefined;
  // Members of an anonymous struct or union are named as those of the one around it.
  const owner = entity.usr.slice(0, entity.usr.lastIndexOf("@FI@")).replace(/(?<!@[SU]a)(?:@[SU]a)+$/, "");
  const ids = facts.types.flatMap((type, id) => (type.kind === "record" && type.usr === owner ? [id] : []));
  const plain = ids.find((id) => !facts.types[id]!.isConst && !facts.types[id]!.isVolatile);
  const text = ids[0] === undefined ? undefined : recordText(facts, plain ?? ids[0], offset);
  return text === undefined ? undefined : `((${text} *)0)->${entity.name}`;
}

function recordText(facts: UnitFacts, id: TypeId, offset: number): string | undefined {
  const type = facts.types[id] as Type;
  // A struct that has the name of a typedef only.
  const alias = type.kind === "record" ? /@[SU]A@(\w+)$/.exec(type.usr)?.[1] : undefined;
  if (alias !== undefined) return alias;
  if (type.nameless !== true) return withoutQualifiers(type, type.spelling);
  try {
    return namelessType(facts, id, offset);
  } catch (failure) {
    if (isNameless(failure)) return undefined;
    throw failure;
  }
}
