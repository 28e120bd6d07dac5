/**
 * Reads an `.ah` file: aspects (also in namespaces), their advice, named pointcuts and members, and the ordinary C
 * around them. Any text is accepted, in time linear in its length; what is wrong becomes a problem at its characters
 * and what is right stays usable. Start reading at {@link parseAspectFile}; advice and members have files of their own.
 */
import type {
  Advice,
  Aspect,
  AspectFile,
  AspectMember,
  NamedPointcut,
  OrderAdvice,
  Problem,
} from "../../model/index.js";
import { checkAspectFile } from "./check-aspect-file.js";
import { createConditionals } from "./conditionals.js";
import { parseAdvice, skipIntroduction } from "./parse-advice.js";
import { parseMember } from "./parse-member.js";
import { parseParameters } from "./parse-parameters.js";
import { parsePointcutExpression } from "./parse-pointcut.js";
import { createPrelude } from "./prelude.js";
import { createProblemSink, type ProblemSink } from "./problem-sink.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import { createTokenCursor, type TokenCursor } from "./token-cursor.js";

interface Parser {
  readonly cursor: TokenCursor;
  readonly sink: ProblemSink;
  readonly aspects: Aspect[];
  readonly conditionals: ReturnType<typeof createConditionals>;
}

/** `text` is latin1; all ranges in the result are byte offsets in it. Never throws. */
export function parseAspectFile(file: string, text: string): AspectFile {
  const sink = createProblemSink(file, text);
  const cursor = createTokenCursor(text);
  const parser: Parser = { cursor, sink, aspects: [], conditionals: createConditionals(text, sink) };
  const prelude = createPrelude(cursor);
  const pointcuts: NamedPointcut[] = [];
  while (cursor.token.kind !== "end") parseAtFileScope(parser, prelude, pointcuts);
  prelude.end();
  reportOpenComment(cursor, sink);
  const aspects = parser.aspects.sort((a, b) => a.range.start - b.range.start);
  const result = { file, text, aspects, prelude: prelude.ranges(), pointcuts };
  checkAspectFile(result, sink);
  return { ...result, problems: sink.problems.sort(byPlace) };
}

function byPlace(a: Problem, b: Problem): number {
  const [left, right] = [a.range, b.range];
  if (left === undefined || right === undefined) return 0;
  return left.startLine - right.startLine || left.startColumn - right.startColumn;
}

function parseAtFileScope(
  parser: Parser,
  prelude: ReturnType<typeof createPrelude>,
  pointcuts: NamedPointcut[],
): void {
  const { cursor, sink } = parser;
  if (cursor.token.kind === "directive") {
    parser.conditionals.follow(cursor.token);
    prelude.add();
  } else if (startsAspect(cursor)) {
    prelude.end();
    parseAspect(parser, prelude.scope());
  } else if (startsPointcut(cursor)) {
    prelude.end();
    parser.conditionals.guard(cursor.token);
    const pointcut = parseNamedPointcut(parser, [...prelude.scope(), ""].join("::"));
    if (pointcut !== undefined) pointcuts.push(pointcut);
  } else if (cursor.at("advice")) {
    prelude.end();
    parseStrayAdvice(parser);
  } else if (startsSlice(cursor)) {
    prelude.end();
    skipIntroduction(cursor, sink, cursor.token.start);
  } else if (startsAttribute(cursor)) {
    prelude.end();
    skipAttribute(cursor, sink);
  } else if (!prelude.openScope() && !prelude.closeScope()) prelude.addDeclaration();
}

function startsAspect(cursor: TokenCursor): boolean {
  return cursor.at("aspect") && cursor.peek().kind !== "punctuation";
}

function startsPointcut(cursor: TokenCursor): boolean {
  if (cursor.at("pointcut")) return true;
  const next = cursor.peek();
  return cursor.at("virtual") && next.kind === "identifier" && cursor.textOf(next) === "pointcut";
}

function startsSlice(cursor: TokenCursor): boolean {
  return cursor.at("slice") && cursor.peek().kind === "identifier";
}

function startsAttribute(cursor: TokenCursor): boolean {
  return cursor.at("attribute") && cursor.peek().kind === "identifier";
}

