/** How a call is written: what stands before its arguments, and the arguments that it leaves to the compiler. */
import type { CallShadow, FunctionEntity } from "../../../model/index.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxLevel } from "../operation.js";
import { parametersBefore, splitAtCommas } from "../types/template-header.js";
import { wordsOf } from "../types/token-text.js";
import { defaultArguments } from "./default-arguments.js";

interface WrittenArgument {
  readonly text: string;
  readonly isValue: boolean;
  /** Of a template: how a parameter that takes it is declared, `template <class> class`. */
  readonly template?: string;
}

export interface Place {
  /** From the first byte that goes away to the end of `(`; operators have none. */
  readonly open?: { readonly start: number; readonly end: number };
  /** `(` of `(p->f)()`, before the object. */
  readonly parentheses: readonly Token[];
  /** The callee as written, without template arguments and parentheses: `Base::f`. */
  readonly name: string;
  /** Template arguments that are written out; their names mean what they mean here. */
  readonly templateArguments: readonly WrittenArgument[];
  readonly object: "none" | "this" | "value" | "pointer";
  /** Default arguments to be written out. */
  readonly defaults: readonly string[];
}

export function readPlace(
  shadow: CallShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  site: CxxSite,
): Place {
  const { text } = site;
  const { object, range, callee } = shadow;
  const kind = objectKind(shadow, entity, site);
  if (shadow.form !== undefined)
    return { parentheses: [], name: "", templateArguments: [], object: kind, defaults: [] };
  if (/^operator\s*""/.test(entity.name) && !/^operator/.test(text.slice(callee.start, callee.end)))
    throw new Unweavable(
      "user-literal",
      `a literal of '${entity.name}' has no arguments that could be passed on`,
      "Advise the execution of the operator, or call it by its name.",
    );
  const before = kind === "none" || kind === "this" ? undefined : object?.range;
  const from = before?.end ?? range.start;
  const tokens = tokenize(text, from, range.end);
  let depth = 0;
  let open = tokens.length - 1;
  for (; open >= 0; open--) {
    const word = tokens[open]?.text;
    if (word === ")" || word === "]" || word === "}") depth++;
    if ((word === "(" || word === "[" || word === "{") && --depth === 0) break;
  }
  const bracket = tokens[open];
  if (
    bracket === undefined ||
    bracket.text !== "(" ||
    tokens.at(-1)?.text !== ")" ||
    bracket.start < callee.end
  )
    throw unclear();
  const written = withoutParentheses(tokens.slice(0, open), callee.end).filter(
    ({ text: word }, index) => !(index === 0 && (word === "." || word === "->")),
  );
  const after = written.findIndex(({ start }) => start >= callee.end);
  const hasArguments = after !== -1 && written[after]?.text === "<" && written.at(-1)?.text.endsWith(">");
  return {
    open: { start: from, end: bracket.end },
    parentheses: before === undefined ? [] : tokenize(text, range.start, before.start),
    name: wordsOf(hasArguments ? written.slice(0, after) : written),
    templateArguments: hasArguments ? writtenArguments(written.slice(after), shadow, entity, site) : [],
    object: kind,
    defaults: passesPack(shadow, site) ? [] : defaultArguments(shadow, entity, levels, site),
  };
}

/** `(f)`, `(*f)` and `(&f)` call `f` by its name. */
function withoutParentheses(callee: readonly Token[], nameEnd: number): readonly Token[] {
  const end = callee.findLastIndex(({ start, text }) => text !== ")" || start < nameEnd) + 1;
  if (end === callee.length) return callee;
  return callee.slice(
    callee.findIndex(({ text }) => !/^[(*&]$/.test(text)),
    end,
  );
}

/** `tokens` from `<` to `>`, which may be the second half of `>>`. */
function writtenArguments(
  tokens: readonly Token[],
  { templateValues = [] }: CallShadow,
  { nameRange }: FunctionEntity,
  { text: unit }: CxxSite,
): WrittenArgument[] {
  const parameters = parametersBefore(unit, Math.max(0, nameRange.start - 2000), nameRange.start) ?? [];
  const last = tokens.at(-1) as Token;
  const inner = [...tokens.slice(1, -1), ...(last.text === ">>" ? [{ ...last, text: ">" }] : [])];
  return splitAtCommas(inner).map((part, index) => {
    const start = part[0]?.start ?? 0;
    const end = part.at(-1)?.end ?? 0;
    const isValue = templateValues.some((value) => value.start >= start && value.start < end);
    const parameter = parameters[index];
    const taken = parameter?.kind === "other" ? { template: parameter.type } : {};
    return { text: wordsOf(part), isValue, ...taken };
  });
}

function objectKind(shadow: CallShadow, entity: FunctionEntity, { speller }: CxxSite): Place["object"] {
  const { object } = shadow;
  if (object === undefined) return "none";
  if (entity.isStatic) return "none";
  if (object.range.start === object.range.end) return "this";
  if (!object.arrow) return "value";
  if (speller.canonical(object.type).kind !== "pointer")
    throw new Unweavable(
      "smart-pointer",
      `call of '${entity.name}' through a class with operator ->`,
      "Write (*p).f() or advise the execution of the function.",
    );
  return "pointer";
}

export function unclear(): Unweavable {
  return new Unweavable(
    "unclear-text",
    "the call is written in a way that the weaver can't rewrite",
    "Please report this as a fault of Weft, with the line of code.",
  );
}

/** `f(a, args...)` */
export const passesPack = ({ arguments: given }: CallShadow, { text }: CxxSite): boolean =>
  given.some(
    ({ range }) =>
      /^\s*\.\.\./.test(text.slice(range.end, range.end + 40)) ||
      text.slice(range.start, range.end).endsWith("..."),
  );
