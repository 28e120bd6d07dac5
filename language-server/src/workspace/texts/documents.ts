/**
 * The texts that features talk about: what the editor has open, else what is on disk. Knows nothing about C,
 * aspects or the protocol. Paths are absolute; uris are made from them in one place only, {@link pathOfUri}.
 */
import { statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readRegular } from "@weft/weaver-bridge/kernel-build";
import { unlessRefused } from "@weft/weaver-bridge/model";
import { type ByteText, byteText, createLineIndex, type LineIndex, type PlaceRange } from "./line-index.js";

export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
  readonly bytes: ByteText;
  /** Absent for a file that is not open. */
  readonly version?: number;
  readonly languageId?: string;
  /** The editor's spelling of the uri, for open files. */
  readonly uri: string;
}

/** An edit as editors send it; without a range the text is the whole document. */
export interface TextChange {
  readonly range?: PlaceRange;
  readonly text: string;
}

export interface Documents {
  open(uri: string, languageId: string, version: number, text: string): SourceText | undefined;
  change(uri: string, version: number, changes: readonly TextChange[]): SourceText | undefined;
  close(uri: string): void;
  /** Open text, else the file on disk (re-read when it changed), else undefined. */
  read(path: string): SourceText | undefined;
  /** The same for a text that holds the word; else undefined, without keeping the text. */
  readWith(path: string, word: string): SourceText | undefined;
  /** The file on disk, whether it is open or not. */
  readDisk(path: string): SourceText | undefined;
  openText(path: string): SourceText | undefined;
  all(): readonly SourceText[];
}

/** Undefined for uris of other schemes. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  return unlessRefused(() => fileURLToPath(uri));
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

export function createDocuments(): Documents {
  const opened = new Map<string, SourceText>();
  const onDisk = new Map<string, { readonly stamp: string; readonly source: SourceText }>();
  const readDisk = (path: string): SourceText | undefined => {
    const stamp = stampOf(path);
    if (stamp === undefined) return undefined;
    const known = onDisk.get(path);
    if (known?.stamp === stamp) return known.source;
    const source = sourceText(path, readText(path));
    onDisk.set(path, { stamp, source });
    return source;
  };
  const put = (path: string | undefined, uri: string, text: string, version: number, languageId: string) => {
    if (path === undefined) return undefined;
    const source = Object.assign(sourceText(path, text), { uri, version, languageId });
    opened.set(path, source);
    return source;
  };
  const read = (path: string) => opened.get(path) ?? readDisk(path);
  return {
    open: (uri, languageId, version, text) => put(pathOfUri(uri), uri, text, version, languageId),
    change(uri, version, changes) {
      const path = pathOfUri(uri);
      const before = path === undefined ? undefined : opened.get(path);
      if (before === undefined) return undefined;
      return put(path, uri, applyChanges(before.text, changes), version, before.languageId ?? "c");
    },
    close(uri) {
      const path = pathOfUri(uri);
      if (path !== undefined) opened.delete(path);
    },
    read,
    readWith: (path, word) => {
      if (!opened.has(path) && !bytesOf(path)?.includes(word)) return undefined;
      const source = read(path);
      return source?.text.includes(word) === true ? source : undefined;
    },
    readDisk,
    openText: (path) => opened.get(path),
    all: () => [...opened.values()],
  };
}

/** Each change applies to the result of the one before. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = text;
  for (const change of changes) {
    if (change.range === undefined) {
      result = change.text;
      continue;
    }
    const lines = createLineIndex(result);
    const start = lines.offsetAt(change.range.start);
    const end = lines.offsetAt(change.range.end);
    result = result.slice(0, start) + change.text + result.slice(Math.max(start, end));
  }
  return result;
}

/** Lines and bytes are indexed when first asked for: most files on disk are only passed by. */
function sourceText(path: string, text: string): SourceText {
  let lines: LineIndex | undefined;
  let bytes: ByteText | undefined;
  return {
    path,
    text,
    uri: uriOfPath(path),
    get lines() {
      return (lines ??= createLineIndex(text));
    },
    get bytes() {
      return (bytes ??= byteText(text));
    },
  };
}

function stampOf(path: string): string | undefined {
  const info = unlessRefused(() => statSync(path));
  return info?.isFile() ? `${info.mtimeMs}:${info.size}:${info.ino}` : undefined;
}

function bytesOf(path: string): Buffer | undefined {
  return unlessRefused(() => readRegular(path));
}

/** Old kernel files are latin1; a file that is not UTF-8 is read so that its bytes stay apart. */
function readText(path: string): string {
  const buffer = readRegular(path);
  const text = buffer.toString("utf8");
  return text.includes("\uFFFD") ? buffer.toString("latin1") : text;
}
