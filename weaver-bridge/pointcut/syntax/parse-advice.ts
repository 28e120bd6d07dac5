/** One `advice POINTCUT : ...` of an aspect: before, after and around with their bodies, `order`, introductions. */
import type {
  Advice,
  AdviceKind,
  Introduction,
  OrderAdvice,
  PointcutExpression,
  TextRange,
} from "../../model/index.js";
import { didYouMean } from "./nearest-names.js";
import { parseParameters } from "./parse-parameters.js";
import { parsePointcutExpression } from "./parse-pointcut.js";
import { parseIntroduction, startsIntroduction } from "./parse-slice.js";
import type { ParserState } from "./parser-state.js";
import type { ProblemSink } from "./problem-sink.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

export interface AdviceOwner {
  readonly aspect: string;
  /** Column of the aspect's own keyword, from 0. */
  readonly column: number;
  readonly advice: Advice[];
  readonly order: OrderAdvice[];
  readonly introductions: Introduction[];
}

const KINDS = ["before", "after", "around"];

/** The cursor stands at `advice` and is left behind the advice, or where the next declaration begins. */
export function parseAdvice(parser: ParserState, owner: AdviceOwner): void {
  const { cursor, sink } = parser;
  const column = cursor.column;
  const start = cursor.take().start;
  const pointcut = parsePointcutExpression(cursor, sink);
  if (!reachColon(cursor, sink, pointcut)) return;
  const kind = cursor.token;
  const word = kind.kind === "identifier" && !startsAspectDeclaration(cursor) ? cursor.textOf(kind) : "";
  const outerColumn = column > owner.column ? owner.column : -1;
  if (word === "order") parseOrder(cursor, sink, owner, pointcut, start);
  else if (startsIntroduction(cursor)) {
    const { aspect, introductions } = owner;
    const index = introductions.length;
    const introduction = parseIntroduction(parser, { aspect, index, pointcut, start, outerColumn });
    if (introduction !== undefined) introductions.push(introduction);
  } else if (KINDS.includes(word)) {
    cursor.take();
    parseCodeAdvice(cursor, sink, owner, { kind: word as AdviceKind, pointcut, start, outerColumn });
  } else failKind(cursor, sink, word, outerColumn);
}

/** After a broken pointcut, to the `:` if there is one in this declaration. False when the advice is lost. */
function reachColon(cursor: TokenCursor, sink: ProblemSink, pointcut: PointcutExpression): boolean {
  if (cursor.accept(":")) return true;
  if (pointcut.kind === "broken") {
    while (!cursor.at(":") && !endsDeclaration(cursor)) cursor.take();
    if (cursor.accept(":")) return true;
  } else {
    const missing = { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd };
    const word = cursor.token.kind === "identifier" ? cursor.textOf(cursor.token) : "";
    sink.error(
      "aspect/missing-colon",
      cursor.token.kind === "end" || startsAspectDeclaration(cursor) ? missing : cursor.token,
      "`:` is missing after the pointcut",
      "Write `advice POINTCUT : before() { ... }`, or join pointcuts with `&&`.",
    );
    if ([...KINDS, "order", "slice"].includes(word)) return true;
    while (!cursor.at(":") && !endsDeclaration(cursor)) cursor.take();
    if (cursor.accept(":")) return true;
  }
  if (cursor.at("{")) skipBlock(cursor);
  else cursor.accept(";");
  return false;
}

export function endsDeclaration(cursor: TokenCursor): boolean {
  return (
    cursor.token.kind === "end" ||
    cursor.at("{") ||
    cursor.at("}") ||
    cursor.at(";") ||
    startsAspectDeclaration(cursor)
  );
}

function failKind(cursor: TokenCursor, sink: ProblemSink, word: string, outerColumn: number): void {
  const range: TextRange =
    cursor.token.kind === "end" || word === ""
      ? { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd }
      : cursor.token;
  sink.error(
    "aspect/advice-kind",
    range,
    word === "" ? "the kind of advice is missing" : `\`${word}\` is not a kind of advice`,
    didYouMean(word, [...KINDS, "order", "slice"]) ??
      "Write `before()`, `after()` or `around()` and a body; what is introduced stands in a slice: `slice class { ... };`.",
  );
  while (!endsDeclaration(cursor)) cursor.take();
  if (cursor.at("{")) skipBlock(cursor, outerColumn);
  else cursor.accept(";");
}

interface AdviceStart {
  readonly kind: AdviceKind;
  readonly pointcut: PointcutExpression;
  readonly start: number;
  readonly outerColumn: number;
}

function parseCodeAdvice(
  cursor: TokenCursor,
  sink: ProblemSink,
  owner: AdviceOwner,
  begun: AdviceStart,
): void {
  const { kind, pointcut, start, outerColumn } = begun;
  const behind = { start: cursor.lastEnd - kind.length, end: cursor.lastEnd };
  const parameters = cursor.at("(") ? parseParameters(cursor, sink) : [];
  if (cursor.lastEnd === behind.end)
    sink.error(
      "aspect/missing-parameters",
      behind,
      `\`${kind}\` needs a parameter list`,
      `Write \`${kind}()\`.`,
    );
  if (!cursor.at("{")) {
    sink.error(
      "aspect/missing-body",
      { start: behind.start, end: cursor.lastEnd },
      "the advice has no body",
      `Write \`${kind}() { ... }\`.`,
    );
    while (!endsDeclaration(cursor)) cursor.take();
    if (!cursor.at("{")) {
      cursor.accept(";");
      return;
    }
  }
  const headerEnd = cursor.lastEnd;
  const block = skipBlock(cursor, outerColumn);
  if (!block.closed)
    sink.error(
      "aspect/missing-brace",
      { start: block.start, end: block.start + 1 },
      "the body of this advice has no `}`",
      "Close it, or look for an unclosed `{` inside.",
    );
  owner.advice.push({
    aspect: owner.aspect,
    index: owner.advice.length,
    kind,
    pointcut: block.closed ? pointcut : { kind: "broken", range: pointcut.range },
    parameters,
    body: { start: block.start, end: block.end },
    header: { start, end: headerEnd },
    range: { start, end: block.end },
  });
}

function parseOrder(
  cursor: TokenCursor,
  sink: ProblemSink,
  owner: AdviceOwner,
  pointcut: PointcutExpression,
  start: number,
): void {
  const word = cursor.take();
  const sequence: PointcutExpression[] = [];
  if (cursor.accept("(")) {
    do {
      sequence.push(parsePointcutExpression(cursor, sink));
    } while (cursor.accept(","));
    if (!cursor.accept(")") && !sequence.some((item) => item.kind === "broken"))
      sink.error("aspect/missing-bracket", word, "`order(` has no `)`", 'Write `order("High", "Low");`.');
  } else
    sink.error(
      "aspect/missing-parameters",
      word,
      "`order` needs the aspects in order",
      'Write `order("High", "Low");`.',
    );
  while (!endsDeclaration(cursor)) cursor.take();
  if (cursor.at("{")) skipBlock(cursor);
  else if (!cursor.accept(";"))
    sink.error(
      "aspect/missing-semicolon",
      { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd },
      "`;` is missing after `order(...)`",
    );
  owner.order.push({ pointcut, sequence, range: { start, end: cursor.lastEnd } });
}
