/**
 * Which units of a large kernel can write a guarded term in a way that no unit before has shown. Headers bring the same lines
 * into a thousand units; a unit is worth its second of libclang where a line that names a term or its type is new.
 */
import type { GuardDeclaration } from "./facts/declaration.js";

/** Asked of preprocessed texts, one after the other; of one text as often as one likes. */
export function newMentions(guards: readonly GuardDeclaration[]): (unitText: string) => boolean {
  return newLines(mentionsOf(guards));
}

/** The same of what a pattern finds in one line. */
export function newLines(pattern: RegExp): (unitText: string) => boolean {
  const known = new Set<string>();
  let last: { readonly text: string; readonly isNew: boolean } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, isNew: addMentions(text, pattern, known) };
    return last.isNew;
  };
}

/** Members behind `.` or `->`, and as designators; types by their tag or typedef; variables. */
function mentionsOf(guards: readonly GuardDeclaration[]): RegExp {
  const all = guards.flatMap(({ type, terms }) =>
    type === undefined
      ? [`\\b(?:${terms.join("|")})\\b`]
      : [`\\b${type}\\b`, `(?:->|\\.)\\s*(?:${terms.join("|")})\\b`],
  );
  return new RegExp(all.join("|"));
}

function addMentions(text: string, pattern: RegExp, known: Set<string>): boolean {
  const before = known.size;
  let file = "";
  for (const line of text.split("\n")) {
    const marker = /^# \d+ "([^"]*)"/.exec(line)?.[1];
    if (marker !== undefined) file = marker;
    else if (pattern.test(line)) known.add(`${file}:${line.trim()}`);
  }
  return known.size > before;
}
