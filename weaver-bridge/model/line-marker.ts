/**
 * Line markers of preprocessed text, `# 12 "file" 1 3`, as gcc and clang write them, and `#line 12 "file"`: read here and
 * nowhere else. What the flags say: GCC's manual, "Preprocessor Output".
 */
import { fileOfMarker } from "./marker-name.js";

export interface LineMarker {
  /** Of its `#`. */
  readonly start: number;
  /** Of the newline behind it, or the end of the text. */
  readonly end: number;
  /** Of the line that follows. */
  readonly line: number;
  /** As it is spelled; `fileOfMarker` reads it. */
  readonly name: string;
  /** ` 1 3 4`, each behind a blank. */
  readonly flags: string;
  /** An inclusion begins. */
  readonly enters: boolean;
  /** An inclusion has ended. */
  readonly leaves: boolean;
  readonly isSystem: boolean;
}

const MARKER = /#(?:[ \t]*line)?[ \t]+(\d+)[ \t]+"((?:[^"\\\n]|\\.)*)"([ \t\d]*)$/my;

/** The marker that begins at the offset, which is where a line begins. */
export function markerAt(text: string, start = 0): LineMarker | undefined {
  MARKER.lastIndex = start;
  const match = MARKER.exec(text);
  if (match === null) return undefined;
  const [all, line, name = "", flags = ""] = match;
  return {
    ...{ start, end: start + all.length, line: Number(line), name, flags },
    enters: /\b1\b/.test(flags),
    leaves: /\b2\b/.test(flags),
    isSystem: /\b3\b/.test(flags),
  };
}

/** In the order of the text. */
export function* lineMarkers(text: string): Generator<LineMarker> {
  for (let at = 0; at !== -1; at = nextLineWithHash(text, at)) {
    const marker = markerAt(text, at);
    if (marker !== undefined) yield marker;
  }
}

function nextLineWithHash(text: string, from: number): number {
  const before = text.indexOf("\n#", from);
  return before === -1 ? -1 : before + 1;
}

/**
 * The files that markers name, each once, in order. Without those that are none: `<built-in>`, and the folder that -g
 * notes as `/folder//`.
 */
export function filesOfMarkers(text: string): string[] {
  const names = new Set<string>();
  for (const { name } of lineMarkers(text)) names.add(name);
  const files = new Set(Array.from(names, fileOfMarker));
  return [...files].filter((file) => !file.startsWith("<") && !file.endsWith("/"));
}
