/** `attribute NAME();`: an annotation `[[NAME]]` that pointcuts can name. */
import { type ParserState, qualify, takeQualifiedName } from "./parser-state.js";
import { startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

export function startsAttribute(cursor: TokenCursor): boolean {
  return cursor.at("attribute") && cursor.peek().kind === "identifier";
}

/** The cursor stands at `attribute` and is left behind the `;`. */
export function parseAttribute({ cursor, sink, attributes }: ParserState, scope: readonly string[]): void {
  const { start } = cursor.take();
  const found = takeQualifiedName(cursor);
  const hasList = cursor.at("(");
  while (!cursor.at(";") && !endsHere(cursor)) cursor.take();
  const isClosed = cursor.accept(";");
  const range = { start, end: cursor.lastEnd };
  if (found === undefined || !hasList || !isClosed)
    sink.error(
      "aspect/attribute",
      range,
      "the attribute declaration is not complete",
      "Write `attribute NAME();`, and use it as `[[NAME]]`.",
    );
  if (found !== undefined)
    attributes.push({ name: qualify(scope, found.name), nameRange: found.last, range });
}

function endsHere(cursor: TokenCursor): boolean {
  return cursor.token.kind === "end" || cursor.at("}") || cursor.at("{") || startsAspectDeclaration(cursor);
}
