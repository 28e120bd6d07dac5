/**
 * Positions in one text. The editor counts UTF-16 units in lines from 0; compilers and our facts count bytes in
 * lines from 1. This is the only place where the two meet; nothing else adds or subtracts across them.
 */

/** Lines from 0, UTF-16 units. Structurally the Position of LSP, which this folder doesn't know. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** End exclusive. */
export interface PlaceRange {
  readonly start: Place;
  readonly end: Place;
}

export interface LineIndex {
  readonly lineCount: number;
  /** Text of a line without its line end; empty past the end. */
  lineAt(line: number): string;
  /** UTF-16 offset, clamped into the text. */
  offsetAt(place: Place): number;
  placeAt(offset: number): Place;
  rangeBetween(start: number, end: number): PlaceRange;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineEnd = (line: number) =>
    line + 1 < starts.length ? (starts[line + 1] as number) - 1 : text.length;
  const placeAt = (offset: number): Place => {
    const at = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: at - (starts[low] as number) };
  };
  return {
    lineCount: starts.length,
    lineAt: (line) => {
      const start = starts[line];
      return start === undefined ? "" : text.slice(start, lineEnd(line)).replace(/\r$/, "");
    },
    offsetAt: ({ line, character }) => {
      const start = starts[line];
      if (start === undefined) return line < 0 ? 0 : text.length;
      return Math.min(start + Math.max(0, character), lineEnd(line));
    },
    placeAt,
    rangeBetween: (start, end) => ({ start: placeAt(start), end: placeAt(end) }),
  };
}

/** UTF-16 units that the first `byteColumn - 1` bytes (UTF-8) of a line hold; clamped to the line. */
export function characterOfByteColumn(line: string, byteColumn: number): number {
  let bytes = 0;
  let at = 0;
  while (at < line.length && bytes < byteColumn - 1) {
    const point = line.codePointAt(at) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point < 0x10000 ? 1 : 2;
  }
  return at;
}

/** One text in both countings: `bytes` is its UTF-8 form as a latin1 string, so that an index is a byte offset. */
export interface ByteText {
  readonly bytes: string;
  toUtf16(byteOffset: number): number;
  toByte(utf16Offset: number): number;
}

export function byteText(text: string): ByteText {
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  if (bytes.length === text.length) return { bytes, toUtf16: (offset) => offset, toByte: (offset) => offset };
  const utf16OfByte = new Uint32Array(bytes.length + 1);
  const byteOfUtf16 = new Uint32Array(text.length + 1);
  let byte = 0;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) as number;
    const units = point < 0x10000 ? 1 : 2;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    utf16OfByte.fill(at, byte, byte + size);
    byteOfUtf16.fill(byte, at, at + units);
    byte += size;
    at += units;
  }
  utf16OfByte[byte] = text.length;
  byteOfUtf16[text.length] = byte;
  return {
    bytes,
    toUtf16: (offset) => utf16OfByte[Math.min(offset, bytes.length)] ?? text.length,
    toByte: (offset) => byteOfUtf16[Math.min(offset, text.length)] ?? bytes.length,
  };
}
