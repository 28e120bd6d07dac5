/**
 * Expectations inside C snippets: a comment `advised-by: Trace.before, Audit.around` that begins with `^` states what holds for the
 * token just before it. Markers are plain comments, so a snippet compiles with or without them.
 */

export interface Annotation {
  /** Offset just behind the token that it speaks of, in the text without markers. */
  readonly offset: number;
  readonly text: string;
}

const MARKER = /\/\*\^advised-by: ([^*]*)\*\//g;

/** The text without markers. */
export function withoutAnnotations(text: string): string {
  return text.replace(MARKER, "");
}

/** `text` (without markers) with these put in; several at one offset share one marker, in the given order. */
export function withAnnotations(text: string, annotations: readonly Annotation[]): string {
  const byOffset = new Map<number, string[]>();
  for (const { offset, text: said } of annotations)
    byOffset.set(offset, [...(byOffset.get(offset) ?? []), said]);
  let result = "";
  let from = 0;
  for (const [offset, said] of [...byOffset].sort(([a], [b]) => a - b)) {
    result += `${text.slice(from, offset)}/*^advised-by: ${said.join(", ")}*/`;
    from = offset;
  }
  return result + text.slice(from);
}
