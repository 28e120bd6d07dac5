/** A type by its name, with type arguments where a dialect has them. */
import type { NamedTypeNode, TypeNode } from "./ast.js";
import { accept, atEnd, atText, type Cursor, expectCloseAngle, nextToken, peek, spanFrom } from "./cursor.js";
import { parseScopedName } from "./expression.js";

export function parseNamed(cursor: Cursor, tag: NamedTypeNode["tag"]): NamedTypeNode | undefined {
  const first = peek(cursor);
  const name = parseScopedName(cursor, true);
  if (name === undefined) return undefined;
  const parameters: TypeNode[] = [];
  if (atText(cursor, "<")) {
    nextToken(cursor);
    while (!atEnd(cursor)) {
      const type = cursor.grammar.type(cursor);
      if (type === undefined) break;
      while (accept(cursor, "*"));
      parameters.push(type);
      if (!accept(cursor, ",")) break;
    }
    expectCloseAngle(cursor, "after the type arguments");
  }
  return { kind: "named", name, tag, arguments: parameters, span: spanFrom(cursor, first) };
}

/** `<T, U>` of a parameterized interface or delegate, the `<` next. */
export function parseTypeParameters(cursor: Cursor): void {
  while (!atEnd(cursor) && !atText(cursor, ">") && !atText(cursor, "{") && !atText(cursor, ";"))
    nextToken(cursor);
  accept(cursor, ">");
}
