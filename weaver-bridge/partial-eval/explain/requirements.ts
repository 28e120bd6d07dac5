/** `require static: …` of a declaration, held against what is known of each expression when the function is made. */
import type { Mistake, Named } from "../declare/declaration.js";
import { bare, type ClangNode, isThere, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import { extentOf, type NotePlace } from "../tree/note-place.js";
import type { ExpressionNote } from "./residual-notes.js";

/** `body`: of the function that is specialized. What no way leads to requires nothing. */
export function unmetRequirements(
  required: readonly Named[],
  body: ClangNode,
  expressions: readonly ExpressionNote[],
  spelling: (node: ClangNode) => string | undefined,
): Mistake[] {
  const all = required.length === 0 ? [] : walk(body);
  const unknown = new Set(expressions.filter(({ time }) => time !== "static").map(keyOf));
  const isUnknown = (node: ClangNode) => {
    const place = extentOf(node);
    return place !== undefined && unknown.has(keyOf(place));
  };
  return required.flatMap(({ name, span: { start: offset, end } }) => {
    const places = name === "return" ? returned(all) : reads(all, name);
    if (places.length === 0) {
      const what =
        name === "return" ? "the function returns nothing" : `the function reads no variable ${name}`;
      return [{ message: `${what}, so nothing can be required of it`, offset, end }];
    }
    const wrong = places.find(isUnknown);
    if (wrong === undefined) return [];
    const said = spelling(wrong)?.replace(/\s+/g, " ") ?? name;
    const what = name === "return" ? `what is returned is not static: ${said}` : `${said} is not static`;
    return [{ message: `${what}. Why Dynamic? leads back to what would have to be declared`, offset, end }];
  });
}

const keyOf = ({ file, start, end }: NotePlace): string => `${file}:${start}:${end}`;

const returned = (nodes: readonly ClangNode[]): ClangNode[] =>
  nodes.flatMap((node) => (node.kind === "ReturnStmt" ? partsOf(node).filter(isThere) : []));

function reads(nodes: readonly ClangNode[], name: string): ClangNode[] {
  return nodes.filter((node) => {
    const [of] = partsOf(node);
    if (node.castKind !== "LValueToRValue" || of === undefined) return false;
    return variableOf(of) !== undefined && bare(of).referencedDecl?.name === name;
  });
}
