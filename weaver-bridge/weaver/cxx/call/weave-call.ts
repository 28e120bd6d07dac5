/**
 * Weaving of calls in C++: the callee and its object give way to a wrapper, the arguments stay where they are.
 *
 *     o->f(a, b)    ->    ::__weft::__weft_shadow_3< int, ::n::K & >(o,a, b)
 *
 * Parameter types are given explicitly, so that arguments are converted in the caller, as in the original call, and
 * temporaries live as long.
 */
import type { CallShadow, FunctionEntity } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { refuseSpecialCalls } from "../../text/special-calls.js";
import { Unweavable } from "../../unweavable.js";
import { asCalled, calledFunction, isOpen } from "../called-function.js";
import { keepForConstants } from "../constant-evaluation.js";
import type { CxxSite } from "../cxx-site.js";
import { CLOSURE } from "../execution/forwarding-closure.js";
import { passOn } from "../execution/hidden-body.js";
import { contextValues, passedContext } from "../glue/context-values.js";
import { performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import type { CxxFrame, CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";
import { wordsOf } from "../types/token-text.js";
import { type Place, passesPack, readPlace, unclear } from "./called-place.js";
import { firstOperand, holdingFirst } from "./evaluation-order.js";
import { CLOSURE_TYPE, closureValue, PACK, passingPack, refuseArguments } from "./pack-call.js";

export function weaveCall(shadow: CallShadow, levels: readonly CxxLevel[], site: CxxSite): void {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  refuse(entity, site);
  refuseCondition(shadow, site);
  const place = readPlace(shadow, entity, levels, site);
  const operation = callOperation(shadow, entity, place, levels, site);
  const { part, types } = pruned(operation, (op) =>
    performingWrapper("__weft_shadow_@@", levels, op, site.wrapping),
  );
  if (shadow.inConstexpr === true) keepForConstants(shadow.range, site)();
  if (operation.values.has(CLOSURE)) {
    const passing = passingPack(part, operation, types);
    const number = site.glue(passing.part, operation.description);
    const last = passedContext(operation);
    const open = `${wrapperName(`__weft_pass_${number}`, passing.types)}(${last}${last === "" ? "" : ", "}`;
    editCall(shadow, place, { open, separator: "," }, "", site);
    return;
  }
  const first = firstOperand(shadow, operation, site);
  const held =
    first === undefined ? undefined : holdingFirst(first, part, operation, types, shadow.inTemplate === true);
  const number = site.glue(held?.part ?? part, operation.description);
  const open = held?.open(number) ?? `${wrapperName(`__weft_shadow_${number}`, types)}(`;
  editCall(shadow, place, { open, separator: held?.separator ?? "," }, passedContext(operation), site);
}

/** What stands before the first operand, and after it. */
interface Wrapper {
  readonly open: string;
  readonly separator: string;
}

function callOperation(
  shadow: CallShadow,
  entity: FunctionEntity,
  place: Place,
  levels: readonly CxxLevel[],
  site: CxxSite,
): CxxOperation {
  const { speller } = site;
  const types: TypeParameter[] = [];
  const values = new Map<string, JoinPointValue>();
  const valueClass = speller.valueClass(entity.result);
  if (valueClass !== "void") types.push({ name: "__R", argument: resultType(shadow, entity, site) });
  const called = calledFunction(place, entity, site);
  types.push(...called.types);
  const isScalar = (id: number | undefined) => id === undefined || speller.isPlainScalar(id);
  const isPack = passesPack(shadow, site);
  if (isPack) refuseArguments(levels, entity.name);
  const count = isPack ? 0 : shadow.arguments.length + place.defaults.length;
  const parameterTypes = Array.from({ length: count }, (_, index) => ({
    name: `__P${index}`,
    ...parameterType(entity, shadow, index, site),
  }));
  types.push(...parameterTypes);
  if (place.object === "this" || place.object === "pointer" || place.object === "value") {
    const temporary = place.object === "value" && shadow.object?.addressable === false;
    types.push({ name: "__T" });
    const declaration =
      place.object !== "value"
        ? "__T *__weft_at_target"
        : temporary
          ? "const __T &__weft_target"
          : "__T &__weft_target";
    values.set("target", {
      type: "__T",
      parameter: { declaration, passed: place.object === "this" ? "this" : "" },
      lvalue:
        place.object !== "value"
          ? "(*__weft_at_target)"
          : temporary
            ? "const_cast<__T &>(__weft_target)"
            : "__weft_target",
    });
  }
  for (let index = 0; index < count; index++) {
    const parameter = entity.parameters[index];
    const reference = parameter !== undefined && speller.valueClass(parameter.type) === "reference";
    const isDeduced = parameterTypes[index]?.argument === undefined;
    values.set(`arg${index}`, {
      type: `typename __weft_ref<__P${index}>::type`,
      parameter: {
        declaration: `__P${index} ${isDeduced && reference ? "&&" : ""}__weft_arg${index}`,
        passed: "",
      },
      lvalue: `__weft_arg${index}`,
      scalar: isScalar(entity.parameters[index]?.type),
    });
  }
  const context = contextValues(shadow, levels, site);
  types.push(...context.types);
  types.sort((a, b) => Number(a.argument === undefined) - Number(b.argument === undefined));
  for (const [key, value] of context.values) values.set(key, value);
  if (valueClass !== "void") values.set("result", { type: "__R", lvalue: "__weft_result" });
  const proceeds = levels.reduce((most, { scan }) => Math.max(most, scan.proceeds), 0);
  const keys = Array.from({ length: count }, (_, index) => `arg${index}`);
  const pass = (frame: CxxFrame) =>
    isPack ? [PACK] : keys.map((key, index) => passOn(frame(key), `__P${index}`, proceeds, site));
  const call = (frame: CxxFrame) => {
    const object = values.has("target") ? asCalled(frame("target"), "__T", entity) : undefined;
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
    argumentTypes: keys.map((_, index) => `__P${index}`),
    argumentCount: shadow.arguments.length,
    that: context.that,
    target: values.has("target") ? "__T" : called.scope,
    entity: "void",
    result: {
      type: valueClass === "void" ? "void" : "__R",
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

function editCall(
  shadow: CallShadow,
  place: Place,
  wrapper: Wrapper,
  /** What follows the arguments. */
  last: string,
  site: CxxSite,
): void {
  const { object, range } = shadow;
  const given = shadow.arguments.length > 0;
  const defaults = place.defaults.join(", ");
  const hasArguments = given || defaults !== "";
  if (place.open !== undefined) {
    const opening = place.open;
    if (place.object === "value" || place.object === "pointer") {
      const start = (object as { range: { start: number } }).range.start;
      for (const parenthesis of place.parentheses) site.replace(parenthesis.start, parenthesis.end, "");
      site.insert(start, wrapper.open, "open");
      site.replace(opening.start, opening.end, hasArguments ? wrapper.separator : "");
      if (object !== undefined && site.arrows.isChain(object.range)) site.arrows.consume(object.range);
    } else {
      const first = place.object === "this" ? `this${hasArguments || last !== "" ? "," : ""}` : "";
      site.replace(opening.start, opening.end, `${wrapper.open}${first}`);
    }
    if (defaults !== "") site.insert(range.end - 1, `${given ? ", " : ""}${defaults}`, "close");
    if (last !== "") {
      const separator = hasArguments || place.object === "value" || place.object === "pointer" ? "," : "";
      site.insert(range.end - 1, `${separator}${last}`, "close");
    }
    return;
  }
  editOperator(shadow, wrapper, last, site);
}

function editOperator(
  shadow: CallShadow,
  { open: opening, separator }: Wrapper,
  last: string,
  site: CxxSite,
): void {
  const { range, callee, form } = shadow;
  const end = last === "" ? ")" : `, ${last})`;
  site.insert(range.start, opening, "open");
  if (form === "arrow") {
    site.arrows.weave(shadow, end);
    return;
  }
  if (form === "infix") site.replace(callee.start, callee.end, separator);
  else if (form === "prefix" || form === "postfix") site.replace(callee.start, callee.end, "");
  else if (form === "function-object" || form === "index") {
    const tokens = tokenize(site.text, shadow.object?.range.end ?? range.start, range.end);
    const open = tokens[0];
    const close = tokens.at(-1);
    if (open === undefined || close === undefined) throw unclear();
    site.replace(open.start, open.end, shadow.arguments.length > 0 ? separator : "");
    site.replace(close.start, close.end, "");
  } else if (form !== "conversion") throw unclear();
  site.insert(range.end, end, "close");
}

/** `if (C c = f())` converts what it declares: there is no expression that a wrapper could take. */
function refuseCondition({ form, object }: CallShadow, { text }: CxxSite): void {
  if (form !== "conversion" || object === undefined) return;
  const after = /^\s*(?:\{|=(?!=))/.test(text.slice(object.range.end, object.range.end + 200));
  if (after && /^\w+$/.test(text.slice(object.range.start, object.range.end)))
    throw new Unweavable(
      "declaring-condition",
      "this advice on the conversion of a variable that a condition declares",
      "Declare the variable before the condition, or advise the execution of the conversion.",
    );
}

function refuse(entity: FunctionEntity, site: CxxSite): void {
  if (isOpen(entity, site) && site.cplusplus < 201103)
    throw new Unweavable(
      "dependent-call",
      `call of the function template '${entity.name}', whose arguments depend on a template's`,
      "Its wrapper needs C++11 (-std=gnu++11). Advise its execution, or exclude it from the pointcut.",
      undefined,
      "warning",
    );
  refuseSpecialCalls(entity.name);
}
