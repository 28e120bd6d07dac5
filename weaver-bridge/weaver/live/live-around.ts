/**
 * Around advice in a running kernel: the function's entry leads to `S_around`, which has its type, runs the advice and,
 * for `proceed()`, the function as it was, through the pointer `S_original`:
 *
 *     T f(int a)  --jump-->  S_around(a) { advice { … proceed() … } }
 *                            S_proceed(a) { S_original(a) }  -->  f's first instructions, moved; the rest of f
 *
 * While advice runs, the function calls itself unadvised: from its own advice it would not come to an end. In `proceed()`
 * it is advised again.
 */
import type { ExecutionShadow, FunctionEntity } from "../../model/index.js";
import { executionFrame, executionOperation, parameterNames } from "../c/execution/weave-execution.js";
import { chainStatements } from "../c/glue/advice-chain.js";
import type { Frame, Level, Operation } from "../c/glue/operation.js";
import { bindingKeys } from "../c/glue/passing.js";
import { declare } from "../c/glue/spell-type.js";
import type { WeaveSite } from "../c/weave-site.js";
import { Unweavable } from "../unweavable.js";
import { LIVE_ENDINGS, liveMark } from "./live-functions.js";

export interface AroundPlan {
  readonly operation: Operation;
  text(levels: readonly Level[]): string;
}

const WIDE = /\b(?:long long|float|double|_Complex|__int128|_Float\d+)\b/;

/** Throws {@link Unweavable} for a function that can't be called by another name. */
export function aroundPlan(shadow: ExecutionShadow, symbol: string, site: WeaveSite): AroundPlan {
  const { speller, facts } = site;
  const entity = facts.entities[shadow.entity] as FunctionEntity;
  refuseWide(entity, site);
  const names = parameterNames(entity);
  const own = executionOperation(entity, names, site);
  const parameters = entity.parameters.map(({ type }, at) =>
    declare(speller.parameter(type), names[at] ?? ""),
  );
  const list = parameters.join(", ") || "void";
  const result = own.result ?? "void";
  const { around, proceed, original, convention } = LIVE_ENDINGS;
  const header = (name: string) => `${declare(result, name)}(${list})`;
  const passed = (frame: Frame) => names.map((_, at) => frame(`arg${at}`)).join(", ");
  const operation: Operation = {
    ...own,
    declaration: `extern ${header(`${symbol}${proceed}`)};`,
    perform: (frame) => `${symbol}${proceed}(${passed(frame)})`,
  };
  const regparm = `__attribute__((regparm(${symbol}${convention})))`;
  const direct = `${symbol}${original}(${names.join(", ")})`;
  const gives = own.result !== undefined;
  const [variable, end] = gives
    ? [`${declare(result, "__weft_result")}; `, "return __weft_result;"]
    : ["", ""];
  const store = gives ? "__weft_result = " : "";
  const called = declare(result, `(*${symbol}${original})`);
  return {
    operation,
    text: (levels) => `
${called}(${list}) ${regparm} = (void *)1;
__attribute__((noinline)) ${header(`${symbol}${proceed}`)} {
  unsigned *__weft_mark = ${liveMark("__weft_live_of")};
  unsigned __weft_key = *__weft_mark;
  ${variable}*__weft_mark = 0; ${store}${direct}; *__weft_mark = __weft_key; ${end}
}
__attribute__((used, noinline)) ${regparm} ${header(`${symbol}${around}`)} {
  unsigned *__weft_mark = ${liveMark("__weft_live_begin")};
  ${variable}if (!__weft_mark) { ${gives ? `return ${direct};` : `${direct}; return;`} }
  ${chainStatements(levels, operation, executionFrame(names), site.code).join(" ")}
  *__weft_mark = 0; ${end}
}`,
  };
}

/** What around advice in a running kernel can't ask for; undefined where it is fine. */
export function notAround({ match, body }: Level): Unweavable | undefined {
  const asks = [...body.use.modes.keys(), ...bindingKeys(match)];
  return asks.includes("pc")
    ? refusal(
        "around advice that asks for `tjp->pc`",
        "It runs in place of the function, at no instruction of it.",
      )
    : undefined;
}

function refuseWide(entity: FunctionEntity, { speller }: WeaveSite): void {
  if (entity.variadic)
    throw refusal("around advice on a function with `...`", "What it was given can't be handed on.");
  const types = [entity.result, ...entity.parameters.map(({ type }) => type)].map(speller.canonical);
  if (types.some(({ kind }) => kind === "record"))
    throw refusal("around advice on a function that takes or gives structures", "");
  if (types.some(({ kind, spelling }) => kind === "builtin" && WIDE.test(spelling)))
    throw refusal(
      "around advice on a function that takes or gives more than four bytes at once",
      "Where compilers put these differs.",
    );
}

function refusal(what: string, why: string): Unweavable {
  return new Unweavable(
    "not-live",
    `${what} can't be woven into a running kernel`,
    `${why} Weave it when the kernel is built.`.trim(),
  );
}
