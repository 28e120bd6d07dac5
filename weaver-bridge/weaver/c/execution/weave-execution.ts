/**
 * Weaving into function definitions, in place:
 *
 *     int f(int a) { T r; before(a); { BODY, return e -> r = e, goto end } end: after(&r); return r; }
 *
 * and with around advice, the body outlined where it stands, so that its text and lines stay:
 *
 *     int f(int a) { T r; around(&r, a); return r; } static inline int __weft_proceed_0(int a) { BODY }
 */
import type { ExecutionShadow, FunctionEntity, TextRange } from "../../../model/index.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import { endsBody } from "../../text/ends-body.js";
import { isRepeatable, repeatAtReturn, returnsLiteral } from "../../text/literal-return.js";
import { insertName } from "../../text/parameter-names.js";
import { returnsByItself } from "../../text/program-start.js";
import { Unweavable } from "../../unweavable.js";
import { admit, requireAdvice } from "../admit-advice.js";
import { requireAssignable } from "../const-members.js";
import { functionConstants } from "../function-constants.js";
import { adviceCall, chainStatements } from "../glue/advice-chain.js";
import type { ContextItem, Frame, Level, Operation } from "../glue/operation.js";
import { addressOf, bindingKeys, needsOf } from "../glue/passing.js";
import { declare, pointerText } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import type { AdvisedExecution } from "./advised-execution.js";
import { weaveVariadicAround } from "./variadic-around.js";

export function weaveExecution(shadow: ExecutionShadow, matched: readonly Level[], site: WeaveSite): void {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  refuse(shadow, entity, site);
  const names = parameterNames(entity);
  const operation = executionOperation(entity, names, site);
  const levels = admit(matched, operation, site);
  requireAdvice(site);
  requireAssignable(entity.result, levels, site);
  const execution: AdvisedExecution = { shadow, entity, names, levels, operation };
  prepareParameters(execution, site);
  const hasAround = levels.some((level) => level.match.advice.kind === "around");
  if (hasAround && entity.variadic)
    weaveVariadicAround(execution, (symbol) => outlinedHeader(execution, symbol, site), site);
  else if (hasAround) weaveAround(execution, site);
  else weaveInPlace(execution, site);
}

function weaveInPlace({ shadow, entity, names, levels, operation }: AdvisedExecution, site: WeaveSite): void {
  const frame = executionFrame(names);
  const call = (level: Level) => adviceCall(level, operation, frame, site.code);
  const before = levels.filter((level) => level.match.advice.kind === "before").map(call);
  const after = levels
    .filter((level) => level.match.advice.kind === "after")
    .reverse()
    .map(call);
  const { result } = operation;
  const { body } = shadow;
  if (after.length === 0) {
    site.insert(body.start, site.glue(body.start, `{ ${site.enter}${before.join(" ")} `), "open");
    site.insert(body.end, " }", "close");
    return;
  }
  const last = operation.aggregate === true ? onlyReturn(shadow, site) : undefined;
  if (last !== undefined) {
    site.insert(body.start, site.glue(body.start, `{ ${site.enter}${before.join(" ")} `), "open");
    initialiseResult(last, declare(result ?? "", "__weft_result"), after, site);
    site.insert(body.end, " }", "close");
    return;
  }
  const initial = returnsByItself(entity) ? " = 0" : "";
  const variable = result === undefined ? "" : `${declare(result, "__weft_result")}${initial}; `;
  site.insert(body.start, site.glue(body.start, `{ ${site.enter}${variable}${before.join(" ")} `), "open");
  const aggregate = operation.aggregate === true;
  const repeated = levels.every(
    ({ match, body }) =>
      match.advice.kind === "before" || isRepeatable(match, body.text, shadow.returns.length),
  );
  const jumps = shadow.returns.map(({ range }) => {
    if (repeated && returnsLiteral(site.text, range)) {
      repeatAtReturn(range, after.join(" "), levels.some(asksResult), site, site.glue);
      return false;
    }
    const jump = !endsBody(range, body, site.text);
    rewriteReturn(range, { result, aggregate, jump }, site);
    return jump;
  });
  const label = jumps.includes(true) ? "__weft_after: " : "";
  const end = result === undefined ? "" : " return __weft_result;";
  site.insert(body.end, site.glue(body.end - 1, ` ${label}${after.join(" ")}${end} }`), "close");
}

const asksResult = ({ match, body }: Level): boolean =>
  body.use.modes.has("result") || bindingKeys(match).includes("result");

/** The one `return e;` of a body that runs straight into it. */
function onlyReturn({ returns, body }: ExecutionShadow, { text }: WeaveSite): TextRange | undefined {
  const [only, ...others] = returns;
  if (only === undefined || others.length > 0) return undefined;
  const { range } = only;
  const before = tokenize(text, body.start, range.start).at(-1)?.text ?? "";
  const after = tokenize(text, range.end, body.end).filter((token) => token.text !== ";");
  return /^[;{}]$/.test(before) && after.length === 1 ? range : undefined;
}

