/** Implicit members that a written one takes away ([class.copy], [class.ctor]), asked for again. */
import type { ClassEntity, EntityId, FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { kindOf } from "./special-members.js";
import { takesMutable } from "./takes-mutable.js";

/** Other implicit members that the written ones would take away. */
export function companionsOf(owner: ClassEntity, site: CxxSite): string {
  // A destructor takes moves away, which of plain data are copies.
  if (!anyConstructor(owner, site) && site.speller.isPlainClass(owner.type)) return "";
  return owner.members.flatMap((id) => companionText(owner, id, site) ?? []).join(" ");
}

/** Undefined for what is no implicit special member, or stays without a word of ours. */
function companionText(owner: ClassEntity, id: EntityId, site: CxxSite): string | undefined {
  const { facts, madeExplicit } = site;
  const member = facts.entities[id] as FunctionEntity;
  if (member.kind !== "function" || member.isImplicit !== true || member.isDeleted) return undefined;
  if (madeExplicit.has(id)) return undefined;
  const modern = site.cplusplus >= 201103;
  const name = owner.name.replace(/<.*/s, "");
  if (member.name === "operator=") {
    const type = facts.types[member.parameters[0]?.type ?? -1];
    const parameter = type?.kind === "rvalue-reference" ? `${name} &&` : `const ${name} &`;
    return modern ? `${name} &operator=(${parameter}) = default;` : undefined;
  }
  switch (kindOf(member, facts)) {
    case "destructor":
      return undefined;
    case "default":
      if (member.parameters.length > 0) return undefined;
      if (modern) return `${name}() = default;`;
      return anyConstructor(owner, site) ? `${name}() { }` : undefined;
    case "move":
      return modern ? `${name}(${name} &&) = default;` : undefined;
    case "copy":
      return modern ? `${name}(${takesMutable(owner, site) ? "" : "const "}${name} &) = default;` : undefined;
  }
}

const anyConstructor = ({ members }: ClassEntity, { madeExplicit, facts }: CxxSite) =>
  members.some((id) => {
    const member = facts.entities[id];
    return madeExplicit.has(id) && member?.kind === "function" && member.role === "constructor";
  });
