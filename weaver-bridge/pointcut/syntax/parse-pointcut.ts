/**
 * Reads pointcut expressions: `execution("% sys_%(...)") && !within("% boot(...)")`. Half-typed text is the normal
 * case: the first mistake is reported at its characters and the whole expression becomes `broken`, which matches
 * nothing. What the names mean and whether kinds fit is checked elsewhere.
 */
import type { PointcutExpression, Problem, TextRange } from "../../model/index.js";
import { parseFilePattern } from "../patterns/file-pattern.js";
import { operationPatterns } from "../patterns/operation-pattern.js";
import { parseMatchExpression, parseTypePattern } from "../patterns/parse-match-expression.js";
import { checkPointcut } from "./check-pointcut.js";
import { didYouMean } from "./nearest-names.js";
import { POINTCUT_FUNCTIONS, type PointcutFunction, pointcutFunction } from "./pointcut-functions.js";
import { createProblemSink, type ProblemSink } from "./problem-sink.js";
import { readStringLiteral } from "./string-literal.js";
import { createTokenCursor, type TokenCursor } from "./token-cursor.js";

/** A pointcut given alone, as on the command line. Ranges count in `text`; problems name `file`. Never throws. */
export function parsePointcut(
  text: string,
  file = "<pointcut>",
): { value: PointcutExpression; problems: readonly Problem[] } {
  const sink = createProblemSink(file, text);
  const cursor = createTokenCursor(text);
  let value = parsePointcutExpression(cursor, sink);
  if (value.kind !== "broken" && cursor.token.kind !== "end") {
    sink.error(
      "pointcut/text-after-end",
      cursor.token,
      `unexpected \`${cursor.textOf(cursor.token)}\` after the pointcut`,
      "Join expressions with `&&` or `||`.",
    );
    value = { kind: "broken", range: { start: 0, end: text.length } };
  }
  checkPointcut(value, { sink });
  return { value, problems: sink.problems };
}

/** Parses at the cursor and leaves it behind the expression, or at the mistake. */
export function parsePointcutExpression(cursor: TokenCursor, sink: ProblemSink): PointcutExpression {
  const start = cursor.token.start;
  const parser: Parser = { cursor, sink, nodes: 0, damaged: false };
  try {
    const value = parseOr(parser, 0);
    return parser.damaged ? { kind: "broken", range: value.range } : value;
  } catch (failure) {
    if (!(failure instanceof PointcutFailure)) throw failure;
    return { kind: "broken", range: { start, end: Math.max(start, cursor.lastEnd) } };
  }
}

interface Parser {
  readonly cursor: TokenCursor;
  readonly sink: ProblemSink;
  nodes: number;
  /** A match expression in it is wrong; its problem is reported, parsing goes on. */
  damaged: boolean;
}

class PointcutFailure extends Error {}

const DEPTH_LIMIT = 100;
const NODE_LIMIT = 2000;

function fail(parser: Parser, code: string, range: TextRange, message: string, hint?: string): never {
  parser.sink.error(`pointcut/${code}`, range, message, hint);
  throw new PointcutFailure();
}

function parseOr(parser: Parser, depth: number): PointcutExpression {
  return parseBinary(parser, "||", "or", () =>
    parseBinary(parser, "&&", "and", () => parseUnary(parser, depth)),
  );
}

function parseBinary(
  parser: Parser,
  operator: string,
  kind: "and" | "or",
  operand: () => PointcutExpression,
): PointcutExpression {
  const { cursor } = parser;
  let left = operand();
  for (;;) {
    if (cursor.at(operator.slice(0, 1)))
      fail(
        parser,
        "single-operator",
        cursor.token,
        `\`${operator.slice(0, 1)}\` is not an operator here`,
        `Write \`${operator}\`.`,
      );
    if (!cursor.accept(operator)) return left;
    const right = operand();
    left = { kind, left, right, range: { start: left.range.start, end: right.range.end } };
  }
}