function skipAttribute(cursor: TokenCursor, sink: ProblemSink): void {
  const start = cursor.token.start;
  while (
    cursor.token.kind !== "end" &&
    !cursor.at(";") &&
    !cursor.at("}") &&
    !startsAspectDeclaration(cursor)
  )
    cursor.take();
  cursor.accept(";");
  sink.error(
    "aspect/attribute",
    { start, end: cursor.lastEnd },
    "attributes as pointcuts are not supported yet",
    "Name the functions with match expressions.",
  );
}

function parseStrayAdvice({ cursor, sink }: Parser): void {
  const { start, end } = cursor.token;
  sink.error(
    "aspect/advice-outside",
    { start, end },
    "advice stands outside an aspect",
    "Move it into `aspect NAME { ... };`.",
  );
  const column = cursor.column;
  parseAdvice(cursor, sink, { aspect: "", column, advice: [], order: [] });
}

function parseAspect(parser: Parser, scope: readonly string[]): void {
  const { cursor, sink } = parser;
  const { column } = cursor;
  const keyword = cursor.take();
  parser.conditionals.guard(keyword);
  if (cursor.token.kind !== "identifier" || startsAspectDeclaration(cursor)) {
    sink.error("aspect/missing-name", keyword, "the aspect has no name", "Write `aspect NAME { ... };`.");
    if (cursor.at("{")) skipBlock(cursor);
    return;
  }
  const nameToken = cursor.take();
  const name = [...scope, cursor.textOf(nameToken)].join("::");
  if (cursor.accept(";")) return;
  const bases = cursor.accept(":") ? parseBases(cursor, sink) : [];
  if (!cursor.at("{")) {
    sink.error(
      "aspect/missing-brace",
      nameToken,
      `aspect \`${name}\` has no \`{\``,
      "Write `aspect NAME { ... };`.",
    );
    return;
  }
  const open = cursor.take();
  const body = parseAspectBody(parser, name, column);
  if (!body.closed)
    sink.error("aspect/missing-brace", open, `aspect \`${name}\` has no \`}\``, "Close it with `};`.");
  else if (!cursor.accept(";"))
    sink.error(
      "aspect/missing-semicolon",
      { start: cursor.lastEnd - 1, end: cursor.lastEnd },
      `\`;\` is missing after aspect \`${name}\``,
      "An aspect ends in `};`.",
    );
  const { pointcuts, advice, order, members } = body;
  const nameRange = { start: nameToken.start, end: nameToken.end };
  const range = { start: keyword.start, end: cursor.lastEnd };
  parser.aspects.push({ name, nameRange, range, bases, pointcuts, advice, order, members });
}

function parseBases(cursor: TokenCursor, sink: ProblemSink): string[] {
  const bases: string[] = [];
  do {
    while (/^(?:virtual|public|private|protected)$/.test(cursor.textOf(cursor.token))) cursor.take();
    let name = "";
    while (cursor.token.kind === "identifier" || cursor.at("::")) name += cursor.textOf(cursor.take());
    if (name === "") sink.error("aspect/missing-name", cursor.token, "the name of a base aspect is missing");
    else bases.push(name);
  } while (cursor.accept(","));
  return bases;
}

interface AspectBody {
  readonly pointcuts: NamedPointcut[];
  readonly advice: Advice[];
  readonly order: OrderAdvice[];
  readonly members: AspectMember[];
  closed: boolean;
}

function parseAspectBody(parser: Parser, name: string, column: number): AspectBody {
  const { cursor } = parser;
  const body: AspectBody = { pointcuts: [], advice: [], order: [], members: [], closed: false };
  while (cursor.token.kind !== "end") {
    if (cursor.accept("}")) {
      body.closed = true;
      break;
    }
    const isNext = startsAspect(cursor) && cursor.token.startsLine;
    if (isNext && cursor.column <= column) break;
    parseInAspect(parser, body, name, column);
  }
  return body;
}

