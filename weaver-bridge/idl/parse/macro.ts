/**
 * Macro expansion over tokens. A token that a macro brings in gets the place of the macro's use; a token of an argument
 * keeps its own place. A macro is not expanded inside itself; the size of an expansion is bounded.
 */
import type { Macro } from "./define.js";
import type { Report } from "./report.js";
import type { Span } from "./source.js";
import { type Token, TokenKind } from "./token.js";

export interface Macros {
  readonly table: Map<string, Macro>;
  readonly report: Report;
  /** Tokens that expansion may still produce for this unit. */
  budget: number;
}

/** Where an expansion stands. */
interface Nesting {
  /** The macros that it stands in, outer ones first: these are not expanded again. */
  readonly active: readonly string[];
  /** Where the outermost of them is used; undefined for tokens that keep their own places. */
  readonly use: Span | undefined;
}

const OUTSIDE: Nesting = { active: [], use: undefined };

const MOST_TOKENS = 4_000_000;
const DEEPEST = 200;

export function makeMacros(report: Report): Macros {
  return { table: new Map(), report, budget: MOST_TOKENS };
}

/** Moves tokens from `at` to `output`, expanded, until the next directive; returns where it stopped. */
export function expandLine(macros: Macros, tokens: readonly Token[], at: number, output: Token[]): number {
  const { table } = macros;
  let next = at;
  while (next < tokens.length) {
    const token = tokens[next] as Token;
    if (token.kind === TokenKind.End) return next;
    if (next > at && token.lineStart && token.text === "#" && token.kind === TokenKind.Punctuator)
      return next;
    if (token.kind === TokenKind.Word && table.has(token.text)) {
      next = expandAt(macros, tokens, next, output, OUTSIDE);
    } else {
      output.push(token);
      next++;
    }
  }
  return next;
}

/** Expands the word at `at` (a macro's name) into `output`; returns the index behind what it used. */
function expandAt(
  macros: Macros,
  tokens: readonly Token[],
  at: number,
  output: Token[],
  { active, use }: Nesting,
): number {
  const token = tokens[at] as Token;
  const macro = macros.table.get(token.text) as Macro;
  if (active.includes(macro.name) || active.length > DEEPEST) {
    output.push(token);
    return at + 1;
  }
  const place = use ?? token;
  const inside: Nesting = { active: [...active, macro.name], use: place };
  if (macro.parameters === undefined) {
    rescan(macros, paste(placed(macro.body, token, place)), output, inside);
    return at + 1;
  }
  const call = readArguments(tokens, at + 1, macro);
  if (call === undefined) {
    output.push(token);
    return at + 1;
  }
  const wanted = macro.parameters.length;
  if (call.values.length !== wanted && !(macro.variadic && call.values.length === wanted - 1)) {
    macros.report.error(
      "idl/macro",
      token,
      `macro ${macro.name} takes ${wanted} arguments, ${call.values.length} given`,
      "Pass one argument for each parameter.",
    );
  }
  const filled = substitute(macros, macro, placed(macro.body, token, place), call.values, active);
  rescan(macros, paste(filled), output, inside);
  return call.end;
}

function rescan(macros: Macros, tokens: readonly Token[], output: Token[], nesting: Nesting): void {
  macros.budget -= tokens.length;
  if (macros.budget < 0) {
    if (nesting.use !== undefined)
      macros.report.error(
        "idl/macro",
        nesting.use,
        "macros expand to too much text",
        `Weft stops after ${MOST_TOKENS} tokens.`,
      );
    return;
  }
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    if (token.kind === TokenKind.Word && macros.table.has(token.text)) {
      at = expandAt(macros, tokens, at, output, nesting);
    } else {
      output.push(token);
      at++;
    }
  }
}

function placed(body: readonly Token[], first: Token, place: Span): Token[] {
  return body.map((token, index) => ({
    ...token,
    file: place.file,
    start: place.start,
    end: place.end,
    lineStart: index === 0 && first.lineStart,
    spaceBefore: index === 0 ? first.spaceBefore : token.spaceBefore,
  }));
}

/** Undefined when no `(` follows: then the name is just a name. */
function readArguments(
  tokens: readonly Token[],
  at: number,
  macro: Macro,
): { values: Token[][]; end: number } | undefined {
  if (tokens[at]?.text !== "(" || tokens[at]?.kind !== TokenKind.Punctuator) return undefined;
  const values: Token[][] = [[]];
  const most = macro.variadic ? (macro.parameters?.length ?? 1) : Number.POSITIVE_INFINITY;
  let open = 1;
  for (let next = at + 1; next < tokens.length; next++) {
    const token = tokens[next] as Token;
    if (token.kind === TokenKind.End) return undefined;
    if (token.kind === TokenKind.Punctuator) {
      if (token.text === "(") open++;
      else if (token.text === ")" && --open === 0) {
        const none = values.length === 1 && values[0]?.length === 0 && macro.parameters?.length === 0;
        return { values: none ? [] : values, end: next + 1 };
      } else if (token.text === "," && open === 1 && values.length < most) {
        values.push([]);
        continue;
      }
    }
    (values[values.length - 1] as Token[]).push(token);
  }
  return undefined;
}

/** The body of a macro with the arguments of a use in it, these expanded where neither `#` nor `##` is beside them. */
function substitute(
  macros: Macros,
  macro: Macro,
  body: readonly Token[],
  values: readonly Token[][],
  active: readonly string[],
): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < body.length; at++) {
    const token = body[at] as Token;
    const hash = token.text === "#" && token.kind === TokenKind.Punctuator;
    const parameter = parameterOf(macro, hash ? body[at + 1] : token);
    if (parameter === -1) {
      result.push(token);
      continue;
    }
    const value = values[parameter] ?? [];
    if (hash) {
      at++;
      const text = value
        .map((part, index) => (index > 0 && part.spaceBefore ? " " : "") + part.text)
        .join("");
      result.push({ ...token, kind: TokenKind.String, text: `"${text.replace(/["\\]/g, "\\$&")}"` });
    } else if (body[at + 1]?.text === "##" || body[at - 1]?.text === "##") {
      result.push(...value);
    } else {
      rescan(macros, value, result, { active, use: undefined });
    }
    if (result.length > macros.budget) return [];
  }
  return result;
}

function parameterOf(macro: Macro, token: Token | undefined): number {
  return token?.kind === TokenKind.Word ? (macro.parameters as readonly string[]).indexOf(token.text) : -1;
}

/** `a ## b` becomes one token. */
function paste(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => token.text === "##")) return tokens;
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const left = result[result.length - 1];
    const right = tokens[at + 1];
    if (token.text !== "##" || left === undefined || right === undefined) {
      if (token.text !== "##") result.push(token);
      continue;
    }
    result[result.length - 1] = { ...left, text: left.text + right.text };
    at++;
  }
  return result;
}
