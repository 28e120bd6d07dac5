/**
 * GCC takes a class with a flexible array member as a base; libclang refuses it, and then the class derived from it has no
 * base. libclang is shown an array of no elements:
 *
 *     struct Message { int size;  char data[]; };         struct Message { int size; char data[0]; };
 *     struct Reply : Message { };
 */
import type { UnitFacts } from "../../model/index.js";
import { tokenize } from "../../weaver/index.js";

/** As long as `text`, with its line ends; undefined where libclang was not told so, or nothing can be helped. */
export function withSizedArrays(text: string, facts: UnitFacts): string | undefined {
  if (!facts.diagnostics.some(({ message }) => REFUSED.test(message))) return undefined;
  const shown = [...text];
  const members = new Map<number, FlexibleMember>();
  for (const entity of facts.entities) {
    const body = entity.kind === "class" ? entity.definition?.body : undefined;
    const tokens = body === undefined ? [] : tokenize(text, body.start + 1, body.end - 1);
    for (const member of flexibleMembers(tokens)) members.set(member.open, member);
  }
  for (const member of members.values()) giveSize(shown, member);
  const done = shown.join("");
  return done === text ? undefined : done;
}

const REFUSED = /^base class '.*' has a flexible array member$/;

interface FlexibleMember {
  /** Where its declaration begins. */
  readonly start: number;
  readonly open: number;
  readonly close: number;
}

function flexibleMembers(tokens: ReturnType<typeof tokenize>): FlexibleMember[] {
  return tokens.flatMap((token, index): FlexibleMember[] => {
    const [close, end] = [tokens[index + 1], tokens[index + 2]];
    if (token.text !== "[" || close?.text !== "]" || end?.text !== ";") return [];
    const before = tokens.slice(0, index);
    const first = before.findLastIndex(({ text }) => /^[;{}:]$/.test(text)) + 1;
    const words = before.slice(first);
    if (words.some(({ text }) => /^(?:static|extern|typedef|using|=)$/.test(text))) return [];
    return [{ start: words[0]?.start ?? token.start, open: token.start, close: close.start }];
  });
}

/** Between the brackets, or before the declaration, a blank makes room for the number. */
function giveSize(shown: string[], { start, open, close }: FlexibleMember): void {
  if (close > open + 1) shown[open + 1] = "0";
  else if (shown[start - 1] === " " || shown[start - 1] === "\t")
    shown.splice(start - 1, open - start + 2, ...shown.slice(start, open + 1), "0");
}
