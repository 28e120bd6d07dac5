/** Declarations in a file's text. */
import { withoutComments } from "../../c-text/index.js";
import { readBody, spanOf } from "./clauses.js";
import type { Declaration, DeclarationFile, Mistake } from "./declaration.js";

/** Never throws. What is wrong in one declaration leaves the others as they are. */
export function readDeclarations(text: string): DeclarationFile {
  const mistakes: Mistake[] = [];
  const declarations: Declaration[] = [];
  const plain = withoutComments(text);
  const head = /\s*specialize\s+([A-Za-z_]\w*)\s+as\s+([A-Za-z_]\w*)(\s+at\s+run\s+time)?\s*\{/dy;
  const next = /(?<=^|[\s}])specialize\b/g;
  for (let at = 0; at < plain.length && /\S/.test(plain.slice(at)); ) {
    const start = at + plain.slice(at).search(/\S/);
    next.lastIndex = start + 1;
    const following = next.exec(plain)?.index ?? plain.length;
    head.lastIndex = at;
    const found = head.exec(plain);
    if (found?.indices === undefined) {
      mistakes.push({
        message:
          "expected: specialize FUNCTION as NAME { … }, or specialize FUNCTION as NAME at run time { … }",
        offset: start,
        end: lineEnd(plain, start),
      });
      at = following;
      continue;
    }
    const close = plain.indexOf("}", head.lastIndex);
    const isOpen = close === -1 || close > following;
    const end = isOpen ? following : close;
    if (isOpen)
      mistakes.push({ message: "this declaration has no closing brace", offset: start, end: head.lastIndex });
    const isLater = found[3] !== undefined;
    const body = readBody(plain.slice(head.lastIndex, end), head.lastIndex, isLater, mistakes);
    if (body.later?.given.length === 0)
      mistakes.push({
        message: "at run time something has to be known: write static PARAMETER;",
        offset: start,
        end: head.lastIndex,
      });
    const spans = {
      function: spanOf(found.indices[1]),
      residual: spanOf(found.indices[2]),
      body: { start: head.lastIndex, end },
    };
    declarations.push({
      function: found[1] as string,
      residual: found[2] as string,
      ...body,
      offset: start,
      spans,
    });
    at = isOpen ? following : close + 1;
  }
  return { declarations, files: [], mistakes: [...mistakes, ...doubledNames(declarations)] };
}

export function doubledNames(declarations: readonly Declaration[]): Mistake[] {
  const seen = new Set<string>();
  return declarations.flatMap(({ residual, spans }) => {
    if (!seen.has(residual)) {
      seen.add(residual);
      return [];
    }
    const { start: offset = 0, end = 1 } = spans?.residual ?? {};
    return [{ message: `${residual} is the name of two residual functions`, offset, end }];
  });
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return from + text.slice(from, end === -1 ? undefined : end).trimEnd().length;
}
