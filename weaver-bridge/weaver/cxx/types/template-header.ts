/** `template <class T, int N>` in front of a declaration. */
import type { FunctionEntity } from "../../../model/index.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import { wordsOf } from "./token-text.js";

/** `template <…>` clauses at the front, and what follows them. */
export function splitTemplate(tokens: readonly Token[]): { clauses: Token[][]; rest: Token[] } {
  let at = 0;
  const clauses: Token[][] = [];
  while (tokens[at]?.text === "template") {
    const end = endOfClause(tokens, at);
    const clause = clauseOf(tokens, at, end);
    // An explicit specialisation is an ordinary function.
    if (clause.length > 3) clauses.push(clause);
    at = end + 1;
  }
  return { clauses, rest: tokens.slice(at) };
}

/** From `template` to `>`, which may be the second half of `>>`. */
function clauseOf(tokens: readonly Token[], at: number, end: number): Token[] {
  const clause = tokens.slice(at, end + 1);
  const last = clause.at(-1);
  if (last?.text !== ">>") return clause;
  const middle = last.start + 1;
  return [...clause.slice(0, -1), { ...last, text: ">", end: middle }, { ...last, text: ">", start: middle }];
}

/** Index of the last `>`. */
function endOfClause(tokens: readonly Token[], at: number): number {
  let depth = 0;
  let brackets = 0;
  let end = at + 1;
  for (; end < tokens.length; end++) {
    const token = tokens[end] as Token;
    if (/^[([{]$/.test(token.text)) brackets++;
    if (/^[)\]}]$/.test(token.text)) brackets--;
    if (brackets === 0) depth += angles(token);
    if (depth <= 0) break;
  }
  return end;
}

const angles = ({ text }: Token) => (text === "<" ? 1 : text === ">" ? -1 : text === ">>" ? -2 : 0);

export interface TemplateParameter {
  /** `other`: a template. */
  readonly kind: "type" | "value" | "other";
  readonly name: string;
  /** Of a value: `int`. Of a template: `template <class> class`. */
  readonly type: string;
  readonly isPack: boolean;
}

/** Of the clause that ends last before `end`; undefined without one. */
export function parametersBefore(text: string, start: number, end: number): TemplateParameter[] | undefined {
  const tokens = tokenize(text, start, end);
  const at = tokens.findLastIndex(
    (token, index) => token.text === "template" && !/^[<,]$/.test(tokens[index - 1]?.text ?? ""),
  );
  return at === -1 ? undefined : templateParameters(clauseOf(tokens, at, endOfClause(tokens, at)));
}

/** Parameters or arguments, of what stands between their brackets; `<` and `>` count as brackets outside of others. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let angle = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token.text)) depth++;
    else if (/^[)\]}]$/.test(token.text)) depth--;
    else if (depth === 0) angle += angles(token);
    if (token.text === "," && depth === 0 && angle <= 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const endOfInner = (tokens: readonly Token[]) =>
  tokens[0]?.text === "template" ? endOfClause(tokens, 0) : 0;

/** What ends the type of a parameter without a name. */
const TYPE_WORD = /^(?:class|typename|(?:un)?signed|bool|char\w*|wchar_t|short|int|long|auto|float|double)$/;
const QUALIFIER = /^(?:const|volatile)$/;

/** Index of `f` in `int (C::*f)(int)`, -1 without a name. */
const declaratorName = (tokens: readonly Token[]) =>
  tokens.findIndex(
    ({ kind }, index) =>
      kind === "identifier" &&
      /^(?:\*|&|&&)$/.test(tokens[index - 1]?.text ?? "") &&
      tokens[index + 1]?.text === ")",
  );

/** `clause` from `template` to `>`. */
export function templateParameters(clause: readonly Token[]): TemplateParameter[] {
  return splitAtCommas(clause.slice(2, -1)).map((all): TemplateParameter => {
    const equals = all.findIndex(({ text }) => text === "=");
    const tokens = equals === -1 ? all : all.slice(0, equals);
    const last = tokens.at(-1);
    const first = tokens[0]?.text;
    // `template <class...> class C` takes a template of many.
    const isPack = tokens.slice(endOfInner(tokens)).some(({ text }) => text === "...");
    // `typename C::type` is the type of a value.
    const isType = (first === "class" || first === "typename") && tokens.every(({ text }) => text !== "::");
    const isNamed =
      last?.kind === "identifier" &&
      !TYPE_WORD.test(last.text) &&
      tokens.slice(0, -1).some(({ text }) => !QUALIFIER.test(text)) &&
      !/^(?:::|enum|struct|union)$/.test(tokens.at(-2)?.text ?? "");
    const at = isNamed ? tokens.length - 1 : isType ? -1 : declaratorName(tokens);
    const name = tokens[at]?.text ?? "";
    const type = tokens.filter(({ text }, index) => text !== "..." && index !== at);
    return {
      kind: isType ? "type" : first === "template" ? "other" : "value",
      name,
      type: isType ? "" : wordsOf(type),
      isPack,
    };
  });
}

/** A parameter as it is without what follows `=`. */
export function withoutDefault(tokens: readonly Token[]): Token[] {
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
    if (depth === 0 && text === "=") return tokens.slice(0, index);
  }
  return [...tokens];
}

/** `template <class T, class>` of `template <class T, class = X>`. */
export const withoutDefaults = (clause: readonly Token[]) =>
  `template <${splitAtCommas(clause.slice(2, -1))
    .map((parameter) => wordsOf(withoutDefault(parameter)))
    .join(", ")}>`;

/** Not only a member of a class template. */
export const isOwnTemplate = ({ usr }: FunctionEntity) => usr.includes("@FT@");
