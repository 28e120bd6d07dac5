/**
 * Around advice on a function with unnamed arguments, where the calling convention leaves them untouched for a jump
 * (i386: all arguments are on the stack, and the caller takes them away):
 *
 *     naked int f(const char *format, ...)      runs the advice with the address of the named arguments, then
 *                                               jumps to the original body, or returns the advice's result
 *
 * So the advice can go on with the original once it has finished itself: `proceed()` stands last on its path.
 */
import { factsOfTarget } from "../../../machine/index.js";
import type { FunctionEntity, TextRange } from "../../../model/index.js";
import { closingBracket, type Token, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import { chainStatements } from "../glue/advice-chain.js";
import { SYMBOL } from "../glue/generated-code.js";
import type { ContextItem, Level, Operation } from "../glue/operation.js";
import { declare } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import type { AdvisedExecution } from "./advised-execution.js";

/** Throws {@link Unweavable} where the advice or the target doesn't allow it. */
export function weaveVariadicAround(
  { shadow, entity, levels, operation }: AdvisedExecution,
  outlinedHeader: (symbol: string) => string,
  site: WeaveSite,
): void {
  const assembly = checkTarget(entity, operation, site);
  for (const level of levels) checkLevel(level, entity);
  const proceed = site.code.freshSymbol("__weft_proceed");
  const record = argumentRecord(entity, site);
  const run: Operation = {
    ...operation,
    items: new Map([...operation.items, ["goes_on", FLAG]]),
    needs: new Map([["goes_on", "pointer"]]),
    perform: (frame) =>
      `(${frame("goes_on")} = 1${operation.result === undefined ? "" : `, (${operation.result})0`})`,
  };
  const frame = (key: string) => (/^arg\d/.test(key) ? `__weft_arguments->${key}` : `__weft_${key}`);
  const statements = chainStatements(levels, run, frame, site.code);
  const { result } = operation;
  const variable = result === undefined ? "" : `${declare(result, "__weft_result")} = (${result})0; `;
  const answer = result === undefined ? "" : " | (unsigned long long)(unsigned long)__weft_result << 32";
  const decide = site.code.define(
    "__weft_decide",
    {
      marker: site.marker,
      header: `unsigned long long ${SYMBOL}(${record} *__weft_arguments)`,
      attributes: "used, noinline, regparm(0)",
      body: `{ ${variable}int __weft_goes_on = 0; (void)__weft_arguments; ${statements.join(" ")} return (unsigned)__weft_goes_on${answer}; }`,
      role: "shadow",
      artificial: true,
    },
    [],
    operation.description,
  );
  const text = assembly.decideFirst(decide, proceed);
  const { body, topLevel } = shadow;
  site.insert(topLevel, "__attribute__((naked)) ", "open");
  markUnused(shadow.parameterList, site);
  const header = outlinedHeader(proceed)
    .replace("static __inline", "static")
    .replace(
      /__attribute__\(\((?:always_inline, )?unused(?:, noinline)?\)\)/,
      "__attribute__((used, noinline))",
    );
  site.insert(body.start, site.glue(body.start, `{ __asm__("${text.join("\\n\\t")}"); } ${header} `), "open");
  site.code.note({ symbol: proceed, role: "proceed", effects: [], label: entity.name });
}

/** A naked function can't say `(void)parameter`. */
function markUnused({ start, end }: TextRange, site: WeaveSite): void {
  let depth = 0;
  tokenize(site.text, start, end).forEach(({ text, ...token }, index, tokens) => {
    const last = tokens[index - 1]?.text === "...";
    if ((depth === 1 && text === ",") || (depth === 1 && text === ")" && !last))
      site.insert(token.start, " __attribute__((unused))", "close");
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
  });
}

const FLAG: ContextItem = { type: "int", pointerType: "int *", assignable: true };

function argumentRecord(entity: FunctionEntity, { speller }: WeaveSite): string {
  const fields = entity.parameters.map(
    ({ type }, index) => `${declare(speller.parameter(type), `arg${index}`)} __attribute__((aligned(4)));`,
  );
  return `struct __attribute__((packed, aligned(4))) { ${fields.join(" ")} }`;
}

function checkTarget(entity: FunctionEntity, { result }: Operation, { target, speller }: WeaveSite) {
  const type = speller.canonical(entity.result);
  const inRegister =
    result === undefined ||
    type.kind === "pointer" ||
    type.kind === "enum" ||
    (type.kind === "builtin" && !/\b(?:long long|float|double|__int128|_Complex)\b/.test(type.spelling));
  const assembly = factsOfTarget(target)?.variadic;
  if (assembly !== undefined && inRegister) return assembly;
  throw new Unweavable(
    "varargs-around",
    `around advice on '${entity.name}', which takes a variable number of arguments`,
    inRegister
      ? "Its unnamed arguments can be passed on where all arguments are on the stack (i386), not on this target. Use before or after advice, or advise the calls instead."
      : "Its unnamed arguments can be passed on only where the result is an integer or a pointer of at most 32 bits. Use before or after advice, or advise the calls instead.",
  );
}

function checkLevel({ match, body }: Level, entity: FunctionEntity): void {
  const { kind } = match.advice;
  if (kind === "after")
    throw new Unweavable(
      "varargs-after-around",
      `after advice and around advice on '${entity.name}', which takes a variable number of arguments`,
      "With around advice, the function ends in a jump to its original code, behind which nothing can run. Drop one of the two.",
    );
  if (kind !== "around") return;
  const tokens = tokenize(body.text);
  tokens.forEach((token, index) => {
    if (token.text !== "proceed" || tokens[index - 1]?.text !== "->") return;
    if (
      isLast(tokens, index + 3) &&
      tokens[index - 3] !== undefined &&
      /^[;{})]$|^else$/.test(tokens[index - 3]!.text)
    )
      return;
    throw new Unweavable(
      "varargs-around",
      `around advice on '${entity.name}', which takes a variable number of arguments, goes on after proceed()`,
      "The original code is jumped to, so `tjp->proceed();` must be the last statement on its path. Use before and after advice instead.",
    );
  });
}

