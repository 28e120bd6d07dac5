/**
 * How values travel between a wrapper and the hidden function that holds a body. Inlined, gcc keeps the copies of a
 * structure that a function takes or returns by value; so a structure that needs no constructor is taken by reference,
 * and made as a result where the wrapper holds it.
 */
import type { ExecutionShadow, FunctionEntity, TextRange } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxLevel } from "../operation.js";
import { passesVariadic, VARIADIC_PARAMETER } from "./variadic-body.js";

export interface Passage {
  /** Type of the result that is made in its place: the function takes that place first, and returns nothing. */
  readonly madeResult?: string;
  /** Types of the parameters that are taken by reference, by index. */
  readonly byReference: ReadonlyMap<number, string>;
}

const AT_RESULT = "__weft_at_result";

export function passageOf(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  { text, speller }: CxxSite,
): Passage {
  const { body, parameterList } = shadow;
  const isAround = levels.some(({ match }) => match.advice.kind === "around");
  const trailing = text.slice(parameterList.end, body.start);
  // What `decltype` says of a parameter, and a result written behind the parameters, stay as they are.
  if (shadow.inConstexpr === true || !isAround || trailing.includes("->")) return { byReference: new Map() };
  const isCopied = !levels.every(isBlind) || /\bdecltype\b/.test(text.slice(body.start, body.end));
  const structures = entity.parameters.flatMap(({ type }, index) =>
    isPlain(type) ? [[index, speller.spell(type)] as const] : [],
  );
  return {
    ...(isPlain(entity.result) ? { madeResult: speller.spell(entity.result) } : {}),
    byReference: new Map(isCopied ? [] : structures),
  };

  function isPlain(type: number): boolean {
    return speller.valueClass(type) === "class" && speller.isPlainClass(type);
  }
}

/** Advice that can't tell what the body makes of its parameters. */
function isBlind({ match: { advice, bindings }, scan }: CxxLevel): boolean {
  const looks = scan.functions.has("arg") || bindings.some(({ source }) => source.kind === "argument");
  if (scan.escapes || scan.proceeds > 1 || (looks && advice.kind === "after")) return false;
  return !scan.argumentsLater && advice.parameters.every(({ type }) => !/[&*]/.test(type));
}

/** The hidden function's parameters, of those that the function itself has. */
export function passedParameters(
  written: readonly string[],
  entity: FunctionEntity,
  { madeResult, byReference }: Passage,
): string {
  const own = written.map((text, index) => {
    const type = byReference.get(index);
    return type === undefined ? text : `${type} &${entity.parameters[index]?.name || `__weft_arg${index}`}`;
  });
  const fixed = entity.variadic
    ? [...own.filter((text) => text !== "..."), ...(passesVariadic(entity) ? [VARIADIC_PARAMETER] : [])]
    : own;
  if (madeResult === undefined) return fixed.join(", ");
  return [`${madeResult} *${AT_RESULT}`, ...fixed.filter((text) => !/^(?:void)?$/.test(text))].join(", ");
}

/** `return e;` becomes `{ new (place) T(e); return; }`, with its value where it stands. */
export function makeResults(returns: readonly TextRange[], { madeResult }: Passage, site: CxxSite): void {
  if (madeResult === undefined) return;
  for (const { start, end } of returns) {
    const tokens = tokenize(site.text, start, end);
    const semicolon = tokens.at(-1)?.text === ";" ? tokens.at(-1)!.start : end;
    site.replace(start, tokens[0]?.end ?? start, `{ new (::__weft_place_at(${AT_RESULT})) ${madeResult}(`);
    site.replace(semicolon, end, "); return; }");
  }
}
