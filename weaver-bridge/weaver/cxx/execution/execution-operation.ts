/** An execution as the generated C++ sees it: the object that runs, the parameters, the result. */
import type { FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { argumentsType } from "../glue/instance-test.js";
import type { CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";
import { injectedName, isNamedWithin } from "../types/injected-name.js";
import { nameableScope } from "../types/spell-type.js";
import { parametersBefore } from "../types/template-header.js";
import { isPack } from "./forwarding-closure.js";

/** `written`: the result of the function as written behind its parameters. */
export function executionOperation(entity: FunctionEntity, site: CxxSite, written?: string): CxxOperation {
  const { speller } = site;
  const names = parameterNames(entity);
  const valueClass = speller.valueClass(entity.result);
  const result = resultTypes(entity, valueClass, written, site);
  const single = names.flatMap((name, index) => (isPack(entity, index, site) ? [] : [{ name, index }]));
  const packs = names.filter((_, index) => isPack(entity, index, site));
  const types: TypeParameter[] = [
    ...result,
    ...single.map(({ name, index }) => ({ name: `__P${index}`, argument: `__decltype(${name})` })),
    ...countTypes(single.length, packs),
    ...instanceTypes(entity, site),
    ...objectTypes(entity, site),
  ];
  const values = new Map<string, JoinPointValue>([
    ...objectValues(entity),
    ...single.map(({ name, index }) => [`arg${index}`, argumentValue(entity, name, index, site)] as const),
    ...resultValues(valueClass),
  ]);
  const that = classOf(entity, site);
  return {
    joinPoint: "EXECUTION",
    id: site.id,
    types,
    values,
    argumentTypes: single.map(({ index }) => `__P${index}`),
    ...(packs.length === 0 ? {} : { argumentCount: "__N" }),
    that,
    target: that,
    entity: "void",
    result: {
      type: valueClass === "void" ? "void" : "__R",
      valueClass,
      plain: valueClass === "class" && speller.isPlainClass(entity.result),
    },
    needs: [...values.keys()].filter((key) => key !== "result" && key !== "target"),
    perform: () => "",
    constants: site.constants,
    noReturn: entity.noReturn,
    marker: site.marker,
    description: `execution of '${entity.name}'`,
  };
}

function hasThis({ member, isStatic }: FunctionEntity): boolean {
  return member !== undefined && !isStatic;
}

/** `written`: what a template says of its result. */
function resultTypes(
  entity: FunctionEntity,
  valueClass: string,
  written: string | undefined,
  site: CxxSite,
): TypeParameter[] {
  if (valueClass === "void") return [];
  const asWritten = entity.template === "pattern" && !/\bauto\b|^const\b/.test(written ?? "const");
  const argument = asWritten ? written : spellResult(entity, valueClass, site);
  return [{ name: "__R", ...(argument === undefined ? {} : { argument }) }];
}

/** How many arguments there are, where only an instance knows. */
function countTypes(single: number, packs: readonly string[]): TypeParameter[] {
  if (packs.length === 0) return [];
  const count = [single, ...packs.map((name) => `sizeof...(${name})`)].join(" + ");
  return [
    { name: "__NT", argument: "int" },
    { name: "__N", argument: `(${count})`, ofType: "__NT" },
  ];
}

/** Of a function template: which instance runs. */
function instanceTypes(entity: FunctionEntity, site: CxxSite): TypeParameter[] {
  const template = entity.template === "pattern" ? ownArguments(entity, site) : undefined;
  return template === undefined ? [] : [{ name: "__F", argument: template }];
}

/** The class, by its name within it or by the object that runs. */
function objectTypes(entity: FunctionEntity, { facts }: CxxSite): TypeParameter[] {
  return [
    ...(isNamedWithin(entity, facts) ? [{ name: "__H", argument: injectedName(entity) }] : []),
    ...(hasThis(entity) ? [{ name: "__H" }] : []),
  ];
}

/** The class in terms of the type parameters. */
function classOf(entity: FunctionEntity, { facts }: CxxSite): string {
  if (hasThis(entity) || isNamedWithin(entity, facts)) return "__H";
  return entity.member === undefined ? "void" : ` ::${nameableScope(entity.scope).join("::")}`;
}

/** The object that runs is also the one that was asked to. */
function objectValues(entity: FunctionEntity): [string, JoinPointValue][] {
  if (!hasThis(entity)) return [];
  return ["that", "target"].map((key) => [
    key,
    {
      type: "__H",
      parameter: { declaration: `__H *__weft_${key}`, passed: "this" },
      lvalue: `(*__weft_${key})`,
    },
  ]);
}

function argumentValue(
  entity: FunctionEntity,
  name: string,
  index: number,
  { speller }: CxxSite,
): JoinPointValue {
  const type = `typename __weft_ref<__P${index}>::type`;
  return {
    type,
    parameter: { declaration: `${type} &__weft_arg${index}`, passed: name },
    lvalue: `__weft_arg${index}`,
    scalar: speller.isPlainScalar(entity.parameters[index]!.type),
  };
}

/** A scalar result is a variable of the function's own, others are the wrapper's. */
function resultValues(valueClass: string): [string, JoinPointValue][] {
  if (valueClass === "void") return [];
  const value = { type: "__R", lvalue: "__weft_result" };
  const parameter = { declaration: "__R &__weft_result", passed: "__weft_result" };
  return [["result", valueClass === "scalar" ? { ...value, parameter } : value]];
}

/** The arguments of the function template itself, as a type; what `auto` parameters add to them has no names. */
function ownArguments(entity: FunctionEntity, { text, facts }: CxxSite): string | undefined {
  const { start } = entity.nameRange;
  if (entity.parameters.some(({ type }) => /\bauto\b/.test(facts.types[type]?.spelling ?? "")))
    return undefined;
  const parameters = parametersBefore(text, Math.max(0, start - 2000), start) ?? [];
  const nameable = parameters.every(({ kind, name }) => kind !== "other" && name !== "");
  return nameable && parameters.length > 0 ? argumentsType(parameters) : undefined;
}

function spellResult(entity: FunctionEntity, valueClass: string, { speller }: CxxSite): string {
  // What a template makes of `const T` may be a scalar, whose place is filled later.
  const isFilled = valueClass === "scalar" || valueClass === "dependent";
  return isFilled ? speller.unqualified(entity.result) : speller.spell(entity.result);
}

function parameterNames(entity: FunctionEntity): string[] {
  return entity.parameters.map(({ name }, index) => (name === "" ? `__weft_arg${index}` : name));
}
