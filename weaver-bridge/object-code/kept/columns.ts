/**
 * Columns of numbers as bytes and back, without a copy: what a file of millions of entries was read to is kept in this
 * form, so that the next process has it at once.
 */
import { unlessBroken } from "../../model/index.js";

export type Column = Uint32Array | Int32Array | Uint16Array | Uint8Array;
export type Columns = Readonly<Record<string, Column>>;

const KINDS = { u32: Uint32Array, i32: Int32Array, u16: Uint16Array, u8: Uint8Array } as const;
type Kind = keyof typeof KINDS;
/** Changes with what the columns mean. */
const FORMAT = 2;
const ALIGNMENT = 8;
const HEAD = 8;

interface Header {
  readonly format: number;
  /** Of what they were read from. */
  readonly identity: string;
  readonly columns: readonly (readonly [name: string, kind: Kind, length: number])[];
}

export function encodeColumns(identity: string, columns: Columns): Uint8Array {
  const list = Object.entries(columns);
  const header: Header = {
    format: FORMAT,
    identity,
    columns: list.map(([name, column]) => [name, kindOf(column), column.length]),
  };
  const text = Buffer.from(JSON.stringify(header));
  const size = list.reduce(
    (sum, [, { byteLength }]) => sum + aligned(byteLength),
    aligned(HEAD + text.length),
  );
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, HEAD);
  let at = aligned(HEAD + text.length);
  for (const [, { buffer, byteOffset, byteLength }] of list) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

/** Undefined for what is of another file or form, cut off or damaged. The columns share the bytes, which begin aligned. */
export function decodeColumns(identity: string, bytes: Uint8Array): Columns | undefined {
  const header = headerOf(bytes);
  if (header?.format !== FORMAT || header.identity !== identity) return undefined;
  const found: Record<string, Column> = {};
  let at = aligned(HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
  for (const [name, kind, length] of header.columns) {
    const Kind = KINDS[kind];
    const size = length * Kind.BYTES_PER_ELEMENT;
    if (at + size > bytes.length) return undefined;
    found[name] = new Kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
    at += aligned(size);
  }
  return at === bytes.length ? found : undefined;
}

function headerOf(bytes: Uint8Array): Header | undefined {
  if (bytes.length < HEAD || bytes.byteOffset % ALIGNMENT !== 0) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (HEAD + length > bytes.length) return undefined;
  return unlessBroken(
    () => JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length))) as Header,
  );
}

function kindOf(column: Column): Kind {
  if (column instanceof Uint32Array) return "u32";
  if (column instanceof Int32Array) return "i32";
  return column instanceof Uint16Array ? "u16" : "u8";
}

const aligned = (size: number) => Math.ceil(size / ALIGNMENT) * ALIGNMENT;

/** Texts as one column each for their bytes and where each ends. */
export function textColumns(name: string, texts: readonly string[]): Columns {
  const pieces = texts.map((text) => Buffer.from(text));
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, piece] of pieces.entries()) ends[index] = end += piece.length;
  return { [`${name}.text`]: new Uint8Array(Buffer.concat(pieces)), [`${name}.ends`]: ends };
}

export function textsIn(name: string, columns: Columns): string[] | undefined {
  const { [`${name}.text`]: bytes, [`${name}.ends`]: ends } = columns;
  if (bytes === undefined || ends === undefined) return undefined;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(ends, (end, index) => all.toString("utf8", index === 0 ? 0 : ends[index - 1], end));
}
