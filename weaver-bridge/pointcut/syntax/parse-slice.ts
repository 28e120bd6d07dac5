/**
 * Slices: `slice class S : public B { members };` and its declarations, `slice int S::f() {...}` for members outside
 * it, and introductions, `advice "C" : slice S;`, in C also `advice "inode" : before("i_uid") slice struct {...};`.
 */
import type { Introduction, PointcutExpression, Slice, TextRange } from "../../model/index.js";
import { type ParserState, qualify, type SliceDraft, takeQualifiedName } from "./parser-state.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import { readStringLiteral } from "./string-literal.js";
import { takeDeclaration } from "./take-declaration.js";
import type { TokenCursor } from "./token-cursor.js";

export function startsSlice(cursor: TokenCursor): boolean {
  const next = cursor.peek();
  return cursor.at("slice") && (next.kind === "identifier" || cursor.text.startsWith("::", next.start));
}

/** `slice ...`, or `before("field") slice ...`. */
export function startsIntroduction(cursor: TokenCursor): boolean {
  if (cursor.at("slice")) return true;
  return (
    cursor.at("before") &&
    /^before\s*\(\s*"/.test(cursor.text.slice(cursor.token.start, cursor.token.start + 100))
  );
}

/** A slice or a member of one outside advice; the cursor stands at `slice`. `scope`: names around it. */
export function parseSlice(parser: ParserState, scope: readonly string[]): void {
  const { cursor, sink } = parser;
  const start = cursor.take().start;
  const head = isSliceHead(cursor) ? takeHead(cursor) : undefined;
  if (head === undefined) {
    parseSliceMember(parser, scope, start);
    return;
  }
  const rest = takeRest(parser, -1);
  if (head.name === undefined)
    sink.error(
      "aspect/missing-name",
      { start, end: cursor.lastEnd },
      "a slice outside advice needs a name",
      "Write `slice class NAME { ... };`.",
    );
  if (!cursor.accept(";")) reportSemicolon(parser);
  if (head.name === undefined) return;
  parser.slices.push(draft(head, qualify(scope, head.name), rest, { start, end: cursor.lastEnd }));
}

interface SliceHead {
  readonly key: "class" | "struct";
  readonly name?: string;
  readonly nameRange: TextRange;
}

/** `class` or `struct`, then what a slice can go on with; else it is the type of a member, `slice struct x *S::f();`. */
function isSliceHead(cursor: TokenCursor): boolean {
  if (!cursor.at("class") && !cursor.at("struct")) return false;
  return /^\s*(?:[\w:$]*\w\s*)?(?:[:{;]|$|before\b)/.test(
    cursor.text.slice(cursor.token.end, cursor.token.end + 300),
  );
}

function takeHead(cursor: TokenCursor): SliceHead {
  const key = cursor.textOf(cursor.take()) as SliceHead["key"];
  const here = { start: cursor.token.start, end: cursor.token.start };
  const name = cursor.at("before") ? undefined : takeQualifiedName(cursor);
  return name === undefined ? { key, nameRange: here } : { key, name: name.name, nameRange: name.last };
}

type SliceRest = Pick<Slice, "bases" | "members">;

/** Bases and members, as far as they are there. */
function takeRest({ cursor, sink }: ParserState, outerColumn: number): SliceRest {
  let bases: TextRange | undefined;
  if (cursor.accept(":")) {
    const { start } = cursor.token;
    while (!cursor.at("{") && !cursor.at(";") && !cursor.at("}") && !endsHere(cursor)) cursor.take();
    bases = { start, end: Math.max(start, cursor.lastEnd) };
  }
  if (!cursor.at("{")) return bases === undefined ? {} : { bases };
  const block = skipBlock(cursor, outerColumn);
  if (!block.closed)
    sink.error(
      "aspect/missing-brace",
      { start: block.start, end: block.start + 1 },
      "the slice has no `}`",
      "Close it with `};`.",
    );
  const members = { start: block.start + 1, end: block.closed ? block.end - 1 : block.end };
  return bases === undefined ? { members } : { bases, members };
}

function draft(head: SliceHead, name: string, rest: SliceRest, range: TextRange): SliceDraft {
  const { key, nameRange } = head;
  return { name, nameRange, key, ...rest, definitions: [], range };
}

function parseSliceMember(
  { cursor, sink, sliceMembers }: ParserState,
  scope: readonly string[],
  keyword: number,
): void {
  const { tokens, range } = takeDeclaration(cursor, sink);
  const words = tokens.map((token) => cursor.textOf(token));
  const end = words.findIndex((word, index) => /^[(=;{]$/.test(word) && words[index - 1] !== "operator");
  const operator = words.indexOf("operator");
  const last = words.lastIndexOf("::", operator === -1 ? (end === -1 ? words.length : end) : operator);
  let first = last;
  while (first > 0 && (tokens[first - 1]?.kind === "identifier" || words[first - 1] === "::")) {
    const [one, two] = [tokens[first - 1], tokens[first - 2]];
    if (one?.kind === "identifier" && two?.kind === "identifier") {
      first--;
      break;
    }
    first--;
  }
  const [from, to] = [tokens[first], tokens[last]];
  if (last < 1 || from === undefined || to === undefined) {
    sink.error(
      "aspect/slice-member",
      range,
      "a slice member outside its slice names the slice",
      "Write `slice int SLICE::f() { ... }`, or `slice class NAME { ... };` for a slice.",
    );
    return;
  }
  const owner = { start: from.start, end: to.end };
  const of = words.slice(first, last).join("");
  sliceMembers.push({ of, scope, definition: { range, owner, keyword } });
}

export interface IntroductionStart {
  readonly aspect: string;
  readonly index: number;
  readonly pointcut: PointcutExpression;
  readonly start: number;
  readonly outerColumn: number;
}

/** From the word `slice` on: one that is written here, or the name of one. */
function takeSlice(
  parser: ParserState,
  { aspect, outerColumn }: IntroductionStart,
): Introduction["slice"] | undefined {
  const { cursor } = parser;
  const { start } = cursor.take();
  if (!cursor.at("class") && !cursor.at("struct")) {
    const named = takeQualifiedName(cursor);
    return named && { reference: named.name, range: named.range };
  }
  const head = takeHead(cursor);
  const rest = takeRest(parser, outerColumn);
  const isDefined = rest.members !== undefined || rest.bases !== undefined;
  if (!isDefined && head.name !== undefined) return { reference: head.name, range: head.nameRange };
  const name = head.name === undefined ? "" : qualify(aspect.split("::"), head.name);
  const own = draft(head, name, rest, { start, end: cursor.lastEnd });
  if (head.name !== undefined) parser.slices.push(own);
  return isDefined ? own : undefined;
}

/** The cursor stands behind the colon of the advice; it is left behind the introduction. */
export function parseIntroduction(parser: ParserState, begun: IntroductionStart): Introduction | undefined {
  const { cursor, sink } = parser;
  const { aspect, index, pointcut, start } = begun;
  let field = takeField(parser);
  if (!cursor.at("slice")) {
    reportSlice(parser, start);
    return undefined;
  }
  const slice = takeSlice(parser, begun);
  field ??= takeField(parser);
  if (slice === undefined) {
    reportSlice(parser, start);
    return undefined;
  }
  if (!cursor.accept(";")) {
    const isOld = typeof slice === "object" && "reference" in slice && !endsHere(cursor) && !cursor.at("}");
    if (isOld) {
      reportSlice(parser, start);
      return undefined;
    }
    reportSemicolon(parser);
  }
  if (field !== undefined && field.name === "")
    sink.error(
      "aspect/missing-name",
      field.range,
      "the name of a field is missing",
      'Write `before("field")`.',
    );
  return {
    aspect,
    index,
    pointcut,
    slice,
    ...(field === undefined ? {} : { beforeField: field.name }),
    range: { start, end: cursor.lastEnd },
  };
}

/** `before("field")` */
function takeField({ cursor }: ParserState): { name: string; range: TextRange } | undefined {
  if (!cursor.at("before")) return undefined;
  const { start } = cursor.take();
  let name = "";
  if (cursor.accept("(") && cursor.token.kind === "string") {
    const literal = readStringLiteral(cursor.text, cursor.take());
    if ("value" in literal) name = literal.value.trim();
    cursor.accept(")");
  }
  return { name, range: { start, end: cursor.lastEnd } };
}

function reportSlice({ cursor, sink }: ParserState, start: number): void {
  while (!cursor.at(";") && !cursor.at("}") && !endsHere(cursor)) {
    if (cursor.at("{")) skipBlock(cursor);
    else cursor.take();
  }
  cursor.accept(";");
  sink.error(
    "aspect/introduction",
    { start, end: cursor.lastEnd },
    "this introduction is not complete",
    'Write `advice "C" : slice NAME;` or `advice "C" : slice struct { int member; };`.',
  );
}

function reportSemicolon({ cursor, sink }: ParserState): void {
  sink.error(
    "aspect/missing-semicolon",
    { start: Math.max(0, cursor.lastEnd - 1), end: cursor.lastEnd },
    "`;` is missing after the slice",
    "A slice ends in `};`.",
  );
}

function endsHere(cursor: TokenCursor): boolean {
  return cursor.token.kind === "end" || startsAspectDeclaration(cursor);
}
