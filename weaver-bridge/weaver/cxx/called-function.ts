/**
 * How a wrapper, which stands at the end of the unit, names the function that a call means. Names that mean something
 * at the call only (template arguments, classes within templates, hidden functions) reach it as template arguments.
 */
import type { FunctionEntity } from "../../model/index.js";
import type { Place } from "./call/called-place.js";
import type { CxxSite } from "./cxx-site.js";
import type { TypeParameter } from "./operation.js";
import { classAt } from "./types/class-at.js";
import { injectedName, isLocalClass } from "./types/injected-name.js";
import { isTemplate, nameableScope } from "./types/spell-type.js";

export interface CalledFunction {
  /** What the call gives the wrapper for it. */
  readonly types: readonly TypeParameter[];
  /** What stands before the arguments in the wrapper, behind the object of a member. */
  readonly text: string;
  /** The class of a static member, `void` of other functions. */
  readonly scope: string;
}

export function calledFunction(place: Place, entity: FunctionEntity, site: CxxSite): CalledFunction {
  const written = templateTypes(place);
  const owner = ownerType(place, entity, site);
  const hidden = place.object === "none" && owner === undefined ? hiddenFunction(place, entity, site) : [];
  const classScope = entity.member === undefined ? "void" : ` ::${nameableScope(entity.scope).join("::")}`;
  return {
    types: [...written.types, ...(owner === undefined ? [] : [{ name: "__Q", argument: owner }]), ...hidden],
    text: hidden.length > 0 ? "__F" : calleeText(place, entity, owner !== undefined, written.names, site),
    scope: owner === undefined ? classScope : "__Q",
  };
}

/** A member that is declared `&&` takes objects that are about to end ([over.match.funcs] 5); only its USR says so. */
export const asCalled = (object: string, type: string, { usr }: FunctionEntity): string =>
  usr.endsWith("&&") ? `static_cast<${type} &&>(${object})` : object;

/** A function template whose arguments are known when the template around the call is instantiated. */
export const isOpen = ({ template, usr, parameters }: FunctionEntity, { speller }: CxxSite) =>
  usr.includes("@FT@") &&
  (template === "pattern" || parameters.some(({ type }) => speller.isDependent(type)));

/** Written template arguments as parameters of the wrapper: values with their types. */
function templateTypes({ templateArguments }: Place): { types: TypeParameter[]; names: string[] } {
  const types: TypeParameter[] = [];
  templateArguments.forEach(({ text, isValue, template }, index) => {
    const name = `__A${index}`;
    if (isValue) types.push({ name: `${name}T`, argument: `__typeof__(${text})` });
    const ofType = template ?? (isValue ? `${name}T` : undefined);
    types.push({ name, argument: text, ...(ofType === undefined ? {} : { ofType }) });
  });
  return { types, names: templateArguments.map((_, index) => `__A${index}`) };
}

/** The class as it is called here, where a template or its instance has no other name. */
function ownerType(place: Place, entity: FunctionEntity, { facts, speller }: CxxSite): string | undefined {
  const owner = entity.member === undefined ? undefined : facts.entities[entity.member.ofClass];
  if (owner?.kind !== "class" || !(isTemplate(owner) || isLocalClass(owner))) return undefined;
  const at = place.name.lastIndexOf("::");
  if (at !== -1) return place.name.slice(0, at);
  if (place.object !== "none" || place.open === undefined) return undefined;
  return entity.template === "pattern" || isLocalClass(owner)
    ? injectedName(entity)
    : speller.spell(owner.type);
}

/**
 * A function of an unnamed namespace by its address: a function of the same name in the namespace around hides it from
 * qualified names ([namespace.qual]).
 */
function hiddenFunction(place: Place, entity: FunctionEntity, site: CxxSite): TypeParameter[] {
  if (entity.scope.at(-1) !== "<unnamed>" || entity.member !== undefined || place.name === "") return [];
  if (place.templateArguments.length > 0 || isOpen(entity, site)) return [];
  return [
    { name: "__FT", argument: `__typeof__(${site.speller.spell(entity.type)}) *` },
    { name: "__F", argument: `&${place.name}`, ofType: "__FT" },
  ];
}

/** What stands before the arguments, behind the object of a member. */
function calleeText(
  place: Place,
  entity: FunctionEntity,
  hasOwner: boolean,
  templateNames: readonly string[],
  site: CxxSite,
): string {
  const found = place.name.slice(place.name.lastIndexOf(entity.name));
  const last = found.startsWith(entity.name) ? found : entity.name;
  const chosen = templateNames.length === 0 ? last : `${last}<${templateNames.join(", ")}>`;
  const isMember = place.object !== "none";
  const template = templateNames.length > 0 && (isMember || hasOwner) ? "template " : "";
  const scope = nameableScope(entity.scope)
    .map((name) => `${name}::`)
    .join("");
  // A qualified name says that the call is not dispatched.
  if (isMember && !place.name.includes("::")) return `${template}${chosen}`;
  // A friend that is defined in its class is found by its arguments alone ([namespace.memdef] 3).
  if (entity.member === undefined && classAt(site.facts, entity.nameRange.start) !== undefined) return chosen;
  return `${hasOwner ? "__Q::" : `::${scope}`}${template}${chosen}`;
}
