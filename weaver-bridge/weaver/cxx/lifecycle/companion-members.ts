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
  const member = site.facts.entities[id] as FunctionEntity;
  if (member.kind !== "function" || member.isImplicit !== true || member.isDeleted) return undefined;
  if (site.madeExplicit.has(id)) return undefined;
  if (site.cplusplus >= 201103) {
    const header = defaultedHeader(owner, member, site);
    return header && `${header} = default;`;
  }
  const isDefault = kindOf(member, site.facts) === "default" && member.parameters.length === 0;
  const isConstructor = isDefault && member.name !== "operator=";
  return isConstructor && anyConstructor(owner, site) ? `${plainName(owner)}() { }` : undefined;
}

/** From C++11 on; undefined for what is never taken away. */
function defaultedHeader(owner: ClassEntity, member: FunctionEntity, site: CxxSite): string | undefined {
  const name = plainName(owner);
  if (member.name === "operator=") {
    const type = site.facts.types[member.parameters[0]?.type ?? -1];
    return `${name} &operator=(${type?.kind === "rvalue-reference" ? `${name} &&` : `const ${name} &`})`;
  }
  switch (kindOf(member, site.facts)) {
    case "destructor":
      return undefined;
    case "default":
      return member.parameters.length > 0 ? undefined : `${name}()`;
    case "move":
      return `${name}(${name} &&)`;
    case "copy":
      return `${name}(${takesMutable(owner, site) ? "" : "const "}${name} &)`;
  }
}

/** Without template arguments. */
function plainName({ name }: ClassEntity): string {
  return name.replace(/<.*/s, "");
}

const anyConstructor = ({ members }: ClassEntity, { madeExplicit, facts }: CxxSite) =>
  members.some((id) => {
    const member = facts.entities[id];
    return madeExplicit.has(id) && member?.kind === "function" && member.role === "constructor";
  });
