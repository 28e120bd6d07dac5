/** Whether the copy constructor that a class implicitly has takes a constant. */
import type { ClassEntity, FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { kindOf } from "./special-members.js";

/** The copy takes `C &`, because a base or member can't be copied from a constant ([class.copy] 8). */
export function takesMutable(owner: ClassEntity, site: CxxSite, depth = 0): boolean {
  if (depth > 20) return false;
  const { facts, speller } = site;
  const parts = [
    ...owner.bases.map(({ entity }) => facts.entities[entity]),
    ...owner.members.flatMap((id) => {
      const field = facts.entities[id];
      if (field?.kind !== "field" || field.isStatic) return [];
      let type = speller.canonical(field.type);
      while (type.kind === "array") type = speller.canonical(type.of);
      const { usr } = type.kind === "record" ? type : { usr: "" };
      return usr === "" ? [] : facts.entities.filter((item) => item.kind === "class" && item.usr === usr);
    }),
  ];
  return parts.some((part) => {
    if (part?.kind !== "class") return false;
    const copies = part.members.flatMap((id) => {
      const member = facts.entities[id] as FunctionEntity;
      const isCopy =
        member.kind === "function" && member.role === "constructor" && kindOf(member, site.facts) === "copy";
      return isCopy ? [member] : [];
    });
    const written = copies.filter(({ isImplicit }) => isImplicit !== true);
    if (written.length > 0) return written.every((copy) => !takesConstant(copy, site));
    return takesMutable(part, site, depth + 1);
  });
}

function takesConstant({ parameters }: FunctionEntity, { facts }: CxxSite): boolean {
  const type = facts.types[parameters[0]!.type];
  return type?.kind === "lvalue-reference" && facts.types[type.to]?.isConst === true;
}