/** `return e;` becomes `{ T r = e; after(&r); return r; }`: assigned, clang makes a structure twice. */
function initialiseResult(
  range: TextRange,
  variable: string,
  after: readonly string[],
  site: WeaveSite,
): void {
  const tokens = tokenize(site.text, range.start, range.end);
  const semicolon = tokens.at(-1)?.text === ";" ? tokens.at(-1)!.start : range.end;
  const comma = tokens.some(({ text }) => text === ",");
  site.replace(range.start, tokens[0]?.end ?? range.start, `{ ${variable} = ${comma ? "(" : ""}`);
  const run = site.glue(range.end - 1, `${after.join(" ")} return __weft_result; }`);
  site.replace(semicolon, range.end, `${comma ? ")" : ""};${run}`);
}

interface ReturnPlan {
  readonly result: string | undefined;
  /** A structure: its value goes straight to its place, or compilers copy it twice. */
  readonly aggregate: boolean;
  /** What follows is not the end of the body. */
  readonly jump: boolean;
}

/**
 * `return e;` becomes `{ int __weft_value = e; __weft_result = __weft_value; goto __weft_after; }`, with its value
 * where it stands. An initialiser, because compilers report a wrong one at the value, as they do for `return`.
 */
function rewriteReturn(range: TextRange, { result, aggregate, jump }: ReturnPlan, site: WeaveSite): void {
  const leave = jump ? " goto __weft_after;" : "";
  const tokens = tokenize(site.text, range.start, range.end);
  const keyword = tokens[0]?.end ?? range.start;
  const semicolon = tokens.at(-1)?.text === ";" ? tokens.at(-1)!.start : range.end;
  if (tokens.every(({ text }) => text === "return" || text === ";")) {
    site.replace(range.start, range.end, `{${leave} }`);
    return;
  }
  const [before, after] =
    result === undefined
      ? ["", ""]
      : aggregate
        ? ["__weft_result = ", ""]
        : [`${declare(result, "__weft_value")} = `, " __weft_result = __weft_value;"];
  const comma = tokens.some(({ text }) => text === ",");
  site.replace(range.start, keyword, `{ ${before}${comma ? "(" : ""}`);
  site.replace(semicolon, range.end, `${comma ? ")" : ""};${after}${leave} }`);
}

function weaveAround(execution: AdvisedExecution, site: WeaveSite): void {
  const { shadow, entity, names, levels, operation } = execution;
  const proceed = site.code.freshSymbol("__weft_proceed");
  const aggregate = operation.aggregate === true;
  const passed = (frame: Frame) => [...operation.needs.keys()].map(frame).join(", ");
  const performed: Pick<Operation, "perform" | "direct" | "storesResult"> = aggregate
    ? {
        perform: (frame) =>
          `${proceed}(${[addressOf(frame("result")), ...(operation.needs.size === 0 ? [] : [passed(frame)])].join(", ")})`,
        storesResult: true,
      }
    : { perform: (frame) => `${proceed}(${passed(frame)})`, direct: proceed };
  const outlined: Operation = { ...operation, ...performed };
  const statements = chainStatements(levels, outlined, executionFrame(names), site.code);
  const { result } = operation;
  const unused = names.map((name) => `(void)${name};`).join(" ");
  const variable = result === undefined ? "" : `${declare(result, "__weft_result")}; `;
  const end = entity.noReturn ? " __builtin_trap();" : result === undefined ? "" : " return __weft_result;";
  const wrapper = `{ ${site.enter}${variable}${unused} ${statements.join(" ")}${end} }`;
  const header = outlinedHeader(execution, proceed, site);
  // Where advice depends on a condition, the wrapper itself calls the outlined body.
  if (levels.some(({ condition }) => condition !== undefined)) site.declareFirst(`${header};`);
  site.insert(shadow.body.start, site.glue(shadow.body.start, `${wrapper} ${header} `), "open");
  for (const token of tokenize(site.text, shadow.body.start, shadow.body.end)) {
    if (/^__(?:func|FUNCTION|PRETTY_FUNCTION)__$/.test(token.text))
      site.replace(token.start, token.end, `"${entity.name}"`);
  }
  if (result !== undefined && returnsByItself(entity))
    site.insert(shadow.body.end - 1, " return 0; ", "close");
  if (aggregate) for (const { range } of shadow.returns) storeReturn(range, site);
  site.code.note({ symbol: proceed, role: "proceed", effects: [], label: entity.name });
}