function parseUnary(parser: Parser, depth: number): PointcutExpression {
  const { cursor } = parser;
  if (depth > DEPTH_LIMIT || parser.nodes++ > NODE_LIMIT)
    fail(parser, "too-complex", cursor.token, "the pointcut is too large", "Split it into named pointcuts.");
  const { token } = cursor;
  if (cursor.accept("!")) {
    const operand = parseUnary(parser, depth + 1);
    return { kind: "not", operand, range: { start: token.start, end: operand.range.end } };
  }
  if (cursor.accept("(")) {
    const inner = parseOr(parser, depth + 1);
    expectClosing(parser, token);
    return { ...inner, range: { start: token.start, end: cursor.lastEnd } };
  }
  if (token.kind === "string") return parseMatch(parser, "name");
  if (token.kind === "identifier" || cursor.at("::")) return parseNamed(parser, depth);
  return failExpected(parser);
}

function failExpected(parser: Parser): never {
  const { cursor } = parser;
  const found = cursor.token.kind === "end" ? "the end of the text" : `\`${cursor.textOf(cursor.token)}\``;
  const range = cursor.token.kind === "end" ? behindLast(cursor) : cursor.token;
  return fail(
    parser,
    "expected-pointcut",
    range,
    `a pointcut is missing before ${found}`,
    'Write for example `execution("% f(...)")` or `call("% f(...)") && within("% g(...)")`.',
  );
}

/** The last character read, so that a problem at the end of the text has something to mark. */
function behindLast(cursor: TokenCursor): TextRange {
  return { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd };
}

function expectClosing(parser: Parser, open: TextRange): void {
  if (parser.cursor.accept(")")) return;
  const { cursor } = parser;
  if (cursor.token.kind === "string" || cursor.token.kind === "identifier")
    fail(
      parser,
      "missing-operator",
      cursor.token,
      "`&&`, `||` or `)` is missing here",
      "Join expressions with `&&` or `||`.",
    );
  fail(
    parser,
    "missing-bracket",
    { start: open.start, end: Math.max(open.end, cursor.lastEnd) },
    "`(` has no `)`",
    "Close the bracket.",
  );
}

/** `how` says what the string is to be checked as. */
function parseMatch(parser: Parser, how: StringKind): PointcutExpression {
  const { cursor } = parser;
  const start = cursor.token.start;
  let text = "";
  const places: number[] = [];
  while (cursor.token.kind === "string") {
    const literal = readStringLiteral(cursor.text, cursor.token);
    if ("problem" in literal) {
      if (literal.resumeAt !== undefined) cursor.jump(literal.resumeAt);
      else cursor.take();
      fail(
        parser,
        literal.problem.code,
        literal.problem.range,
        literal.problem.message,
        literal.problem.hint,
      );
    }
    text += literal.value;
    places.push(...literal.places);
    cursor.take();
  }
  places.push(cursor.lastEnd - 1);
  const range = { start, end: cursor.lastEnd };
  const wrong = problemOf(text, how);
  if (wrong === undefined) return { kind: "match", text, range };
  parser.damaged = true;
  const from = places[Math.min(wrong.range.start, places.length - 1)] as number;
  const to =
    wrong.range.end > wrong.range.start
      ? (places[Math.min(wrong.range.end, places.length) - 1] as number) + 1
      : from + 1;
  parser.sink.error(wrong.code, { start: from, end: Math.max(to, from + 1) }, wrong.message, wrong.hint);
  return { kind: "broken", range };
}

function stringKindOf({ takes }: PointcutFunction): StringKind {
  if (takes === "file" || takes === "operation") return takes;
  return takes === "local" ? "name" : "type";
}

/** What a string is read as. */
type StringKind = "name" | "type" | "file" | "operation";

function problemOf(text: string, how: StringKind) {
  if (how === "operation")
    return operationPatterns(text) !== undefined
      ? undefined
      : {
          code: "pointcut/operation-pattern",
          range: { start: 0, end: text.length },
          message: "this names no operation of an interface",
          hint: 'Write its path in IDL, for example operation("fs::Files::open") or operation("fs::Files::%").',
        };
  if (how === "file")
    return parseFilePattern(text).components.length > 0
      ? undefined
      : {
          code: "pointcut/empty-pattern",
          range: { start: 0, end: text.length },
          message: "the file pattern is empty",
          hint: 'Write for example file("kernel/sched/%.c").',
        };
  return (how === "type" ? parseTypePattern(text) : parseMatchExpression(text)).problems[0];
}

