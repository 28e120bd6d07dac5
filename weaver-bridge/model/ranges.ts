/**
 * Places in text. Two coordinate systems exist and never mix:
 *
 * - **Unit text**: the preprocessed text of one translation unit, kept as a latin1 string, so that a string
 *   index *is* a byte offset (libclang's unit). {@link TextRange} addresses it.
 * - **Sources**: files that a developer edits. {@link SourceRange} addresses them with 1-based lines and
 *   1-based byte columns, as compilers print them. Only the language server turns these into UTF-16 positions.
 */

/** Half-open range of byte offsets in a unit's (latin1) text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A place in a source file. Lines and columns are 1-based; columns count bytes. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * A range in a source file; `endColumn` is exclusive. Files are spelled as the compiler's line markers spell them
 * until a caller that knows the working directory makes them absolute.
 */
export interface SourceRange {
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function textRange(start: number, end: number): TextRange {
  return { start, end };
}

export function contains(outer: TextRange, inner: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** `file:line:column`, the form compilers print and editors link. */
export function printPosition(range: SourceRange): string {
  return `${range.file}:${range.startLine}:${range.startColumn}`;
}

/** `a.c:3, b.c:7 and 4 more`: the first `most` places by file and line. */
export function listPlaces(ranges: readonly SourceRange[], most: number): string {
  const named = ranges.slice(0, most).map(({ file, startLine }) => `${file}:${startLine}`);
  const more = ranges.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
