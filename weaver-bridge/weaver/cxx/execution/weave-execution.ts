/**
 * Weaving into function definitions of C++. Before advice, and after advice of functions with scalar results, run in
 * place; other functions keep their body as a hidden function beside them:
 *
 *     int f(int a) { ::__weft::…_before(a); { BODY } }
 *     T C::f(int a) { return ::__weft::…(this, a); } T C::__weft_proceed_0(int a) { BODY }
 */
import type { ExecutionShadow, FunctionEntity, TextRange } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { endsBody } from "../../text/ends-body.js";
import { isRepeatable, repeatAtReturn, returnsLiteral } from "../../text/literal-return.js";
import { insertName } from "../../text/parameter-names.js";
import { returnsByItself } from "../../text/program-start.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import {
  passedValues,
  performingWrapper,
  pruned,
  runningWrapper,
  withoutResult,
  wrapperName,
} from "../glue/wrapper.js";
import type { CxxLevel, CxxOperation, TypeParameter } from "../operation.js";
import { executionOperation } from "./execution-operation.js";
import { CLOSURE } from "./forwarding-closure.js";
import { addProceedFunction, isCoroutine } from "./hidden-body.js";
import { writtenResult } from "./hidden-header.js";
import { passesVariadic, startVariadic, VARIADIC, VARIADIC_VALUE } from "./variadic-body.js";

export function weaveExecution(shadow: ExecutionShadow, levels: readonly CxxLevel[], site: CxxSite): void {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  const operation = executionOperation(entity, site, writtenResult(shadow, site));
  const asks = (of: "class" | "function") => levels.some(({ match }) => asksInstance(match.test, of));
  if (asks("function") && operation.types.every(({ name }) => name !== "__F"))
    throw new Unweavable(
      "unnamed-template-parameter",
      `advice on one instance of '${entity.name}', a template with a parameter that can't be named`,
      "Give each template parameter a name: `template <class T> ... (T ...)` for a parameter `auto`.",
    );
  const inPlace =
    shadow.inConstexpr !== true &&
    !isCoroutine(shadow, site.text) &&
    levels.every(({ match }) => match.advice.kind !== "around") &&
    (levels.every(({ match }) => match.advice.kind === "before") ||
      operation.result.valueClass === "void" ||
      operation.result.valueClass === "scalar");
  if (!inPlace && OTHER_TARGET.test(site.text.slice(shadow.range.start, shadow.body.start)))
    throw new Unweavable(
      "other-target",
      `this advice on '${entity.name}', which its attribute 'target' compiles for another target`,
      "The body would become a function that must be inlined elsewhere. Use before advice, give the compiler that target for the whole unit (-mavx2), or exclude the function.",
    );
  if (inPlace) weaveInPlace(shadow, entity, levels, operation, site);
  else weaveOutlined(shadow, entity, levels, operation, site);
}

