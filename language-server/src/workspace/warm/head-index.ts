/**
 * The unchanging head of a unit (its headers, preprocessed) made small. Of the megabytes that a kernel unit includes,
 * its own code names a few hundred declarations; only those, and what they name in turn, are parsed again after an
 * edit. Purely lexical, so it may keep too much; what it loses shows up as a parse error, and the caller parses whole.
 * Bodies of functions are never kept: what stands in headers doesn't change while the unit itself is edited.
 *
 * C only. Texts are preprocessed and latin1.
 */

import { type Chunk, readChunks } from "./read-chunks.js";

export interface HeadIndex {
  readonly chunks: readonly IndexedChunk[];
  /** Chunks by what they declare. */
  readonly declaring: ReadonlyMap<string, readonly number[]>;
}

/** A declaration with every identifier in it. */
interface IndexedChunk extends Chunk {
  readonly mentions: readonly string[];
}

const SLICE_MS = 8;

/** Works in slices, so that the server answers meanwhile. */
export async function indexHead(text: string): Promise<HeadIndex> {
  const chunks: IndexedChunk[] = [];
  const declaring = new Map<string, number[]>();
  let sliceEnd = performance.now() + SLICE_MS;
  for (const chunk of readChunks(text)) {
    for (const name of chunk.declares) {
      const known = declaring.get(name);
      if (known === undefined) declaring.set(name, [chunks.length]);
      else known.push(chunks.length);
    }
    if (performance.now() > sliceEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceEnd = performance.now() + SLICE_MS;
    }
    chunks.push({ ...chunk, mentions: [...identifiersOf(chunk.text)] });
  }
  return { chunks, declaring };
}

/** Identifiers of a text, keywords included. */
export function identifiersOf(text: string): Set<string> {
  return new Set(text.match(/[A-Za-z_$][\w$]*/g));
}

/** The part of the head that a body with these identifiers needs, under line markers, in its order. */
export function headFor(index: HeadIndex, wanted: ReadonlySet<string>): string {
  const kept = new Set<number>();
  const seen = new Set<string>();
  const queue = [...wanted];
  const keep = (number: number) => {
    if (kept.has(number)) return;
    kept.add(number);
    queue.push(...(index.chunks[number]?.mentions ?? []));
  };
  index.chunks.forEach((chunk, number) => {
    if (chunk.always) keep(number);
  });
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const number of index.declaring.get(name) ?? []) keep(number);
  }
  return render([...kept].sort((a, b) => a - b).map((number) => index.chunks[number] as Chunk));
}

function render(chunks: readonly Chunk[]): string {
  const pieces: string[] = [];
  let file = "";
  let line = 0;
  for (const chunk of chunks) {
    if (chunk.file !== file || chunk.line < line || chunk.line > line + 8)
      pieces.push(`# ${chunk.line} "${chunk.file}"\n`);
    else pieces.push("\n".repeat(chunk.line - line));
    pieces.push(chunk.text, "\n");
    file = chunk.text.includes("\n# ") ? "" : chunk.file;
    line = chunk.line + newlines(chunk.text) + 1;
  }
  const tags = new Set(chunks.flatMap(({ text }) => text.match(/\b(?:struct|union) [A-Za-z_]\w*/g) ?? []));
  return `${[...tags].map((tag) => `${tag};`).join(" ")}\n${pieces.join("")}`;
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
