/**
 * Nests advice around an operation. Given the advice of one join point, outermost first, writes the statements that
 * run the whole chain:
 *
 *     before A; before B;            those written before the first around, in order
 *     result = around C(…);          its proceed() is a continuation: a function that runs what is inside C
 *     after B; after A;              in reverse order
 *
 * Values are passed down by copy, unless something inside assigns them: then by pointer all the way, so that later
 * advice and the operation see the change. Knows operations only through {@link Operation}.
 */
import { adviceFunction } from "./advice-function.js";
import type { GeneratedCode } from "./generated-code.js";
import { SYMBOL } from "./generated-code.js";
import type { Frame, Level, Operation } from "./operation.js";
import {
  type Continuation,
  continuationCall,
  needsOf,
  parametersFor,
  passedArguments,
  withoutConstants,
} from "./passing.js";
import { declare } from "./spell-type.js";

/** Statements that run `levels` around the operation; the result ends in `__weft_result`. */
export function chainStatements(
  levels: readonly Level[],
  operation: Operation,
  frame: Frame,
  code: GeneratedCode,
): string[] {
  const { outer, around, inner } = splitAtAround(levels);
  const center =
    around === undefined
      ? [...declarationOf(operation), performStatement(operation, frame)].join(" ")
      : aroundStatement(around, inner, operation, frame, code);
  return [
    ...outer.filter(isBefore).map((level) => adviceCall(level, operation, frame, code)),
    center,
    ...outer
      .filter((level) => !isBefore(level))
      .reverse()
      .map((level) => adviceCall(level, operation, frame, code)),
  ];
}

/** The same as the body of a function that gives the result. */
export function chainBody(
  levels: readonly Level[],
  operation: Operation,
  frame: Frame,
  code: GeneratedCode,
): string {
  const { result } = operation;
  if (result === undefined || operation.noReturn) {
    const variable = result === undefined ? "" : `${declare(result, "__weft_result")}; `;
    return `${variable}${chainStatements(levels, operation, frame, code).join(" ")}`;
  }
  if (levels.every(isBefore) && operation.storesResult !== true) {
    const calls = levels.map((level) => adviceCall(level, operation, frame, code));
    return [...declarationOf(operation), ...calls, `return ${operation.perform(frame)};`].join(" ");
  }
  const statements = chainStatements(levels, operation, frame, code).join(" ");
  return `${declare(result, "__weft_result")}; ${statements} return __weft_result;`;
}

/** One call of an advice function, as a statement. */
export function adviceCall(
  level: Level,
  operation: Operation,
  frame: Frame,
  code: GeneratedCode,
  continuation?: Continuation,
): string {
  const { symbol, needs, returnsResult } = adviceFunction(level, operation, code, continuation);
  const assignment = returnsResult ? `${frame("result")} = ` : "";
  const condition = level.condition === undefined ? "" : `if (${level.condition}) `;
  return `${condition}${assignment}${symbol}(${passedArguments(needs, operation, frame)});`;
}

/** Where around advice depends on a condition, what is inside it runs without it otherwise. */
function aroundStatement(
  around: Level,
  inner: readonly Level[],
  operation: Operation,
  frame: Frame,
  code: GeneratedCode,
): string {
  const continuation = continuationOf(inner, operation, code);
  const call = adviceCall(around, operation, frame, code, continuation);
  if (around.condition === undefined) return call;
  const stores = operation.result !== undefined && continuation.storesResult !== true;
  const skipped = `${continuationCall(continuation, operation, frame)};`;
  return `${call} else ${stores ? `${frame("result")} = ` : ""}${skipped}`;
}

function continuationOf(inner: readonly Level[], operation: Operation, code: GeneratedCode): Continuation {
  if (inner.length === 0 && operation.direct !== undefined) {
    return { symbol: operation.direct, needs: operation.needs };
  }
  const needs = needsOf(inner, operation);
  const storesResult = operation.aggregate === true && operation.result !== undefined;
  const { parameters, frame } = parametersFor(withoutConstants(needs, operation), operation, storesResult);
  const body = storesResult
    ? chainStatements(inner, operation, frame, code).join(" ")
    : chainBody(inner, operation, frame, code);
  const header = `${declare(storesResult ? "void" : (operation.result ?? "void"), SYMBOL)}(${parameters})`;
  const text = {
    marker: operation.marker,
    header,
    body: `{ ${body} }`,
    role: "proceed",
    artificial: true,
  } as const;
  const symbol = code.define("__weft_proceed", text, [], operation.description);
  return { symbol, needs: withoutConstants(needs, operation), storesResult };
}

function performStatement(operation: Operation, frame: Frame): string {
  const expression = operation.perform(frame);
  return operation.result === undefined || operation.storesResult === true
    ? `${expression};`
    : `${frame("result")} = ${expression};`;
}

const declarationOf = ({ declaration }: Operation) => (declaration === undefined ? [] : [declaration]);

function splitAtAround(levels: readonly Level[]) {
  const index = levels.findIndex((level) => kindOf(level) === "around");
  if (index === -1) return { outer: levels, around: undefined, inner: [] };
  return { outer: levels.slice(0, index), around: levels[index], inner: levels.slice(index + 1) };
}

const kindOf = (level: Level) => level.match.advice.kind;
const isBefore = (level: Level) => kindOf(level) === "before";
