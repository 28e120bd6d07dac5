/** `pointcut calls(int a) = call("...") && args(a);`, virtual and pure ones too. */
import type { NamedPointcut } from "../../model/index.js";
import { parseParameters } from "./parse-parameters.js";
import { parsePointcutExpression } from "./parse-pointcut.js";
import type { ParserState } from "./parser-state.js";
import type { ProblemSink } from "./problem-sink.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

export function startsPointcut(cursor: TokenCursor): boolean {
  if (cursor.at("pointcut")) return true;
  const next = cursor.peek();
  return cursor.at("virtual") && next.kind === "identifier" && cursor.textOf(next) === "pointcut";
}

/** `[virtual] pointcut [virtual] name(parameters) = expression;`; `prefix` qualifies the name. */
export function parseNamedPointcut(parser: ParserState, prefix: string): NamedPointcut | undefined {
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

export function skipRest(cursor: TokenCursor): undefined {
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