/** `return e;` of an outlined body that gets the address for its result. */
function storeReturn(range: TextRange, site: WeaveSite): void {
  const tokens = tokenize(site.text, range.start, range.end);
  if (tokens.length < 2 || tokens[1]?.text === ";") return;
  const semicolon = tokens.at(-1)?.text === ";" ? tokens.at(-1)!.start : range.end;
  site.replace(range.start, tokens[0]!.end, "{ *__weft_at_result = ");
  site.replace(semicolon, range.end, "; return; }");
}

function outlinedHeader(
  { shadow, entity, names, levels }: AdvisedExecution,
  symbol: string,
  { speller, text }: WeaveSite,
): string {
  const parameters = entity.parameters.map((p, i) => declare(speller.parameter(p.type), names[i] as string));
  const stored = speller.canonical(entity.result).kind === "record" && !entity.variadic;
  const value = speller.isVoid(entity.result) ? "void" : speller.value(entity.result);
  const result = stored ? "void" : value;
  if (stored) parameters.unshift(declare(pointerText(value), "__weft_at_result"));
  const runs = ({ body, condition }: Level) => body.use.proceeds + (condition === undefined ? 0 : 1);
  const proceeds = levels.reduce((sum, level) => Math.max(sum, runs(level)), 0);
  const attributes = shadow.pinned
    ? `static __attribute__((unused, noinline)) ${sectionOf(headerText(shadow, text))}`
    : proceeds > 1
      ? `static __attribute__((unused)) ${sectionOf(headerText(shadow, text))}`
      : "static __inline __attribute__((always_inline, unused)) ";
  return `${attributes}${declare(result, symbol)}(${parameters.join(", ") || "void"}${entity.variadic ? ", ..." : ""})`;
}

function headerText(shadow: ExecutionShadow, text: string): string {
  return text.slice(shadow.topLevel, shadow.body.start);
}

/** `__attribute__((section(".init.text"))) `, when the function has one: a copy of its body belongs there too. */
function sectionOf(header: string): string {
  const match = /\b(?:__section__|section)\s*\(\s*("[^"]*")\s*\)/.exec(header);
  return match === null ? "" : `__attribute__((section(${match[1]}))) `;
}

/** Gives unnamed parameters names and takes `register` away where advice needs an address. */
function prepareParameters(
  { shadow, entity, names, levels, operation }: AdvisedExecution,
  site: WeaveSite,
): void {
  const around = levels.some((level) => level.match.advice.kind === "around");
  const needs = needsOf(levels, { ...operation, needs: new Map() });
  const isAddressed = (key: string) =>
    needs.get(key) === "pointer" ||
    ((around || needs.has(key)) && operation.items.get(key)?.aggregate === true);
  if (entity.parameters.some((p, i) => p.isRegister && isAddressed(`arg${i}`))) {
    for (const token of tokenize(site.text, shadow.parameterList.start, shadow.body.start)) {
      if (token.text === "register") site.replace(token.start, token.end, " ".repeat("register".length));
    }
  }
  entity.parameters.forEach((parameter, index) => {
    if (parameter.name !== "" || !(around || needs.has(`arg${index}`))) return;
    const at = insertName(site.text, shadow.parameterList, index);
    site.insert(at, ` ${names[index]}`, "open");
  });
}

export function executionOperation(
  entity: FunctionEntity,
  names: readonly string[],
  { speller, marker, constants }: WeaveSite,
): Operation {
  const items = new Map<string, ContextItem>(
    entity.parameters.map((parameter, index) => [
      `arg${index}`,
      {
        get type() {
          return speller.decayed(parameter.type);
        },
        get pointerType() {
          return pointerText(speller.parameter(parameter.type));
        },
        assignable: true,
        aggregate: speller.canonical(parameter.type).kind === "record",
      },
    ]),
  );
  return {
    items,
    needs: new Map(names.map((_, index) => [`arg${index}`, "value"])),
    ...(speller.isVoid(entity.result) ? {} : { result: speller.value(entity.result) }),
    aggregate: speller.canonical(entity.result).kind === "record",
    constants: new Map([...constants, ...functionConstants(entity, entity.parameters.length)]),
    perform: () => "",
    noReturn: entity.noReturn,
    marker,
    description: `execution of '${entity.name}'`,
  };
}

export function parameterNames(entity: FunctionEntity): string[] {
  return entity.parameters.map(({ name }, index) => (name === "" ? `__weft_arg${index}` : name));
}

export function executionFrame(names: readonly string[]) {
  return (key: string) => (key === "result" ? "__weft_result" : (names[Number(key.slice(3))] as string));
}

export function refuse(shadow: ExecutionShadow, entity: FunctionEntity, site: WeaveSite): void {
  const header = tokenize(site.text, shadow.topLevel, shadow.body.start);
  if (header.some(isNaked))
    throw new Unweavable(
      "naked",
      `'${entity.name}' is a naked function`,
      "Its body is assembly without a frame, where no C can run. Exclude it from the pointcut.",
    );
}

const isNaked = ({ text }: Token) => text === "naked" || text === "__naked__";
