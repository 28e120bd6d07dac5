/**
 * Semantic colours of what is not C in an `.ah` file: pointcut functions, named pointcuts, the parts of match
 * expressions, context variables, advice kinds, aspects. Works on half-typed pointcuts; C is clangd's.
 */
import { withoutComments } from "@weft/weaver-bridge/c-text";
import { POINTCUT_FUNCTIONS } from "@weft/weaver-bridge/pointcut";
import type { AspectDocument } from "../../workspace/index.js";
import { type PatternTokenKind, patternTokens } from "../pointcuts/pattern-tokens.js";
import { pointcutRanges } from "../pointcuts/pointcut-at.js";

/** Names of LSP's standard token types, so that every theme has a colour for them. */
export type AspectTokenType =
  | "function"
  | "macro"
  | "class"
  | "namespace"
  | "type"
  | "variable"
  | "property"
  | "parameter"
  | "keyword"
  | "operator"
  | "regexp"
  | "number"
  | "modifier";

export interface AspectToken {
  /** UTF-16 offset. */
  readonly start: number;
  readonly length: number;
  readonly type: AspectTokenType;
  readonly isDeclaration?: boolean;
}

const FUNCTIONS = new Set(POINTCUT_FUNCTIONS.map(({ name }) => name));
const DATA = /^(?:get|set|ref|access)$/;

/** In order, without overlaps. */
export function aspectTokens(document: AspectDocument): AspectToken[] {
  const { text } = document.source;
  const tokens = [...declarations(document)];
  const masked = withoutComments(text);
  for (const { start, end } of pointcutRanges(text))
    tokens.push(...tokensOfPointcut(masked.slice(start, end), start));
  return tokens
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.start - b.start)
    .filter((token, index, all) => index === 0 || token.start >= endOf(all[index - 1] as AspectToken));
}

function endOf({ start, length }: AspectToken): number {
  return start + length;
}

function declarations(document: AspectDocument): AspectToken[] {
  const { file, source } = document;
  const { bytes } = source;
  const token = (range: { start: number; end: number }, type: AspectTokenType): AspectToken => {
    const start = bytes.toUtf16(range.start);
    return { start, length: bytes.toUtf16(range.end) - start, type, isDeclaration: true };
  };
  const pointcuts = [...file.pointcuts, ...file.aspects.flatMap((aspect) => aspect.pointcuts)];
  const advice = file.aspects.flatMap((aspect) => aspect.advice);
  return [
    ...file.aspects.map(({ nameRange }) => token(nameRange, "class")),
    ...pointcuts.map(({ nameRange }) => token(nameRange, "macro")),
    ...advice.flatMap(({ header, pointcut, kind }) => {
      const text = file.text.slice(pointcut.range.end, header.end);
      const at = text.search(new RegExp(`\\b${kind}\\b`));
      const start = pointcut.range.end + at;
      return at === -1 ? [] : [token({ start, end: start + kind.length }, "keyword")];
    }),
    ...[...pointcuts, ...advice].flatMap(({ parameters }) =>
      parameters.flatMap(({ name, range }) => {
        const at = file.text.slice(range.start, range.end).lastIndexOf(name);
        const start = range.start + at;
        return at === -1 ? [] : [token({ start, end: start + name.length }, "parameter")];
      }),
    ),
  ];
}

const WORDS = /"((?:[^"\\\n]|\\.)*)"?|(?:::)?[A-Za-z_]\w*(?:::\w+)*|&&|\|\||!/g;

function tokensOfPointcut(text: string, offset: number): AspectToken[] {
  const tokens: AspectToken[] = [];
  let around = "";
  for (const found of text.matchAll(WORDS)) {
    const start = offset + found.index;
    const [word] = found;
    if (word.startsWith('"')) {
      if (!word.includes("\\")) tokens.push(...tokensOfPattern(found[1] ?? "", start + 1, around));
      continue;
    }
    const isCalled = /^\s*\(/.test(text.slice(found.index + word.length));
    if (isCalled) around = word;
    const type: AspectTokenType = /^[&|!]/.test(word)
      ? "operator"
      : !isCalled
        ? "parameter"
        : FUNCTIONS.has(word)
          ? "function"
          : "macro";
    tokens.push({ start, length: word.length, type });
  }
  return tokens;
}

const TYPES: Readonly<Record<PatternTokenKind, AspectTokenType>> = {
  wildcard: "regexp",
  scope: "namespace",
  name: "variable",
  type: "type",
  modifier: "keyword",
  number: "number",
};

function tokensOfPattern(text: string, offset: number, around: string): AspectToken[] {
  if (around === "file" || around === "operation")
    return [...text.matchAll(/%|\.\.\./g)].map((found) => ({
      start: offset + found.index,
      length: found[0].length,
      type: "regexp" as const,
    }));
  return patternTokens(text).flatMap(({ kind, start, text: word, isFunction }): AspectToken[] => {
    const type =
      kind !== "name"
        ? TYPES[kind]
        : isFunction === true
          ? "function"
          : DATA.test(around)
            ? "property"
            : "variable";
    return piecesOf(word, type).map(({ at, length, type: own }) => ({
      start: offset + start + at,
      length,
      type: own,
    }));
  });
}

/** `%` inside a name stands out. */
function piecesOf(
  word: string,
  type: AspectTokenType,
): { at: number; length: number; type: AspectTokenType }[] {
  return [...word.matchAll(/%+|[^%]+/g)].map((found) => ({
    at: found.index,
    length: found[0].length,
    type: found[0].startsWith("%") || word === "..." ? "regexp" : type,
  }));
}
