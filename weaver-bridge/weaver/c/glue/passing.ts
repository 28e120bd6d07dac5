/**
 * How values of a join point travel between generated functions: what a function needs, how it declares that as
 * parameters, and what its caller passes.
 */
import { localKey } from "./local-variables.js";
import { type Frame, type Level, mergeNeeds, type Needs, type Operation } from "./operation.js";
import { declare, pointerText } from "./spell-type.js";

/** A function that runs everything inside an around advice. */
export interface Continuation {
  readonly symbol: string;
  /** Its parameters, in order. */
  readonly needs: Needs;
  /** It takes the address of the result first, and stores the result there. */
  readonly storesResult?: boolean;
}

/** The call of a continuation: the result, or nothing where it is stored. */
export function continuationCall(continuation: Continuation, operation: Operation, frame: Frame): string {
  const { symbol, needs, storesResult } = continuation;
  const passed = passedArguments(needs, operation, frame);
  const result = storesResult === true ? [addressOf(frame("result"))] : [];
  return `${symbol}(${[...result, ...(passed === "" ? [] : [passed])].join(", ")})`;
}

/** The items that a chain needs from the function that runs it. */
export function needsOf(levels: readonly Level[], operation: Operation): Needs {
  const bodies = levels.map((level) => levelNeeds(level));
  return mergeNeeds(operation.needs, ...bodies);
}

/** Context items that an advice body and its context variables use; `result` left out. */
export function levelNeeds({ body, match }: Level): Needs {
  const needs = mergeNeeds(body.use.modes, new Map(bindingKeys(match).map((key) => [key, "value" as const])));
  needs.delete("result");
  // A literal nearly everywhere, and then no item.
  if (body.use.references.some(({ name }) => name === "args")) needs.set("args", "value");
  return needs;
}

/** The item that each context variable of an advice is bound to, in the order of the advice's parameters. */
export function bindingKeys(match: Level["match"]): string[] {
  return match.advice.parameters.flatMap(({ name }) => {
    const binding = match.bindings.find((candidate) => candidate.name === name);
    if (binding === undefined) return [];
    const { source } = binding;
    if (source.kind === "local") return [localKey(source.variable)];
    return [source.kind === "argument" ? `arg${source.index}` : source.kind];
  });
}

export function passedArguments(needs: Needs, operation: Operation, frame: Frame): string {
  const run = packLast(needs).filter(([key]) => key === "result" || operation.items.has(key));
  return run.map(([key, mode]) => (mode === "pointer" ? addressOf(frame(key)) : frame(key))).join(", ");
}

/**
 * The item that stands for the unnamed arguments of the function that is being inlined, however many these are: functions
 * take it as `...` and pass it on as {@link PACKED}.
 */
export const PACK = "pack";
export const PACKED = "__builtin_va_arg_pack()";

const packLast = (needs: Needs) =>
  needs.has(PACK) ? [...needs].sort(([a], [b]) => Number(a === PACK) - Number(b === PACK)) : [...needs];

const AT_RESULT = "__weft_at_result";

/** `__weft_arg0` holds the value, `__weft_at_arg0` its address: a debugger reads the context by these names. */
function parameterName(key: string, mode: "value" | "pointer"): string {
  return mode === "pointer" ? `__weft_at_${key}` : `__weft_${key}`;
}

/** Parameter declarations of a generated function, and the frame of its body. */
export function parametersFor(
  needs: Needs,
  operation: Operation,
  storesResult = false,
): { parameters: string; frame: Frame } {
  const result = storesResult ? [declare(pointerText(operation.result ?? "void"), AT_RESULT)] : [];
  const values = packLast(needs).map(([key, mode]) => {
    if (key === PACK) return "...";
    const item = operation.items.get(key)!;
    return declare(mode === "pointer" ? item.pointerType : item.type, parameterName(key, mode));
  });
  const parameters = [...result, ...values];
  return {
    parameters: parameters.length === 0 ? "void" : parameters.join(", "),
    frame: (key) => {
      if (key === PACK) return PACKED;
      if (key === "result") return storesResult ? `(*${AT_RESULT})` : "__weft_result";
      const mode = needs.get(key) ?? "value";
      return mode === "pointer" ? `(*${parameterName(key, mode)})` : parameterName(key, mode);
    },
  };
}

export function addressOf(lvalue: string): string {
  const pointer = /^\(\*(\w+)\)$/.exec(lvalue);
  return pointer === null ? `&${lvalue}` : (pointer[1] as string);
}

/** What is passed: items that are literals at this join point are not, structures are by their address. */
export function withoutConstants(needs: Needs, { items }: Operation): Needs {
  return new Map(
    [...needs]
      .filter(([key]) => items.has(key))
      .map(([key, mode]) => [key, items.get(key)?.aggregate === true ? "pointer" : mode]),
  );
}
