/** The place that an access reads or writes: its object or variable and its indices, as the wrapper gets and names them. */
import type { AccessShadow, TextRange, VariableEntity } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { type ContextValues, contextValues } from "../glue/context-values.js";
import type { CxxFrame, CxxLevel, JoinPointValue, TypeParameter } from "../operation.js";
import { injectedName } from "../types/injected-name.js";
import type { ValueClass } from "../types/spell-type.js";
import type { CxxAccess } from "./cxx-access.js";
import { isPacked } from "./packed-member.js";

export interface PlacePlan {
  readonly entity: VariableEntity;
  /** Explicit ones first. */
  readonly types: readonly TypeParameter[];
  readonly deduced: readonly TypeParameter[];
  /** Object or variable, indices. */
  readonly values: ReadonlyMap<string, JoinPointValue>;
  /** Last among parameters and types. */
  readonly context: ContextValues;
  readonly lvalue: (frame: CxxFrame) => string;
  /** Nothing can refer to it: a bit-field, a member of a packed class. */
  readonly isPlaceless: boolean;
  readonly valueClass: ValueClass;
  /** A class whose objects need no constructor. */
  readonly plain: boolean;
}

export function planPlace(access: CxxAccess, objectWoven: boolean, site: CxxSite): PlacePlan {
  const { shadow, get, set, ref, operator } = access;
  const entity = site.facts.entities[shadow.entity] as VariableEntity;
  const isField = shadow.object !== undefined && entity.kind === "field";
  const indices = shadow.indices.map((_, index) => [`idx${index}`, indexValue(index)] as const);
  const levels = [...get, ...set, ...ref];
  const context = contextValues(shadow, [...levels, ...(operator?.levels ?? [])], site);
  const owner = isField ? undefined : askedClass(shadow, entity, levels, site);
  const given = context.types.filter(({ argument }) => argument !== undefined);
  const indexed = (frame: CxxFrame) => shadow.indices.map((_, index) => `[${frame(`idx${index}`)}]`).join("");
  return {
    entity,
    types: [
      ...explicitTypes(shadow, site),
      ...given,
      ...(owner === undefined ? [] : [{ name: "__T", argument: owner }]),
    ],
    deduced: [{ name: isField ? "__T" : "__V" }, ...indices.map(([, { type }]) => ({ name: type }))],
    values: new Map<string, JoinPointValue>([
      isField
        ? ["target", objectValue(shadow, objectWoven)]
        : ["entity", variableValue(access, entity, site)],
      ...indices,
    ]),
    context: { ...context, types: context.types.filter((type) => !given.includes(type)) },
    lvalue: (frame) => `${isField ? `${frame("target")}.${entity.name}` : frame("entity")}${indexed(frame)}`,
    isPlaceless: entity.bitWidth !== undefined || isPacked(entity, site),
    valueClass: placeClass(shadow, site),
    plain: site.speller.valueClass(shadow.type) === "class" && site.speller.isPlainClass(shadow.type),
  };
}

/** The object of a field, by a pointer or a reference. */
function objectValue({ object }: AccessShadow, isWoven: boolean): JoinPointValue {
  if (object === undefined || object.arrow || object.range.start === object.range.end)
    return {
      type: "__T",
      parameter: { declaration: "__T *__weft_at_target", passed: "" },
      lvalue: "(*__weft_at_target)",
    };
  const isTemporary = !object.addressable || isWoven;
  return {
    type: "__T",
    parameter: { declaration: `${isTemporary ? "const " : ""}__T &__weft_target`, passed: "" },
    lvalue: isTemporary ? "const_cast<__T &>(__weft_target)" : "__weft_target",
  };
}

function variableValue(
  { shadow, isElement }: CxxAccess,
  entity: VariableEntity,
  site: CxxSite,
): JoinPointValue {
  const isByValue = isElement !== true && isConstant(shadow, entity, site);
  return {
    type: "__V",
    parameter: { declaration: `__V ${isByValue ? "" : "&"}__weft_entity`, passed: "" },
    lvalue: "__weft_entity",
  };
}

function indexValue(index: number): JoinPointValue {
  const lvalue = `__weft_idx${index}`;
  return { type: `__I${index}`, parameter: { declaration: `__I${index} ${lvalue}`, passed: "" }, lvalue };
}

/** The class of a static member as it is named at the place, where advice asks of which instance it is. */
function askedClass(
  { lvalue }: AccessShadow,
  { member, scope }: VariableEntity,
  levels: readonly CxxLevel[],
  { facts, text }: CxxSite,
): string | undefined {
  const owner = member && facts.entities[member.ofClass];
  if (owner?.kind !== "class" || owner.template !== "pattern") return undefined;
  if (!levels.some(({ match }) => JSON.stringify(match.test ?? "").includes('"target"'))) return undefined;
  const written = text.slice(lvalue.start, lvalue.end);
  const at = written.lastIndexOf("::");
  if (at !== -1 && !/[[(]/.test(written.slice(0, at))) return written.slice(0, at);
  return /^\w+/.test(written) ? injectedName({ scope }) : undefined;
}

/** What a template makes of a type may be a class; arrays are read as they lie. */
function placeClass({ type }: AccessShadow, { speller }: CxxSite): ValueClass {
  const valueClass = speller.valueClass(type);
  if (valueClass === "class") return valueClass;
  return valueClass === "dependent" && speller.isDependent(type) ? valueClass : "scalar";
}

/** `__R`: the value without qualifiers; `__L`: the type of the place itself. */
function explicitTypes(shadow: AccessShadow, site: CxxSite): TypeParameter[] {
  const { speller } = site;
  const type = speller.canonical(shadow.type);
  const isSized = type.kind === "array" && (type.size !== undefined || shadow.inTemplate !== true);
  const spelled = (spell: (id: number) => string) => {
    try {
      if (speller.valueClass(shadow.type) === "dependent" && !isSized)
        return writtenType(shadow.lvalue, site);
      return spell(shadow.type);
    } catch (failure) {
      if (!(failure instanceof Unweavable)) throw failure;
      return writtenType(shadow.lvalue, site);
    }
  };
  const value = spelled(speller.unqualified);
  // A friend that is defined in a class template is none itself.
  const isInTemplate = shadow.inTemplate === true || speller.isDependent(shadow.type);
  const isOpen = isInTemplate && value.startsWith("__typeof__(");
  return [
    { name: "__R", argument: isOpen ? `typename __weft_bare< ${value} >::type` : value },
    { name: "__L", argument: spelled(speller.spell) },
  ];
}

/** The type of an expression that has no other name. */
function writtenType({ start, end }: TextRange, { text }: CxxSite): string {
  const tokens = tokenize(text, start, end);
  return `__typeof__(${tokens.map((token) => token.text).join(" ")})`;
}

/** Reading a constant by reference would need an object of it. */
function isConstant(shadow: AccessShadow, entity: VariableEntity, { speller }: CxxSite): boolean {
  return (
    shadow.kind === "get" &&
    shadow.indices.length === 0 &&
    speller.isConst(entity.type) &&
    speller.valueClass(shadow.type) === "scalar"
  );
}