function parseInAspect(parser: Parser, body: AspectBody, name: string, column: number): void {
  const { cursor, sink, conditionals } = parser;
  const { token } = cursor;
  if (token.kind === "directive") {
    conditionals.follow(token);
    cursor.take();
    const range = { start: token.start, end: token.end };
    body.members.push({
      kind: "directive",
      name: "",
      nameRange: { start: token.start, end: token.start },
      range,
    });
  } else if (cursor.at("advice")) {
    conditionals.guard(token);
    parseAdvice(cursor, sink, { aspect: name, column, advice: body.advice, order: body.order });
  } else if (startsPointcut(cursor)) {
    conditionals.guard(token);
    const pointcut = parseNamedPointcut(parser, "");
    if (pointcut !== undefined) body.pointcuts.push(pointcut);
  } else if (startsAspect(cursor)) parseAspect(parser, name.split("::"));
  else if (startsSlice(cursor)) skipIntroduction(cursor, sink, token.start);
  else if (startsAttribute(cursor)) skipAttribute(cursor, sink);
  else if (/^(?:public|private|protected)$/.test(cursor.textOf(token)) && isColon(cursor)) {
    cursor.take();
    cursor.take();
  } else if (!cursor.accept(";")) body.members.push(...parseMember(cursor, sink));
}

function isColon(cursor: TokenCursor): boolean {
  return cursor.text.startsWith(":", cursor.peek().start);
}

/** `[virtual] pointcut [virtual] name(parameters) = expression;`; `prefix` qualifies the name. */
function parseNamedPointcut(parser: Parser, prefix: string): NamedPointcut | undefined {
  const { cursor, sink } = parser;
  const { start } = cursor.token;
  let isVirtual = cursor.accept("virtual");
  const keyword = cursor.take();
  isVirtual = cursor.accept("virtual") || isVirtual;
  if (cursor.token.kind !== "identifier" || startsAspectDeclaration(cursor)) {
    sink.error(
      "aspect/missing-name",
      keyword,
      "the pointcut has no name",
      "Write `pointcut NAME() = EXPRESSION;`.",
    );
    return skipRest(cursor);
  }
  const nameToken = cursor.take();
  const name = cursor.textOf(nameToken);
  const parameters = cursor.at("(") ? parseParameters(cursor, sink) : undefined;
  if (parameters === undefined)
    sink.error(
      "aspect/missing-parameters",
      nameToken,
      `\`${name}\` needs a parameter list`,
      `Write \`pointcut ${name}() = ...\`.`,
    );
  if (!cursor.accept("=")) {
    sink.error(
      "aspect/missing-equals",
      nameToken,
      `pointcut \`${name}\` has no \`=\``,
      `Write \`pointcut ${name}() = EXPRESSION;\`.`,
    );
    return skipRest(cursor);
  }
  const value = cursor.token;
  const isPure = value.kind === "number" && cursor.at("0");
  const zero = isPure ? cursor.take() : undefined;
  if (zero !== undefined && !isVirtual)
    sink.error(
      "aspect/pure-not-virtual",
      zero,
      "only a virtual pointcut can be `= 0`",
      `Write \`virtual pointcut ${name}() = 0;\`.`,
    );
  const expression = isPure ? undefined : parsePointcutExpression(cursor, sink);
  endPointcut(cursor, sink, name, expression?.kind === "broken");
  return {
    name: prefix + name,
    nameRange: { start: nameToken.start, end: nameToken.end },
    parameters: parameters ?? [],
    isVirtual,
    ...(expression === undefined ? {} : { expression }),
    range: { start, end: cursor.lastEnd },
  };
}

function endPointcut(cursor: TokenCursor, sink: ProblemSink, name: string, broken: boolean): void {
  if (cursor.accept(";")) return;
  const end = { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd };
  if (!broken) sink.error("aspect/missing-semicolon", end, `\`;\` is missing after pointcut \`${name}\``);
  skipRest(cursor);
}

function skipRest(cursor: TokenCursor): undefined {
  while (
    cursor.token.kind !== "end" &&
    !cursor.at(";") &&
    !cursor.at("}") &&
    !startsAspectDeclaration(cursor)
  ) {
    if (cursor.at("{")) skipBlock(cursor);
    else cursor.take();
  }
  cursor.accept(";");
  return undefined;
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
