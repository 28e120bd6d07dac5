/**
 * Little-endian numbers out of bytes, one after another. Reading past the end gives zeros and stops at the end, so that a
 * damaged file ends loops instead of throwing from their middle; `overran` tells.
 */
export class ByteReader {
  readonly #view: DataView;
  overran = false;

  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    public end = bytes.length,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (end > bytes.length) this.end = bytes.length;
    if (!(at >= 0 && at <= this.end)) this.#stop();
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  u8(): number {
    if (this.at >= this.end) return this.#stop();
    return this.bytes[this.at++] as number;
  }

  u16(): number {
    if (this.at + 2 > this.end) return this.#stop();
    this.at += 2;
    return this.#view.getUint16(this.at - 2, true);
  }

  u24(): number {
    const low = this.u16();
    return low | (this.u8() << 16);
  }

  u32(): number {
    if (this.at + 4 > this.end) return this.#stop();
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  /** Exact up to 2^53, rounded above. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * 0x1_0000_0000;
  }

  /** Exact from -2^53 to 2^53. */
  s64(): number {
    const low = this.u32();
    return low + (this.u32() | 0) * 0x1_0000_0000;
  }

  s8(): number {
    return (this.u8() << 24) >> 24;
  }

  s16(): number {
    return (this.u16() << 16) >> 16;
  }

  s32(): number {
    return this.u32() | 0;
  }

  /** An address, or an offset of 64-bit DWARF; of 8 bytes signed, so that a kernel's addresses are exact. */
  word(size: number): number {
    if (size === 4) return this.u32();
    if (size === 8) return this.s64();
    if (size === 2) return this.u16();
    return size === 1 ? this.u8() : this.#stop();
  }

  uleb(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.u8();
      if (shift < 28) value |= (byte & 0x7f) << shift;
      else if (shift < 63) value = (value >>> 0) + (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) return shift <= 28 ? value >>> 0 : value;
    }
  }

  sleb(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.u8();
      if (shift < 63) value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) return (byte & 0x40) !== 0 && shift < 63 ? value - 2 ** shift : value;
    }
  }

  skipLeb(): void {
    while (this.u8() >= 0x80);
  }

  skip(count: number): void {
    this.at += count;
    if (!(this.at >= 0 && this.at <= this.end)) this.#stop();
  }

  take(count: number): Uint8Array {
    const start = this.at;
    this.skip(count);
    return this.bytes.subarray(start, this.at);
  }

  /** Up to a zero, which is passed. */
  text(): string {
    const start = this.at;
    const end = endOfText(this.bytes, start, this.end);
    this.at = Math.min(end + 1, this.end);
    return decodeText(this.bytes, start, end);
  }

  skipText(): void {
    this.at = Math.min(endOfText(this.bytes, this.at, this.end) + 1, this.end);
  }

  #stop(): 0 {
    this.overran = true;
    this.at = this.end;
    return 0;
  }
}

/** Bytes of a text that is found by an offset: many may begin in one that has no end. */
const LONGEST = 1 << 16;

/** Text up to a zero, UTF-8, of so many bytes at most; empty for an offset outside. */
export function textAt(bytes: Uint8Array, offset: number, longest = LONGEST): string {
  if (!(offset >= 0 && offset < bytes.length)) return "";
  return decodeText(bytes, offset, endOfText(bytes, offset, Math.min(bytes.length, offset + longest)));
}

/** As {@link textAt}, for who asks for most of them: in ASCII they are pieces of one text. */
export function textsIn(bytes: Uint8Array): (offset: number) => string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (!ASCII.test(all)) return (offset) => textAt(bytes, offset);
  return (offset) => {
    const text = all.slice(offset, offset + LONGEST);
    const end = text.indexOf("\0");
    return end === -1 ? text : text.slice(0, end);
  };
}

const ASCII = /^[\0-\x7f]*$/;

const SHORT = 24;

function endOfText(bytes: Uint8Array, start: number, limit: number): number {
  const near = Math.min(start + SHORT, limit);
  for (let at = start; at < near; at++) if (bytes[at] === 0) return at;
  if (near >= limit) return limit;
  const end = bytes.subarray(near, limit).indexOf(0);
  return end === -1 ? limit : near + end;
}

/** As UTF-8, as DWARF and the names of files are; of short ones in ASCII it is quicker to go without the decoder. */
function decodeText(bytes: Uint8Array, start: number, end: number): string {
  const decoded = () =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", start, end);
  if (end - start > SHORT) return decoded();
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return decoded();
    text += String.fromCharCode(byte);
  }
  return text;
}