/** A pointcut function or a named pointcut. */
function parseNamed(parser: Parser, depth: number): PointcutExpression {
  const { cursor } = parser;
  const start = cursor.token.start;
  const name = parseName(parser);
  const nameRange = { start, end: cursor.lastEnd };
  const open = cursor.token;
  const known = pointcutFunction(name);
  if (!cursor.accept("("))
    fail(
      parser,
      "missing-arguments",
      nameRange,
      `\`${name}\` needs an argument list`,
      hintForBareName(name, known),
    );
  if (known === undefined) return parseReference(parser, name, nameRange, open);
  const list = parseArguments(parser, known, depth);
  expectClosing(parser, open);
  const range = { start, end: cursor.lastEnd };
  checkCount(parser, known, list.length, range);
  return { kind: "function", name, arguments: list, range };
}

function hintForBareName(name: string, known: PointcutFunction | undefined): string {
  if (known !== undefined) return `Write \`${name}(...)\`: ${known.summary}.`;
  const near = didYouMean(
    name,
    POINTCUT_FUNCTIONS.map((item) => item.name),
  );
  return near ?? `A named pointcut is used as \`${name}()\`; a match expression stands in quotes.`;
}

function parseName(parser: Parser): string {
  const { cursor } = parser;
  let name = cursor.accept("::") ? "::" : "";
  for (;;) {
    if (cursor.token.kind !== "identifier") failExpected(parser);
    name += cursor.textOf(cursor.take());
    if (!cursor.accept("::")) return name;
    name += "::";
  }
}

function parseArguments(parser: Parser, known: PointcutFunction, depth: number): PointcutExpression[] {
  const { cursor } = parser;
  const list: PointcutExpression[] = [];
  if (cursor.at(")")) return list;
  do {
    if (known.takes === "name" || known.takes === "code") list.push(parseOr(parser, depth + 1));
    else if (cursor.token.kind === "string") list.push(parseMatch(parser, stringKindOf(known)));
    else if (cursor.token.kind === "identifier" && known.takes !== "file" && known.takes !== "operation") {
      const token = cursor.take();
      list.push({
        kind: "variable",
        name: cursor.textOf(token),
        range: { start: token.start, end: token.end },
      });
    } else
      fail(
        parser,
        "expected-argument",
        cursor.token.kind === "end" ? behindLast(cursor) : cursor.token,
        known.takes === "file"
          ? "`file` takes a path pattern in quotes"
          : `\`${known.name}\` takes types in quotes or context variables`,
        known.takes === "file"
          ? 'Write for example file("kernel/sched/%.c").'
          : `Write for example ${known.name}("int") or ${known.name}(v).`,
      );
  } while (cursor.accept(","));
  return list;
}

function checkCount(parser: Parser, known: PointcutFunction, count: number, range: TextRange): void {
  if (known.count === undefined || known.count === count) return;
  const wanted = known.count === 1 ? "one argument" : `${known.count} arguments`;
  const hint =
    count > 1 && known.gives === "code" && known.takes === "name"
      ? "Join several with `||` inside it."
      : undefined;
  fail(parser, "argument-count", range, `\`${known.name}\` takes exactly ${wanted}, not ${count}`, hint);
}

/** A named pointcut takes context variables only, so any other argument shows a mistyped pointcut function. */
function parseReference(
  parser: Parser,
  name: string,
  nameRange: TextRange,
  open: TextRange,
): PointcutExpression {
  const { cursor } = parser;
  const list: string[] = [];
  if (!cursor.at(")")) {
    do {
      if (cursor.token.kind !== "identifier" || cursor.peek().kind === "string" || isOpening(cursor))
        fail(
          parser,
          "unknown-function",
          nameRange,
          `there is no pointcut function \`${name}\``,
          didYouMean(
            name,
            POINTCUT_FUNCTIONS.map((item) => item.name),
          ) ?? `The functions are ${POINTCUT_FUNCTIONS.map((item) => item.name).join(", ")}.`,
        );
      list.push(cursor.textOf(cursor.take()));
    } while (cursor.accept(","));
  }
  expectClosing(parser, open);
  return { kind: "reference", name, arguments: list, range: { start: nameRange.start, end: cursor.lastEnd } };
}

function isOpening(cursor: TokenCursor): boolean {
  const next = cursor.peek();
  return cursor.text.startsWith("(", next.start) && next.kind === "punctuation";
}
