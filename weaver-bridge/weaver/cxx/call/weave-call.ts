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
import { isOpen } from "../called-function.js";
import { keepForConstants } from "../constant-evaluation.js";
import type { CxxSite } from "../cxx-site.js";
import { CLOSURE } from "../execution/forwarding-closure.js";
import { passedContext } from "../glue/context-values.js";
import { performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import type { CxxLevel } from "../operation.js";
import { callOperation } from "./call-operation.js";
import { type Place, readPlace, unclear } from "./called-place.js";
import { firstOperand, holdingFirst } from "./evaluation-order.js";
import { passingPack } from "./pack-call.js";

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

/** `last`: what follows the arguments. */
function editCall(shadow: CallShadow, place: Place, wrapper: Wrapper, last: string, site: CxxSite): void {
  const { open, defaults, object } = place;
  if (open === undefined) {
    editOperator(shadow, wrapper, last, site);
    return;
  }
  const end = shadow.range.end - 1;
  const given = shadow.arguments.length > 0;
  const hasArguments = given || defaults.length > 0;
  const isObjectFirst = object === "value" || object === "pointer";
  if (isObjectFirst)
    wrapObject(shadow, place, { ...wrapper, separator: hasArguments ? wrapper.separator : "" }, site);
  else {
    const first = object === "this" ? `this${hasArguments || last !== "" ? "," : ""}` : "";
    site.replace(open.start, open.end, `${wrapper.open}${first}`);
  }
  if (defaults.length > 0) site.insert(end, `${given ? ", " : ""}${defaults.join(", ")}`, "close");
  if (last !== "") site.insert(end, `${hasArguments || isObjectFirst ? "," : ""}${last}`, "close");
}

/** The wrapper's name goes before the object, which becomes its first argument. */
function wrapObject({ object }: CallShadow, place: Place, wrapper: Wrapper, site: CxxSite): void {
  const { open, parentheses } = place;
  if (object === undefined || open === undefined) return;
  for (const parenthesis of parentheses) site.replace(parenthesis.start, parenthesis.end, "");
  site.insert(object.range.start, wrapper.open, "open");
  site.replace(open.start, open.end, wrapper.separator);
  if (site.arrows.isChain(object.range)) site.arrows.consume(object.range);
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
