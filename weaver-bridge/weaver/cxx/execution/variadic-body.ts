/**
 * Around advice on a function with unnamed arguments. Only the function itself can find them, so it does, once; the
 * hidden body gets their list, and each `va_start` in it begins with a copy of that:
 *
 *     int f(int n, ...) { va_list l; va_start(l, n); return ::__weft::…(n, l); }
 *     int __weft_proceed_0(int n, va_list *at) { va_list l; va_copy(l, *at); … }
 */
import type { ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { JoinPointValue } from "../operation.js";

export const VARIADIC = "variadic";

const LIST = "__weft_variadic";

/** The unnamed arguments as a value of the join point. */
export const VARIADIC_VALUE: JoinPointValue = {
  type: "__builtin_va_list",
  parameter: { declaration: `__builtin_va_list &${LIST}`, passed: LIST },
  lvalue: LIST,
};

/** The hidden body's last parameter. */
export const VARIADIC_PARAMETER = `__builtin_va_list *${LIST}`;

/** Whether there is anything to pass on: without a named argument, nobody can find the others. */
export const passesVariadic = ({ variadic, parameters }: FunctionEntity) => variadic && parameters.length > 0;

/** Statements of the function itself, before it calls the wrapper. */
export function startVariadic({ parameters }: FunctionEntity): string {
  const index = parameters.length - 1;
  return `__builtin_va_list ${LIST}; __builtin_va_start(${LIST}, ${parameters[index]!.name || `__weft_arg${index}`}); `;
}

/** Has the body begin with a copy wherever it begins with the arguments. */
export function copyVariadic({ body }: ExecutionShadow, { name }: FunctionEntity, site: CxxSite): void {
  const tokens = tokenize(site.text, body.start, body.end);
  tokens.forEach(({ text, start, end }, index) => {
    if (/^__builtin_(?:apply_args|va_arg_pack(?:_len)?|return)$/.test(text)) throw hidden(name, text);
    if (!/^__builtin_(?:c23_)?va_start$/.test(text)) return;
    const close = closingBracket(tokens, index + 1);
    let depth = 0;
    const comma = tokens.slice(index + 1, close).find((token) => {
      if (/^[([{]$/.test(token.text)) depth++;
      if (/^[)\]}]$/.test(token.text)) depth--;
      return depth === 1 && token.text === ",";
    });
    const last = tokens[close];
    if (comma === undefined || last === undefined) throw hidden(name, text);
    site.replace(start, end, "__builtin_va_copy");
    site.replace(comma.end, last.start, ` *${LIST}`);
  });
}

function hidden(name: string, how: string): Unweavable {
  return new Unweavable(
    "varargs-around",
    `around advice on '${name}', which takes its unnamed arguments with ${how}`,
    "Advice can pass on what va_start finds. Use before or after advice, or advise the calls instead.",
  );
}
