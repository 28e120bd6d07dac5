/**
 * Reads an `.ah` file, or any source with aspect keywords: aspects (also in namespaces and classes), slices,
 * attributes, named pointcuts, and the ordinary code around them. Any text is accepted, in time linear in its length;
 * what is wrong becomes a problem at its characters and what is right stays usable. Start reading at
 * {@link parseAspectFile}; aspects, advice, slices and members have files of their own.
 */
import type { AspectFile, Problem, TextRange } from "../model/index.js";
import { parseKlasyFile } from "./klasy/klasy-aspects.js";
import { isKlasyFile } from "./klasy/klasy-tree.js";
import { checkAspectFile } from "./syntax/check-aspect-file.js";
import { createConditionals } from "./syntax/conditionals.js";
import { parseAdvice } from "./syntax/parse-advice.js";
import { parseAspect, startsAspect } from "./syntax/parse-aspect.js";
import { parseAttribute, startsAttribute } from "./syntax/parse-attribute.js";
import { parseNamedPointcut, startsPointcut } from "./syntax/parse-named-pointcut.js";
import { parseSlice, startsSlice } from "./syntax/parse-slice.js";
import type { ParserState } from "./syntax/parser-state.js";
import { Prelude } from "./syntax/prelude.js";
import { createProblemSink, type ProblemSink } from "./syntax/problem-sink.js";
import { scanToken } from "./syntax/scan-token.js";
import { attachSliceMembers } from "./syntax/slice-members.js";
import { createTokenCursor, type TokenCursor } from "./syntax/token-cursor.js";

/** Also of KLASY files. `text` is latin1; all ranges in the result are byte offsets in it. Never throws. */
export function parseAspectFile(file: string, text: string): AspectFile {
  return isKlasyFile(file) ? parseKlasyFile(file, text) : parse(file, text, false);
}

/**
 * An ordinary source or header in which the aspect keywords are keywords (`-k`). Cheap when it has none of them.
 * `text` is latin1, not preprocessed. Never throws.
 */
export function parseAspectSource(file: string, text: string): AspectFile {
  if (!/\b(?:aspect|pointcut|advice|slice|attribute)\b/.test(text))
    return { file, text, aspects: [], prelude: [], pointcuts: [], ordinarySource: true, problems: [] };
  return parse(file, text, true);
}

function parse(file: string, text: string, isOrdinary: boolean): AspectFile {
  const sink = createProblemSink(file, text);
  const cursor = createTokenCursor(text);
  const parser: ParserState = {
    cursor,
    sink,
    conditionals: createConditionals(text, sink),
    aspects: [],
    pointcuts: [],
    slices: [],
    sliceMembers: [],
    attributes: [],
    forwards: [],
  };
  const prelude = new Prelude(cursor);
  while (cursor.token.kind !== "end") parseAtFileScope(parser, prelude);
  prelude.end();
  reportOpenComment(cursor, sink);
  if (!isOrdinary) {
    reportOpenScope(prelude.open, sink);
    for (const range of prelude.ranges) reportHiddenAdvice(range, text, sink);
  }
  attachSliceMembers(parser);
  const usings = prelude.usings;
  const result = {
    file,
    text,
    aspects: parser.aspects.sort((a, b) => a.range.start - b.range.start),
    prelude: isOrdinary ? [] : prelude.ranges,
    pointcuts: parser.pointcuts,
    ...(parser.slices.length === 0 ? {} : { slices: parser.slices }),
    ...(parser.attributes.length === 0 ? {} : { attributes: parser.attributes }),
    ...(parser.forwards.length === 0 ? {} : { forwards: parser.forwards }),
    ...(usings.length === 0 ? {} : { usings }),
    ...(isOrdinary ? { ordinarySource: true } : {}),
  };
  checkAspectFile(result, sink);
  return { ...result, problems: sink.problems.sort(byPlace) };
}

function byPlace(a: Problem, b: Problem): number {
  const [left, right] = [a.range, b.range];
  if (left === undefined || right === undefined) return 0;
  return left.startLine - right.startLine || left.startColumn - right.startColumn;
}

function parseAtFileScope(parser: ParserState, prelude: Prelude): void {
  const { cursor } = parser;
  if (cursor.token.kind === "directive") {
    parser.conditionals.follow(cursor.token);
    prelude.add();
  } else if (startsAspect(cursor)) {
    prelude.end();
    parseAspect(parser, prelude.scope);
  } else if (startsPointcut(cursor)) {
    prelude.end();
    parser.conditionals.guard(cursor.token);
    const pointcut = parseNamedPointcut(parser, [...prelude.scope, ""].join("::"));
    if (pointcut !== undefined) parser.pointcuts.push(pointcut);
  } else if (cursor.at("advice")) {
    prelude.end();
    parseStrayAdvice(parser);
  } else if (startsSlice(cursor)) {
    prelude.end();
    parser.conditionals.guard(cursor.token);
    parseSlice(parser, prelude.scope);
  } else if (startsAttribute(cursor)) {
    prelude.end();
    parseAttribute(parser, prelude.scope);
  } else if (!prelude.openScope() && !prelude.closeScope()) prelude.addDeclaration();
}

function parseStrayAdvice(parser: ParserState): void {
  const { cursor, sink } = parser;
  reportStrayAdvice(cursor.token, sink);
  const column = cursor.column;
  parseAdvice(parser, { aspect: "", column, advice: [], order: [], introductions: [] });
}

function reportStrayAdvice({ start, end }: TextRange, sink: ProblemSink): void {
  sink.error(
    "aspect/advice-outside",
    { start, end },
    "advice stands outside an aspect",
    "Move it into `aspect NAME { ... };`.",
  );
}

function reportOpenScope(head: TextRange | undefined, sink: ProblemSink): void {
  if (head === undefined) return;
  const brace = { start: head.end - 1, end: head.end };
  sink.error("aspect/missing-brace", brace, "`{` has no `}`", "Close it.");
}

/** Advice in the braces of what is no aspect: `aspct A { advice ... };`. */
function reportHiddenAdvice({ start, end }: TextRange, text: string, sink: ProblemSink): void {
  if (!text.slice(start, end).includes("advice")) return;
  for (let token = scanToken(text, start); token.start < end && token.kind !== "end"; ) {
    const { start: from, end: to } = token;
    if (token.kind === "identifier" && text.slice(from, to) === "advice") {
      reportStrayAdvice(token, sink);
      return;
    }
    token = scanToken(text, to);
  }
}

function reportOpenComment(cursor: TokenCursor, sink: ProblemSink): void {
  const open = cursor.token.unterminatedComment;
  if (open !== undefined)
    sink.error(
      "aspect/unterminated-comment",
      { start: open, end: open + 2 },
      "the comment has no `*/`",
      "Close it.",
    );
}
