/** Members that may stand at any address, as an attribute says: references can't be bound to them. */
import type { VariableEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";

export function isPacked(
  { member, nameRange }: VariableEntity,
  { facts, text }: Pick<CxxSite, "facts" | "text">,
): boolean {
  if (member === undefined || !/\bpacked\b/.test(text)) return false;
  const owner = facts.entities[member.ofClass];
  if (owner?.kind !== "class" || owner.definition === undefined) return false;
  const { range, body } = owner.definition;
  const own = [
    text.slice(range.start, body.start),
    upToSemicolon(text, body.end),
    upToSemicolon(text, nameRange.end),
  ];
  return own.some((part) => /\b(?:__packed__|packed)\b/.test(part));
}

function upToSemicolon(text: string, from: number): string {
  const end = text.indexOf(";", from);
  return text.slice(from, end === -1 ? from : end);
}
