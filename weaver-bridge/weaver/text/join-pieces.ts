import type { Span } from "../../model/index.js";

/** Text that is appended to a unit at `start`, and its spans. */
export function joinPieces(
  pieces: readonly (readonly [Span["from"], string])[],
  original: number,
  start: number,
): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let at = start;
  for (const [from, text] of pieces) {
    if (text === "") continue;
    spans.push({
      generated: { start: at, end: at + text.length },
      original: { start: original, end: original },
      from,
    });
    at += text.length;
  }
  return { text: pieces.map(([, text]) => text).join(""), spans };
}
