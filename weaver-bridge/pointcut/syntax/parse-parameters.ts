/** Parameter lists of advice and named pointcuts, `(int a, struct inode *p, void (*f)(int))`: types and names. */
import type { AdviceParameter, TextRange } from "../../model/index.js";
import { parseTypePattern } from "../patterns/parse-match-expression.js";
import type { ProblemSink } from "./problem-sink.js";
import type { Token } from "./scan-token.js";
import type { TokenCursor } from "./token-cursor.js";

/** The cursor stands at `(`; it is left behind `)`, or where the list breaks off. */
export function parseParameters(cursor: TokenCursor, sink: ProblemSink): AdviceParameter[] {
  const open = cursor.take();
  const list: AdviceParameter[] = [];
  let tokens: Token[] = [];
  let depth = 0;
  for (;;) {
    const { token } = cursor;
    if (token.kind === "end" || cursor.at("{") || cursor.at(";")) {
      const range = { start: open.start, end: cursor.lastEnd };
      sink.error("aspect/missing-bracket", range, "`(` has no `)`", "Close the parameter list.");
      return list;
    }
    const closes = depth === 0 && cursor.at(")");
    if (closes || (depth === 0 && cursor.at(","))) {
      addParameter(cursor, sink, tokens, list, token);
      tokens = [];
      cursor.take();
      if (closes) return list;
    } else {
      if (cursor.at("(") || cursor.at("[")) depth++;
      if (cursor.at(")") || cursor.at("]")) depth--;
      tokens.push(cursor.take());
    }
  }
}

function addParameter(
  cursor: TokenCursor,
  sink: ProblemSink,
  tokens: readonly Token[],
  list: AdviceParameter[],
  end: TextRange,
): void {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) {
    if (list.length > 0 || cursor.at(","))
      sink.error("aspect/missing-parameter", end, "a parameter is missing here", "Write a type and a name.");
    return;
  }
  const range = { start: first.start, end: last.end };
  const name = nameToken(cursor, tokens);
  if (name === undefined) {
    if (tokens.length === 1 && cursor.textOf(first) === "void") return;
    sink.error(
      "aspect/unnamed-parameter",
      range,
      "a context variable needs a type and a name",
      "Write for example `before(int fd)`, and bind it with `args(fd)`.",
    );
    return;
  }
  const text = cursor.text;
  const type = `${text.slice(range.start, name.start)} ${text.slice(name.end, range.end)}`
    .replace(/\s+/g, " ")
    .trim();
  const wrong = parseTypePattern(type).problems[0];
  if (wrong !== undefined)
    sink.error(
      "aspect/parameter-type",
      range,
      `\`${type}\` is not a type that can be compared`,
      wrong.message,
    );
  list.push({ type, name: cursor.textOf(name), range });
}

/** The name that a declaration declares: inside `(*name)`, else the last name that follows something. */
function nameToken(cursor: TokenCursor, tokens: readonly Token[]): Token | undefined {
  const pointer = tokens.findIndex(
    (token, index) => cursor.textOf(token) === "*" && isOpen(cursor, tokens[index - 1]),
  );
  if (pointer > 0)
    return tokens.slice(pointer).find((token) => token.kind === "identifier" && !isQualifier(cursor, token));
  const bracket = tokens.findIndex((token) => cursor.textOf(token) === "[");
  const last = tokens[(bracket === -1 ? tokens.length : bracket) - 1];
  if (last?.kind !== "identifier" || tokens.indexOf(last) === 0 || TYPE_WORDS.has(cursor.textOf(last)))
    return undefined;
  const before = cursor.textOf(tokens[tokens.indexOf(last) - 1] as Token);
  return ELABORATED.has(before) ? undefined : last;
}

const ELABORATED = new Set(["struct", "union", "enum", "class", "::"]);
const TYPE_WORDS = new Set(
  "void char short int long float double signed unsigned _Bool bool const volatile restrict".split(" "),
);

function isOpen(cursor: TokenCursor, token: Token | undefined): boolean {
  return token !== undefined && cursor.textOf(token) === "(";
}

function isQualifier(cursor: TokenCursor, token: Token): boolean {
  return /^(?:const|volatile|restrict|__restrict)$/.test(cursor.textOf(token));
}
