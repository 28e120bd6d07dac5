/**
 * Weaving of reads, writes and references of variables and fields in C++. The object is passed by reference (or as the
 * pointer it is), so bit-fields work; a write gives back the place that was written, as assignment does.
 *
 *     p->f           ::__weft::…(p)            s.f += 2       ::__weft::…(s, 2)
 *     p->f = e       ::__weft::…(p, e)         &g             ::__weft::…(g)
 */
import type { AccessShadow, BuiltinShadow, TextRange, VariableEntity } from "../../../model/index.js";
import { accessEdits } from "../../c/access/access-edits.js";
import type { Access } from "../../plan-jobs.js";
import { tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { type ContextValues, contextValues, passedContext } from "../glue/context-values.js";
import type { GluePart } from "../glue/glue.js";
import { templateHead } from "../glue/join-point-class.js";
import { joinPointConstants } from "../glue/join-point-constants.js";
import { canBeDescribed } from "../glue/type-info.js";
import { GLUE, performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import type { CxxFrame, CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";
import { injectedName } from "../types/injected-name.js";
import { nameableScope, type ValueClass } from "../types/spell-type.js";
import { droppedObject } from "./dropped-object.js";
import { isPacked } from "./packed-member.js";
import { asksForIndices, operatorAround } from "./write-operator.js";

export interface CxxAccess extends Access<CxxLevel> {
  /** The built-in operator that writes, with its advice. */
  readonly operator?: { readonly shadow: BuiltinShadow; readonly levels: readonly CxxLevel[] };
  /** An element of an array that an advised operator `[]` finds. */
  readonly isElement?: boolean;
  /** The operator `&` that refers to it has advice too, and takes the place. */
  readonly isOperand?: boolean;
}

export function weaveAccess(whole: CxxAccess, objectWoven: boolean, site: CxxSite): void {
  const access = whole.isElement === true ? elementAlone(whole) : whole;
  const { shadow } = access;
  if (shadow.kind === "ref" && (site.facts.entities[shadow.entity] as VariableEntity).bitWidth !== undefined)
    throw new Unweavable(
      "bit-field-reference",
      "a bit-field has no address that a reference could hold",
      "Leave it out of the pointcut, or advise reads and writes of it.",
    );
  const plan = planPlace(access, objectWoven, site);
  const { write } = shadow;
  const kind = shadow.kind === "ref" ? "ref" : "get";
  const { part, types } =
    write === undefined
      ? pruned(operationOf(kind, shadow, plan, site), (op) =>
          performingWrapper("__weft_shadow_@@", access[kind], op, site.wrapping),
        )
      : writingWrapper(access, plan, site);
  const number = site.glue(part, `${shadow.kind} of '${plan.entity.name}'`);
  const wrapper = wrapperName(`__weft_shadow_${number}`, types);
  const before = access.isOperand === true ? "*" : plan.isPlaceless ? "" : droppedObject(shadow);
  accessEdits(shadow, { base: "value" }, `${before}${wrapper}`, site, "", passedContext(plan.context));
  const { object } = shadow;
  if (object !== undefined && site.arrows.isChain(object.range)) site.arrows.consume(object.range);
}

/** The element as a variable of its own: an operator `[]` with advice has found it. */
function elementAlone(access: CxxAccess): CxxAccess {
  const { shadow, get, set, ref } = access;
  if (asksForIndices([...get, ...set, ...ref]))
    throw new Unweavable(
      "advised-index",
      "advice asks for the array or the index of an element that an advised operator [] finds",
      'Leave the operator out: && !builtin("% operator [](...)").',
    );
  const { object: _, ...element } = shadow;
  return { ...access, shadow: { ...element, indices: [], nameRange: shadow.lvalue } };
}

interface PlacePlan {
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

function planPlace(
  { shadow, get, set, ref, operator, isElement }: CxxAccess,
  objectWoven: boolean,
  site: CxxSite,
): PlacePlan {
  const entity = site.facts.entities[shadow.entity] as VariableEntity;
  const { object } = shadow;
  const values = new Map<string, JoinPointValue>();
  const deduced: TypeParameter[] = [];
  const isField = object !== undefined && entity.kind === "field";
  if (isField) {
    const pointer = object.arrow || object.range.start === object.range.end;
    const temporary = !pointer && (!object.addressable || objectWoven);
    deduced.push({ name: "__T" });
    values.set("target", {
      type: "__T",
      parameter: {
        declaration: pointer ? "__T *__weft_at_target" : `${temporary ? "const " : ""}__T &__weft_target`,
        passed: "",
      },
      lvalue: pointer
        ? "(*__weft_at_target)"
        : temporary
          ? "const_cast<__T &>(__weft_target)"
          : "__weft_target",
    });
  } else {
    deduced.push({ name: "__V" });
    const byValue = isElement !== true && isConstant(shadow, entity, site);
    values.set("entity", {
      type: "__V",
      parameter: { declaration: `__V ${byValue ? "" : "&"}__weft_entity`, passed: "" },
      lvalue: "__weft_entity",
    });
  }
  shadow.indices.forEach((_, index) => {
    deduced.push({ name: `__I${index}` });
    values.set(`idx${index}`, {
      type: `__I${index}`,
      parameter: { declaration: `__I${index} __weft_idx${index}`, passed: "" },
      lvalue: `__weft_idx${index}`,
    });
  });
  const context = contextValues(shadow, [...get, ...set, ...ref, ...(operator?.levels ?? [])], site);
  const levels = [...get, ...set, ...ref];
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
    deduced,
    values,
    context: { ...context, types: context.types.filter((type) => !given.includes(type)) },
    lvalue: (frame) => `${isField ? `${frame("target")}.${entity.name}` : frame("entity")}${indexed(frame)}`,
    isPlaceless: entity.bitWidth !== undefined || isPacked(entity, site),
    valueClass: placeClass(shadow, site),
    plain: site.speller.valueClass(shadow.type) === "class" && site.speller.isPlainClass(shadow.type),
  };
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

function entityInfo({ name, member, bitWidth }: VariableEntity, { facts }: CxxSite): string | undefined {
  const owner = member === undefined ? undefined : facts.entities[member.ofClass];
  if (owner?.kind !== "class" || bitWidth !== undefined || !canBeDescribed(owner, facts)) return undefined;
  return `::${nameableScope([...owner.scope, owner.name]).join("::")}::__TI::Member_${name}`;
}

function operationOf(
  kind: "get" | "set" | "ref",
  access: AccessShadow,
  plan: PlacePlan,
  site: CxxSite,
): CxxOperation {
  const values = new Map(plan.values);
  const needs = [...values.keys()];
  if (kind === "set") {
    values.set("arg0", {
      type: "__R",
      parameter: { declaration: "__R &__weft_arg0", passed: "" },
      lvalue: "__weft_arg0",
    });
    needs.push("arg0");
  }
  for (const [key, value] of plan.context.values) values.set(key, value);
  if (access.indices.length > 0) values.set("array", arrayOf(plan));
  if (values.has("target") && !plan.isPlaceless) {
    const frame: CxxFrame = (key) => plan.values.get(key)!.lvalue;
    values.set("entity", { type: "__L", lvalue: plan.lvalue(frame) });
    if (access.indices.length === 0)
      values.set("memberptr", {
        type: "__L __T::*",
        made: `&__T::${plan.entity.name}`,
        lvalue: "__weft_memberptr",
      });
  }
  const type = kind === "set" ? "void" : kind === "get" ? "__R" : "__L *";
  const valueClass = kind === "set" ? "void" : kind === "ref" ? "scalar" : plan.valueClass;
  if (kind !== "set") values.set("result", { type, lvalue: "__weft_result" });
  const target = plan.values.has("target") || plan.types.some(({ name }) => name === "__T") ? "__T" : "void";
  return {
    joinPoint: kind === "get" ? "GET" : kind === "set" ? "SET" : "REF",
    id: site.id,
    types: [...plan.types, ...plan.deduced, ...plan.context.types],
    values,
    argumentTypes: kind === "set" ? ["__R"] : [],
    that: plan.context.that,
    target,
    entity: values.get("entity")?.type ?? "void",
    entityInfo: entityInfo(plan.entity, site),
    result: { type, valueClass, plain: kind === "get" && plan.plain },
    needs,
    perform: (frame) => {
      const place = plan.lvalue(frame);
      if (kind === "get") return place;
      if (kind === "ref") return `__builtin_addressof(${place})`;
      // What is stored in a bit-field may be less than what was given.
      return plan.isPlaceless
        ? `${frame("arg0")} = (${place} = ${frame("arg0")})`
        : `${place} = ${frame("arg0")}`;
    },
    // The read of `a += b` is told apart from its write.
    constants: kind === access.kind ? site.constants : joinPointConstants(site.facts, { ...access, kind }),
    noReturn: false,
    marker: site.marker,
    description: `${kind} of '${plan.entity.name}'`,
  };
}

/** What the indices count in. */
function arrayOf({ entity, values }: PlacePlan): JoinPointValue {
  const target = values.get("target");
  if (target === undefined) return { type: "__V", lvalue: values.get("entity")!.lvalue };
  return { type: `__typeof__(((__T *)0)->${entity.name})`, lvalue: `${target.lvalue}.${entity.name}` };
}

/** A write, with the read that precedes it: each half is a wrapper of its own where it has advice. */
function writingWrapper(
  access: CxxAccess,
  plan: PlacePlan,
  site: CxxSite,
): { part: GluePart; types: readonly TypeParameter[] } {
  const write = access.shadow.write!;
  if (write.form === "assign" && access.operator === undefined && access.get.length === 0)
    return assigningWrapper(access, plan, site);
  const frame: CxxFrame = (key) => plan.values.get(key)!.lvalue;
  const place = plan.lvalue(frame);
  const parts: GluePart[] = [];
  const half = (kind: "get" | "set", levels: readonly CxxLevel[]): string | undefined => {
    if (levels.length === 0) return undefined;
    const operation = operationOf(kind, access.shadow, plan, site);
    const full = performingWrapper(`__weft_${kind}_@@`, levels, operation, site.wrapping);
    parts.push(renamed(full, kind));
    const passed = [...operation.values].flatMap(([key, { parameter, lvalue }]) => {
      if (parameter === undefined) return [];
      return key !== "entity" && parameter.declaration.includes(" *")
        ? [`__builtin_addressof(${lvalue})`]
        : [lvalue];
    });
    const types = operation.types.map(({ name }) => name).join(", ");
    return `__weft_${kind}_@@<${types}>(${passed.join(", ")})`;
  };
  const read = half("get", access.get) ?? place;
  const stored = half("set", access.set) ?? `${place} = __weft_arg0`;
  const isAssign = write.form === "assign";
  const isCompound = write.form === "compound";
  const types: TypeParameter[] = [
    ...plan.types,
    ...plan.deduced,
    ...(isCompound ? [{ name: "__O" }] : []),
    ...plan.context.types,
  ];
  const parameters = [
    ...[...plan.values.values()].flatMap(({ parameter }) => parameter?.declaration ?? []),
    ...(isAssign ? ["__R __weft_arg0"] : isCompound ? ["const __O &__weft_operand"] : []),
    ...[...plan.context.values.values()].flatMap(({ parameter }) => parameter?.declaration ?? []),
  ].join(", ");
  const change = isCompound
    ? `${site.text.slice(write.operator.start, write.operator.end).replace(/=$/, "").trim()} __weft_operand`
    : write.form === "assign"
      ? ""
      : `${write.step.charAt(0)} 1`;
  const isPostfix = write.form === "postfix";
  const result = isPostfix || plan.isPlaceless ? "__R" : "__L &";
  const body = isAssign
    ? `${stored}; return ${plan.isPlaceless ? "__weft_arg0" : place};`
    : `__R __weft_old = ${read}; __R __weft_arg0 = static_cast<__R>(__weft_old ${change}); ${stored}; return ${isPostfix ? "__weft_old" : plan.isPlaceless ? "__weft_arg0" : place};`;
  const head = templateHead({ types });
  const signature = (owner: string) => `${result} ${owner}__weft_shadow_@@(${parameters})`;
  const whole = {
    part: {
      prototypes: [`${head}static ${GLUE}${signature("")};`, ...parts.flatMap((part) => part.prototypes)],
      structs: parts.flatMap((part) => part.structs),
      functions: [
        `${site.marker}\n${head}${GLUE}${signature("__weft::")} { ${body} }`,
        ...parts.flatMap((part) => part.functions),
      ],
    },
    types,
  };
  const { operator } = access;
  if (operator === undefined) return whole;
  const { values, context } = plan;
  const operand = isAssign ? "__R" : isCompound ? "const __O &" : undefined;
  return operatorAround(
    {
      ...whole,
      place: values,
      context: context.values,
      that: context.that,
      written: place,
      ...(operand !== undefined && { operand }),
    },
    operator.shadow,
    operator.levels,
    site,
  );
}

/** `a = b` alone: one function, so that compilers see the copies of a structure as soon as in code written by hand. */
function assigningWrapper(
  access: CxxAccess,
  plan: PlacePlan,
  site: CxxSite,
): { part: GluePart; types: readonly TypeParameter[] } {
  const operation = operationOf("set", access.shadow, plan, site);
  const values = new Map(operation.values);
  values.set("arg0", {
    ...values.get("arg0")!,
    parameter: { declaration: "__R __weft_arg0", passed: "" },
    scalar: site.speller.isPlainScalar(access.shadow.type),
  });
  const gives = plan.isPlaceless
    ? { type: "__R", text: (frame: CxxFrame) => frame("arg0") }
    : { type: "__L &", text: plan.lvalue };
  return pruned({ ...operation, values, gives }, (op) =>
    performingWrapper("__weft_shadow_@@", access.set, op, site.wrapping),
  );
}

/** Both halves have the number of the whole; their classes and functions are told apart by the kind. */
function renamed({ prototypes, structs, functions }: GluePart, kind: string): GluePart {
  const rename = (text: string) => text.replace(/\b__weft_(jp|run)_@@/g, `__weft_$1_${kind}_@@`);
  return {
    prototypes: prototypes.map(rename),
    structs: structs.map(rename),
    functions: functions.map(rename),
  };
}
