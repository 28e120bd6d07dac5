/** `JoinPoint` inside a slice: what the class was before the slice came, as a class nested in it. */
import type { Access, ClassEntity, UnitFacts, VariableEntity } from "../../model/index.js";
import { qualifiedName } from "../../pointcut/index.js";
import { stringLiteral } from "../c-tokens.js";
import { createCxxSpeller } from "../cxx/spell-type.js";
import type { ClassSite } from "./class-site.js";

/** Values of `AC::Protection`. */
const PROTECTION: Readonly<Record<Access, number>> = { private: 1, protected: 2, public: 3 };

/** The nested class `name`, without a line end; in C++98, and in a class of any access. */
export function sliceJoinPoint(name: string, owner: ClassEntity, { facts }: ClassSite): string {
  const fields = owner.members.flatMap((id) => {
    const entity = facts.entities[id];
    return entity?.kind === "field" && entity.name !== "" ? [entity as VariableEntity] : [];
  });
  const members = [
    `typedef ${owner.name} That;`,
    `static const char *signature() { return ${stringLiteral(qualifiedName(owner))}; }`,
    `enum { BASECLASSES = ${owner.bases.length}, MEMBERS = ${fields.length} };`,
    "template <int I, int D = 0> struct BaseClass { };",
    ...owner.bases.map(({ access, isVirtual, entity }, index) => {
      const type = ` ::${qualifiedName(facts.entities[entity])}`;
      const spec = isVirtual ? 4 : 0;
      return `template <int D> struct BaseClass<${index}, D> { typedef ${type} Type; enum { prot = ${PROTECTION[access]}, spec = ${spec} }; };`;
    }),
    "template <int I, int D = 0> struct Member { };",
    ...fields.map((field, index) => memberDescription(field, index, facts)),
  ];
  return `public: struct ${name} { ${members.join(" ")} };`;
}

function memberDescription(field: VariableEntity, index: number, facts: UnitFacts): string {
  const type = createCxxSpeller(facts).spell(field.type);
  const plain = /&+$/.test(type.trim()) ? type.trim().replace(/&+$/, "") : type;
  const pointer =
    field.bitWidth === undefined
      ? ` static ReferredType *pointer(That *o = 0) { return &o->${field.name}; }`
      : "";
  const prot = PROTECTION[field.member?.access ?? "public"];
  const spec = field.isStatic ? 1 : 0;
  return (
    `template <int D> struct Member<${index}, D> { typedef __typeof__(${type}) Type; typedef __typeof__(${plain}) ReferredType; ` +
    `enum { prot = ${prot}, spec = ${spec} };${pointer} static const char *name() { return ${stringLiteral(field.name)}; } };`
  );
}