const OTHER_TARGET = /\b(?:__)?target(?:_clones)?(?:__)?\s*\(\s*"/;

function asksInstance(test: CxxLevel["match"]["test"], of: "class" | "function"): boolean {
  if (test === undefined) return false;
  if (test.kind === "not") return asksInstance(test.of, of);
  if (test.kind === "all" || test.kind === "any") return test.of.some((part) => asksInstance(part, of));
  return test.kind === "instance" && test.of === of;
}

export function weaveInPlace(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  site: CxxSite,
): void {
  const before = levels.filter(({ match }) => match.advice.kind === "before");
  const after = levels.filter(({ match }) => match.advice.kind === "after").reverse();
  const run = (chosen: readonly CxxLevel[], whole: CxxOperation) => {
    if (chosen.length === 0) return "";
    const { part, types } = pruned(whole, (op) =>
      runningWrapper("__weft_shadow_@@", chosen, op, site.wrapping),
    );
    const number = site.glue(part, operation.description);
    const passed = passedValues(chosen, whole);
    nameParameters(shadow, entity, passed.join(" "), types, site);
    return `${wrapperName(`__weft_shadow_${number}`, types)}(${passed.join(", ")});`;
  };
  const whole = shadow.tryBlock ?? shadow.body;
  const first = run(before, withoutResult(operation));
  if (after.length === 0) {
    site.insert(whole.start, site.onOwnLine(whole.start, `{ ${site.wrapping.enter ?? ""}${first} `), "open");
    site.insert(whole.end, " }", "close");
    return;
  }
  const { type, valueClass } = operation.result;
  const result =
    valueClass === "void" ? undefined : (operation.types.find(({ name }) => name === type)?.argument ?? type);
  const initial = returnsByItself(entity) ? " = 0" : "";
  const variable = result === undefined ? "" : `${declareResult(result)}${initial}; `;
  site.insert(
    whole.start,
    site.onOwnLine(whole.start, `{ ${site.wrapping.enter ?? ""}${variable}${first} `),
    "open",
  );
  const last = run(after, operation);
  const repeated = after.every(({ match }) => {
    const { body } = match.advice;
    return isRepeatable(match, match.file.text.slice(body.start, body.end), shadow.returns.length);
  });
  const asksResult = passedValues(after, operation).includes("__weft_result");
  const jumps = shadow.returns.map(({ range }) => {
    if (repeated && returnsLiteral(site.text, range)) {
      repeatAtReturn(range, last, asksResult, site, site.onOwnLine);
      return false;
    }
    const jump = !endsBody(range, whole, site.text);
    rewriteReturn(range, result !== undefined, jump ? " goto __weft_after;" : "", site);
    return jump;
  });
  const label = jumps.includes(true) ? "__weft_after: " : "";
  const end = result === undefined ? "" : " return __weft_result;";
  site.insert(whole.end, site.onOwnLine(whole.end - 1, ` ${label}${last}${end} }`), "close");
}

/** Any type in front of a name. */
const declareResult = (type: string) =>
  /^[\s\w:*]+$/.test(type) ? `${type} __weft_result` : `__typeof__(${type}) __weft_result`;

/** `return e;` becomes `{ __weft_result = e; goto __weft_after; }`, with its value where it stands. */
function rewriteReturn(range: TextRange, hasResult: boolean, leave: string, site: CxxSite): void {
  const tokens = tokenize(site.text, range.start, range.end);
  const keyword = tokens[0]?.end ?? range.start;
  const semicolon = tokens.at(-1)?.text === ";" ? tokens.at(-1)!.start : range.end;
  if (tokens.every(({ text }) => text === "return" || text === ";")) {
    site.replace(range.start, range.end, `{${leave} }`);
    return;
  }
  if (!hasResult) {
    site.replace(range.start, keyword, "{ ");
    site.replace(semicolon, range.end, `;${leave} }`);
    return;
  }
  // No variable in between: Clang orders instructions by the lifetime of each.
  const comma = tokens[1]?.text !== "{" && tokens.some(({ text }) => text === ",");
  site.replace(range.start, keyword, `{ __weft_result = ${comma ? "(" : ""}`);
  site.replace(semicolon, range.end, `${comma ? ")" : ""};${leave} }`);
}

export function weaveOutlined(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  site: CxxSite,
): void {
  const number = site.fresh();
  const hidden = addProceedFunction(shadow, entity, levels, number, site);
  const values = new Map(operation.values);
  const variadic = passesVariadic(entity);
  const { closure } = hidden;
  const handsOn = variadic && closure === undefined;
  if (handsOn) values.set(VARIADIC, VARIADIC_VALUE);
  if (closure !== undefined)
    values.set(CLOSURE, {
      type: "const __B",
      parameter: { declaration: `const __B &__weft_${CLOSURE}`, passed: closure },
      lvalue: `__weft_${CLOSURE}`,
    });
  if (operation.result.valueClass !== "void")
    values.set("result", { type: operation.result.type, lvalue: "__weft_result" });
  const performed: CxxOperation = {
    ...operation,
    values,
    types: [
      // `auto` in a template: what its instances give only their bodies say.
      ...operation.types.map((type) =>
        type.name === "__R" && /\bauto\b/.test(type.argument ?? "")
          ? { ...type, argument: `__decltype(${hidden.direct})` }
          : type,
      ),
      ...(closure === undefined ? [] : [{ name: "__B" }]),
    ],
    needs: [...operation.needs, ...(handsOn ? [VARIADIC] : []), ...(closure === undefined ? [] : [CLOSURE])],
    perform: hidden.perform,
    storesResult: hidden.storesResult,
  };
  const { part, types } = pruned(performed, (op) =>
    performingWrapper("__weft_shadow_@@", levels, op, site.wrapping),
  );
  const wrapper = site.glue(part, operation.description);
  const passed = [...values.values()].flatMap(({ parameter }) => parameter?.passed ?? []);
  const keyword = operation.result.valueClass === "void" ? "" : "return ";
  const woven = `${wrapperName(`__weft_shadow_${wrapper}`, types)}(${passed.join(", ")})`;
  const direct = shadow.inConstexpr === true ? `__builtin_is_constant_evaluated() ? ${hidden.direct} : ` : "";
  const start = variadic ? startVariadic(entity) : "";
  const call = `{ ${start}${keyword}${direct}${woven}; }`;
  nameParameters(shadow, entity, `${start} ${passed.join(" ")} ${direct}`, types, site);
  hidden.place(call);
  site.note({ symbol: `__weft_proceed_${number}`, role: "proceed", effects: [], label: entity.name });
}

/** `written`: its result as it stands behind an arrow. */
/** Unnamed parameters that the wrapper's call names get their name. */
function nameParameters(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  passed: string,
  types: readonly TypeParameter[],
  site: CxxSite,
): void {
  const used = `${passed} ${types.map(({ argument }) => argument ?? "").join(" ")}`;
  entity.parameters.forEach(({ name }, index) => {
    const symbol = `__weft_arg${index}`;
    if (name !== "" || !new RegExp(`\\b${symbol}\\b`).test(used)) return;
    site.insertOnce(insertName(site.text, shadow.parameterList, index), symbol);
  });
}
