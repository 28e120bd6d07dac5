/**
 * A class described by a class nested in it: `JoinPoint` inside a slice (the class as it was before the slice came), and
 * `AC::TypeInfo<T>` (as it is after). Types and constants only, so that nothing of it reaches an object unless it is used.
 */
import type {
  Access,
  ClassEntity,
  EntityId,
  FunctionEntity,
  UnitFacts,
  VariableEntity,
} from "../../../model/index.js";
import { qualifiedName } from "../../../pointcut/index.js";
import { stringLiteral, tokenize } from "../../text/c-tokens.js";
import { lineMarker } from "../../text/text-edits.js";
import { Unweavable } from "../../unweavable.js";
import { createCxxSpeller } from "./spell-type.js";

/** The nested class `name` on lines of its own, public; in C++98, and in a class of any access. */
export function describeClass(name: string, owner: ClassEntity, facts: UnitFacts, text: string): string {
  const functions = membersOf(owner, facts).filter(isFunction).filter(isWritten);
  const constructors = functions.filter(({ role }) => role === "constructor");
  const destructors = functions.filter(({ role }) => role === "destructor");
  const others = functions.filter(
    (entity) => !constructors.includes(entity) && !destructors.includes(entity),
  );
  const fields = membersOf(owner, facts).filter(isData);
  const path = qualifiedName(owner);
  const members = [
    `typedef ${owner.name} That;`,
    `static const char *signature() { return ${stringLiteral(path)}; }`,
    `enum { HASHCODE = ${hashOf(path)}U };`,
    `enum { BASECLASSES = ${owner.bases.length}, MEMBERS = ${fields.length}, FUNCTIONS = ${others.length}, CONSTRUCTORS = ${constructors.length}, DESTRUCTORS = ${destructors.length} };`,
    "template <class __T, int> struct __weft_of { typedef __T type; };",
    "template <int I, int __D = 0> struct BaseClass { };",
    ...owner.bases.map(({ access, isVirtual, entity }, index) => {
      const type = ` ::${qualifiedName(facts.entities[entity] as ClassEntity)}`;
      return `template <int __D> struct BaseClass<${index}, __D> { typedef ${type} Type; ${traits(access, isVirtual ? "VIRTUAL" : "NONE")} };`;
    }),
    "template <int I, int __D = 0> struct Member { };",
    ...fields.map((field, index) => describeMember(field, index, facts, text)),
    ...describeFunctions("Function", others),
    ...describeFunctions("Constructor", constructors),
    ...describeFunctions("Destructor", destructors),
  ];
  return `\n${lineMarker("<weft>", 1, true)}\npublic: struct ${name} {\n${members.join("\n")}\n};\n`;
}

const membersOf = (owner: ClassEntity, facts: UnitFacts) =>
  owner.members.map((id: EntityId) => facts.entities[id]);

const isFunction = (entity: UnitFacts["entities"][number] | undefined): entity is FunctionEntity =>
  entity?.kind === "function" && entity.template !== "pattern" && entity.role !== "lambda";

const isWritten = ({ isImplicit, isDeleted }: FunctionEntity) => isImplicit !== true && isDeleted !== true;

/** A bit-field has no address, and no description. */
const isData = (entity: UnitFacts["entities"][number] | undefined): entity is VariableEntity =>
  (entity?.kind === "field" || entity?.kind === "variable") &&
  entity.name !== "" &&
  entity.bitWidth === undefined;

function describeFunctions(name: string, functions: readonly FunctionEntity[]): string[] {
  return [
    `template <int I, int __D = 0> struct ${name} { };`,
    ...functions.map(
      ({ member, isStatic, isVirtual }, index) =>
        `template <int __D> struct ${name}<${index}, __D> { ${traits(member?.access ?? "public", isVirtual === true ? "VIRTUAL" : isStatic ? "STATIC" : "NONE")} };`,
    ),
  ];
}

function describeMember(field: VariableEntity, index: number, facts: UnitFacts, text: string): string {
  const type = memberType(field, facts);
  const isStatic = field.kind === "variable";
  const object = isStatic ? `That::${field.name}` : `o->${field.name}`;
  const parameter = isStatic ? "That * = 0" : "That *o = 0";
  const spec = isStatic ? "STATIC" : isMutable(field, text) ? "MUTABLE" : "NONE";
  return (
    `template <int __D> struct Member<${index}, __D> { typedef ${type} Type; typedef typename ::AC::Referred<Type>::type ReferredType; ` +
    `${traits(field.member?.access ?? "public", spec)} static ReferredType *pointer(${parameter}) { return (ReferredType *)&${object}; } ` +
    `static const char *name() { return ${stringLiteral(field.name)}; } }; typedef Member<${index}> Member_${field.name};`
  );
}

/** A type without a name is asked of the member itself, when the class is complete. */
function memberType(field: VariableEntity, facts: UnitFacts): string {
  try {
    return `__typeof__(${createCxxSpeller(facts).spell(field.type)})`;
  } catch (failure) {
    if (!(failure instanceof Unweavable)) throw failure;
    return `__typeof__(((typename __weft_of<That, __D>::type *)0)->${field.name})`;
  }
}

function traits(access: Access, spec: "NONE" | "STATIC" | "MUTABLE" | "VIRTUAL"): string {
  return `static const ::AC::Protection prot = ::AC::PROT_${access.toUpperCase()}; static const ::AC::Specifiers spec = ::AC::SPEC_${spec};`;
}

/** Facts don't say it: the words of the declaration before the name do. */
function isMutable({ nameRange }: VariableEntity, text: string): boolean {
  const from = Math.max(0, nameRange.start - 2000);
  const words = tokenize(text, from, nameRange.start).map((token) => token.text);
  const first = words.findLastIndex((word) => /^[;{}]$/.test(word));
  return words.slice(first + 1).includes("mutable");
}

/** FNV-1a, 32 bits: equal in every unit, and fits an enumerator. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
