/** `aspect NAME : BASES { ... };`: its head, and a body of advice, pointcuts, slices and ordinary members. */
import {
  type Advice,
  type Aspect,
  type AspectMember,
  attributeNames,
  type Introduction,
  type NamedPointcut,
  type OrderAdvice,
  type TextRange,
} from "../../model/index.js";
import { parseAdvice } from "./parse-advice.js";
import { parseAttribute, startsAttribute } from "./parse-attribute.js";
import { parseMember } from "./parse-member.js";
import { parseNamedPointcut, startsPointcut } from "./parse-named-pointcut.js";
import { parseSlice, startsSlice } from "./parse-slice.js";
import { type ParserState, takeQualifiedName } from "./parser-state.js";
import type { ProblemSink } from "./problem-sink.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import { skipAngles } from "./take-declaration.js";
import type { TokenCursor } from "./token-cursor.js";

export function startsAspect(cursor: TokenCursor): boolean {
  if (!cursor.at("aspect")) return false;
  const next = cursor.peek();
  return next.kind !== "punctuation" || cursor.text.startsWith("[[", next.start);
}

/** The cursor stands at `aspect`; `scope` holds the scopes around it, outermost first. */
export function parseAspect(parser: ParserState, scope: readonly string[]): void {
  const { cursor, sink } = parser;
  const { column } = cursor;
  const keyword = cursor.take();
  parser.conditionals.guard(keyword);
  const attributes = takeAnnotations(cursor);
  if (cursor.token.kind !== "identifier" || startsAspectDeclaration(cursor)) {
    sink.error("aspect/missing-name", keyword, "the aspect has no name", "Write `aspect NAME { ... };`.");
    if (cursor.at("{")) skipBlock(cursor);
    return;
  }
  const nameToken = cursor.take();
  const name = [...scope, cursor.textOf(nameToken)].join("::");
  if (cursor.accept(";")) {
    parser.forwards.push({ start: keyword.start, end: keyword.end });
    return;
  }
  const clause = cursor.accept(":") ? parseBases(cursor, sink) : undefined;
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
  const { pointcuts, advice, order, introductions, members, end } = body;
  const aspect: Aspect = {
    name,
    nameRange: { start: nameToken.start, end: nameToken.end },
    range: { start: keyword.start, end: cursor.lastEnd },
    bases: clause?.names ?? [],
    pointcuts,
    advice,
    order,
    members,
    ...(introductions.length === 0 ? {} : { introductions }),
    ...(attributes.length === 0 ? {} : { attributes }),
    body: { start: open.start, end },
    ...(clause === undefined ? {} : { baseClause: clause.range }),
  };
  parser.aspects.push(aspect);
}

/** Names in each `[[...]]` at the cursor. */
function takeAnnotations(cursor: TokenCursor): string[] {
  const { start } = cursor.token;
  while (cursor.at("[") && cursor.text.startsWith("[[", cursor.token.start)) {
    let depth = 0;
    do {
      if (cursor.at("[")) depth++;
      else if (cursor.at("]")) depth--;
      cursor.take();
    } while (depth > 0 && !cursor.at(";") && !cursor.at("{") && cursor.token.kind !== "end");
  }
  const text = cursor.text.slice(start, Math.max(start, cursor.lastEnd));
  return [...text.matchAll(/\[\[(?:[^[\]]|\[(?!\[))*\]\]/g)].flatMap(([one]) => attributeNames(one));
}

/** Names without template arguments, and the clause as written. */
function parseBases(cursor: TokenCursor, sink: ProblemSink): { names: string[]; range: TextRange } {
  const names: string[] = [];
  const { start } = cursor.token;
  do {
    while (/^(?:virtual|public|private|protected)$/.test(cursor.textOf(cursor.token))) cursor.take();
    const base = takeQualifiedName(cursor);
    if (base === undefined)
      sink.error("aspect/missing-name", cursor.token, "the name of a base aspect is missing");
    else names.push(base.name);
    if (cursor.at("<")) skipAngles(cursor);
  } while (cursor.accept(","));
  return { names, range: { start, end: Math.max(start, cursor.lastEnd) } };
}

interface AspectBody {
  readonly pointcuts: NamedPointcut[];
  readonly advice: Advice[];
  readonly order: OrderAdvice[];
  readonly introductions: Introduction[];
  readonly members: AspectMember[];
  closed: boolean;
  /** Behind its `}`. */
  end: number;
}

function parseAspectBody(parser: ParserState, name: string, column: number): AspectBody {
  const { cursor } = parser;
  const body: AspectBody = {
    pointcuts: [],
    advice: [],
    order: [],
    introductions: [],
    members: [],
    closed: false,
    end: 0,
  };
  while (cursor.token.kind !== "end") {
    if (cursor.accept("}")) {
      body.closed = true;
      break;
    }
    const isNext = startsAspect(cursor) && cursor.token.startsLine;
    if (isNext && cursor.column <= column) break;
    parseInAspect(parser, body, name, column);
  }
  body.end = cursor.lastEnd;
  return body;
}

function parseInAspect(parser: ParserState, body: AspectBody, name: string, column: number): void {
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
    parseAdvice(parser, { ...body, aspect: name, column });
  } else if (startsPointcut(cursor)) {
    conditionals.guard(token);
    const pointcut = parseNamedPointcut(parser, "");
    if (pointcut !== undefined) body.pointcuts.push(pointcut);
  } else if (startsAspect(cursor)) parseAspect(parser, name.split("::"));
  else if (startsSlice(cursor)) parseSlice(parser, name.split("::"));
  else if (startsAttribute(cursor)) parseAttribute(parser, name.split("::"));
  else if (/^(?:public|private|protected)$/.test(cursor.textOf(token)) && isColon(cursor)) {
    cursor.take();
    cursor.take();
  } else if (!cursor.accept(";")) body.members.push(...parseMember(cursor, sink));
}

function isColon(cursor: TokenCursor): boolean {
  return cursor.text.startsWith(":", cursor.peek().start);
}
