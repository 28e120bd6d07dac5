/**
 * Attributes that aspects declare (`attribute ns::trace();`) mean something to pointcuts alone: compilers, which warn of
 * what they do not know, don't see them. Blanks stand in their place.
 */
import { type AspectFile, attributeNames } from "../../model/index.js";
import type { Edit } from "../text/text-edits.js";

const ATTRIBUTES = /\[\[(?:[^\]["']|\](?!\])|\[(?!\[))*\]\]/g;

export function declaredAttributeEdits(text: string, files: readonly AspectFile[]): Edit[] {
  const declared = new Set(files.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)));
  if (declared.size === 0) return [];
  return Array.from(text.matchAll(ATTRIBUTES)).flatMap(({ 0: all, index }): Edit[] => {
    const rest = withoutDeclared(all, declared);
    if (rest === all) return [];
    return [{ start: index, end: index + all.length, text: rest, role: "replace", rank: -1 }];
  });
}

/** The same text without them; of the same length and lines. */
export function withoutDeclaredAttributes(text: string, files: readonly AspectFile[]): string {
  let [done, at] = ["", 0];
  for (const { start, end, text: rest } of declaredAttributeEdits(text, files)) {
    done += text.slice(at, start) + rest;
    at = end;
  }
  return done + text.slice(at);
}

const blank = (text: string) => text.replace(/\S/g, " ");

/** `[[nodiscard, ns::trace]]` keeps what the compiler knows: an attribute between commas may be missing. */
function withoutDeclared(all: string, declared: ReadonlySet<string>): string {
  const names = attributeNames(all);
  if (names.length > 0 && names.every((name) => declared.has(name))) return blank(all);
  if (/^\[\[\s*using\b/.test(all)) return all;
  return all.replace(/\w+(?:\s*::\s*\w+)*(?:\s*\([^()]*\))?/g, (part) =>
    declared.has(part.replace(/\s+|\([\s\S]*$/g, "")) ? blank(part) : part,
  );
}