/** Nothing runs behind the statement that ends at `index`: blocks close, other branches are skipped. */
function isLast(tokens: readonly Token[], index: number): boolean {
  let at = index;
  if (tokens[at]?.text !== ";") return false;
  for (at++; at < tokens.length; ) {
    const { text } = tokens[at] as Token;
    if (text === "return" && tokens[at + 1]?.text === ";") return true;
    if (text === "else") at = statementEnd(tokens, at + 1);
    else if (text === "}" && !closesLoop(tokens, at)) at++;
    else return false;
  }
  return true;
}

function statementEnd(tokens: readonly Token[], start: number): number {
  let at = start;
  if (tokens[at]?.text === "if") {
    at = statementEnd(tokens, closingBracket(tokens, at + 1) + 1);
    return tokens[at]?.text === "else" ? statementEnd(tokens, at + 1) : at;
  }
  if (tokens[at]?.text === "{") return closingBracket(tokens, at) + 1;
  while (at < tokens.length && tokens[at]?.text !== ";") at = Math.max(at + 1, bracketEnd(tokens, at));
  return at + 1;
}

const bracketEnd = (tokens: readonly Token[], at: number) =>
  /^[([{]$/.test(tokens[at]?.text ?? "") ? closingBracket(tokens, at) + 1 : at;

/** The block that `}` at `close` ends is the body of a loop. */
function closesLoop(tokens: readonly Token[], close: number): boolean {
  let depth = 0;
  let at = close;
  for (; at >= 0; at--) {
    if (tokens[at]?.text === "}") depth++;
    if (tokens[at]?.text === "{" && --depth === 0) break;
  }
  if (tokens[at - 1]?.text === "do") return true;
  if (tokens[at - 1]?.text !== ")") return false;
  let open = at - 1;
  for (depth = 0; open >= 0; open--) {
    if (tokens[open]?.text === ")") depth++;
    if (tokens[open]?.text === "(" && --depth === 0) break;
  }
  return /^(?:for|while|switch)$/.test(tokens[open - 1]?.text ?? "");
}
