/** `#define` to a macro. Knows nothing of how macros expand. */
import type { Report } from "./report.js";
import { type Token, TokenKind } from "./token.js";

export interface Macro {
  readonly name: string;
  /** Undefined for an object-like macro. */
  readonly parameters: readonly string[] | undefined;
  readonly variadic: boolean;
  readonly body: readonly Token[];
}

/** `tokens` follow the word `define`. Undefined, with a problem, when they make no macro. */
export function parseDefine(tokens: readonly Token[], report: Report, place?: Token): Macro | undefined {
  const name = tokens[0];
  if (name === undefined || name.kind !== TokenKind.Word) {
    const at = name ?? place;
    if (at !== undefined)
      report.error(
        "idl/directive",
        at,
        "#define needs a name",
        "Write #define NAME or #define NAME(parameter) and the text it stands for.",
      );
    return undefined;
  }
  const open = tokens[1];
  if (open === undefined || open.text !== "(" || open.spaceBefore)
    return { name: name.text, parameters: undefined, variadic: false, body: tokens.slice(1) };
  return functionLike(name, tokens, report);
}

function functionLike(name: Token, tokens: readonly Token[], report: Report): Macro | undefined {
  const parameters: string[] = [];
  let variadic = false;
  for (let at = 2; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.text === ")") return { name: name.text, parameters, variadic, body: tokens.slice(at + 1) };
    if (token.text === "...") {
      variadic = true;
      if (tokens[at - 1]?.text === "," || tokens[at - 1]?.text === "(") parameters.push("__VA_ARGS__");
    } else if (token.kind === TokenKind.Word) parameters.push(token.text);
    else if (token.text !== ",") break;
  }
  report.error(
    "idl/directive",
    name,
    `the parameters of macro ${name.text} do not end`,
    "Close them with ).",
  );
  return undefined;
}
