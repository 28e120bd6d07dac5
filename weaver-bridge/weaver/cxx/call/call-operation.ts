/** A call as the generated C++ sees it: the callee, its object, the arguments by position, and how it is made again. */
import type { CallShadow, FunctionEntity } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import { asCalled, calledFunction, isOpen } from "../called-function.js";
import type { CxxSite } from "../cxx-site.js";
import { CLOSURE } from "../execution/forwarding-closure.js";
import { passOn } from "../execution/hidden-body.js";
import { contextValues } from "../glue/context-values.js";
import type { CxxFrame, CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";
import { wordsOf } from "../types/token-text.js";
import { type Place, passesPack } from "./called-place.js";
import { CLOSURE_TYPE, closureValue, PACK, refuseArguments } from "./pack-call.js";

export function callOperation(
  shadow: CallShadow,
  entity: FunctionEntity,
  place: Place,
  levels: readonly CxxLevel[],
  site: CxxSite,
): CxxOperation {
  const { speller } = site;
  const valueClass = speller.valueClass(entity.result);
  const isVoid = valueClass === "void";
  const result = isVoid ? [] : [{ name: "__R", argument: resultType(shadow, entity, site) }];
  const called = calledFunction(place, entity, site);
  const isPack = passesPack(shadow, site);
  if (isPack) refuseArguments(levels, entity.name);
  const parameters = isPack ? [] : parameterTypes(shadow, entity, place, site);
  const target = targetValue(shadow, place);
  const context = contextValues(shadow, levels, site);
  const types: TypeParameter[] = [
    ...result,
    ...called.types,
    ...parameters,
    ...(target === undefined ? [] : [{ name: "__T" }]),
    ...context.types,
  ];
  types.sort((a, b) => Number(a.argument === undefined) - Number(b.argument === undefined));
  const values = new Map<string, JoinPointValue>([
    ...(target === undefined ? [] : [["target", target] as const]),
    ...parameters.map((type, index) => [`arg${index}`, argumentValue(entity, type, index, site)] as const),
    ...context.values,
    ...(isVoid ? [] : [["result", { type: "__R", lvalue: "__weft_result" }] as const]),
  ]);
  const proceeds = levels.reduce((most, { scan }) => Math.max(most, scan.proceeds), 0);
  const pass = (frame: CxxFrame) =>
    isPack ? [PACK] : parameters.map(({ name }, index) => passOn(frame(`arg${index}`), name, proceeds, site));
  const call = (frame: CxxFrame) => {
    const object = target === undefined ? undefined : asCalled(frame("target"), "__T", entity);
    return shadow.form === undefined
      ? plainCall(called.text, object, pass(frame))
      : operatorCall(shadow, entity, object, pass(frame), site);
  };
  if (isPack) {
    types.push(CLOSURE_TYPE);
    values.set(CLOSURE, closureValue(call((key) => values.get(key)!.lvalue)));
  }
  return {
    joinPoint: "CALL",
    id: site.id,
    types,
    values,
    argumentTypes: parameters.map(({ name }) => name),
    argumentCount: shadow.arguments.length,
    that: context.that,
    target: target === undefined ? called.scope : "__T",
    entity: "void",
    result: {
      type: isVoid ? "void" : "__R",
      valueClass,
      plain: valueClass === "class" && speller.isPlainClass(entity.result),
    },
    needs: isPack ? [CLOSURE] : [...values.keys()].filter((key) => key === "target" || key.startsWith("arg")),
    perform: isPack ? (frame) => `${frame(CLOSURE)}()` : call,
    constants: site.constants,
    noReturn: entity.noReturn,
    marker: site.marker,
    description: `call of '${entity.name}'`,
  };
}

/** The object of a member's call, by a pointer or a reference of the wrapper's. */
function targetValue({ object }: CallShadow, place: Place): JoinPointValue | undefined {
  switch (place.object) {
    case "none":
      return undefined;
    case "this":
    case "pointer":
      return {
        type: "__T",
        parameter: {
          declaration: "__T *__weft_at_target",
          passed: place.object === "this" ? "this" : "",
        },
        lvalue: "(*__weft_at_target)",
      };
    case "value": {
      const isTemporary = object?.addressable === false;
      return {
        type: "__T",
        parameter: { declaration: `${isTemporary ? "const " : ""}__T &__weft_target`, passed: "" },
        lvalue: isTemporary ? "const_cast<__T &>(__weft_target)" : "__weft_target",
      };
    }
  }
}

function parameterTypes(
  shadow: CallShadow,
  entity: FunctionEntity,
  place: Place,
  site: CxxSite,
): TypeParameter[] {
  const count = shadow.arguments.length + place.defaults.length;
  return Array.from({ length: count }, (_, index) => ({
    name: `__P${index}`,
    ...parameterType(entity, shadow, index, site),
  }));
}

function argumentValue(
  entity: FunctionEntity,
  { name, argument }: TypeParameter,
  index: number,
  { speller }: CxxSite,
): JoinPointValue {
  const parameter = entity.parameters[index];
  const isReference = parameter !== undefined && speller.valueClass(parameter.type) === "reference";
  const declared = `${name} ${argument === undefined && isReference ? "&&" : ""}__weft_arg${index}`;
  return {
    type: `typename __weft_ref<${name}>::type`,
    parameter: { declaration: declared, passed: "" },
    lvalue: `__weft_arg${index}`,
    scalar: parameter === undefined || speller.isPlainScalar(parameter.type),
  };
}

/** By the call itself where only an instance knows it, or where it has no name: that of a lambda. */
function resultType({ range }: CallShadow, entity: FunctionEntity, site: CxxSite): string {
  const { speller } = site;
  const tokens = tokenize(site.text, range.start, range.end);
  const isNameless =
    speller.canonical(entity.result).nameless === true && !tokens.some(({ text }) => text === "[");
  if (isOpen(entity, site) || (isNameless && site.cplusplus >= 201103))
    return `__decltype(${wordsOf(tokens)})`;
  return speller.valueClass(entity.result) === "scalar"
    ? speller.unqualified(entity.result)
    : speller.spell(entity.result);
}

/** Left to deduction: types without a name, and for `...` those that a template's arguments decide. */
function parameterType(
  entity: FunctionEntity,
  shadow: CallShadow,
  index: number,
  site: CxxSite,
): Pick<TypeParameter, "argument"> {
  const { speller } = site;
  const parameter = entity.parameters[index];
  if (isOpen(entity, site)) return {};
  if (parameter === undefined) {
    const { type } = shadow.arguments[index]!;
    return speller.valueClass(type) === "dependent" ? {} : { argument: promoted(type, site) };
  }
  try {
    return { argument: speller.spell(parameter.type) };
  } catch (failure) {
    if (!(failure instanceof Unweavable) || failure.code !== "nameless-type" || site.cplusplus < 201103)
      throw failure;
    return {};
  }
}

/** What a value becomes that is passed for `...`. */
function promoted(type: number, { speller }: CxxSite): string {
  const canonical = speller.canonical(type);
  if (canonical.kind === "array") return `${speller.spell(canonical.of)} *`;
  if (canonical.kind === "builtin") {
    const name = canonical.spelling.replace(/\b(?:const|volatile)\b\s*/g, "").trim();
    if (/^(?:bool|_Bool|(?:un)?signed char|char|short|unsigned short)$/.test(name)) return "int";
    if (name === "float") return "double";
  }
  return speller.unqualified(type);
}

const plainCall = (callee: string, object: string | undefined, passed: readonly string[]): string =>
  `${object === undefined ? "" : `${object}.`}${callee}(${passed.join(", ")})`;

/** `object`: undefined for functions that are no members. */
function operatorCall(
  shadow: CallShadow,
  entity: FunctionEntity,
  object: string | undefined,
  passed: readonly string[],
  { text }: CxxSite,
): string {
  const operator = text.slice(shadow.callee.start, shadow.callee.end).trim();
  const [first, ...rest] = object === undefined ? passed : [object, ...passed];
  switch (shadow.form) {
    case "prefix":
      return `(${entity.name.replace(/^operator\s*/, "")}${first})`;
    case "postfix":
      return `(${first}${entity.name.replace(/^operator\s*/, "")})`;
    case "infix":
      return `(${first} ${entity.name.replace(/^operator\s*/, "") || operator} ${rest[0] ?? ""})`;
    case "conversion":
      // What its name is made of may have no name of its own or another here: `operator void (*)(int)`.
      return `${first}.operator __R()`;
    default:
      return object === undefined
        ? `${entity.name}(${passed.join(", ")})`
        : `${first}.${entity.name}(${rest.join(", ")})`;
  }
}
