/** The file of a kernel: its sections and symbols, as far as live weaving needs them. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

export interface KernelSymbol {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly kind: "function" | "object" | "other";
  readonly isLocal: boolean;
  /** Base name of the unit that a local symbol is from. */
  readonly unit?: string;
}

export interface KernelSection {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly isCode: boolean;
  readonly isWritable: boolean;
  /** Empty for zeros that the file does not hold. */
  readonly bytes: Buffer;
}

export interface KernelImage {
  readonly file: string;
  readonly sections: readonly KernelSection[];
  readonly symbols: readonly KernelSymbol[];
  /** Of all code and read-only data. */
  readonly digest: string;
  /** Bytes of the image at an address; undefined where it has none. */
  bytesAt(address: number, length: number): Buffer | undefined;
}

const NOBITS = 8;
const SYMTAB = 2;
const WRITE = 1;
const ALLOCATED = 2;
const CODE = 4;

/** Throws the system's error for an unreadable file, {@link ImageError} for one that is no i386 ELF with symbols. */
export function readKernelImage(file: string): KernelImage {
  const { mtimeMs, size } = statSync(file);
  if (last?.image.file === file && last.mtimeMs === mtimeMs && last.size === size) return last.image;
  const image = readImage(file);
  // What was linked for one weaving is read once; a kernel is read again for each.
  if (size > SMALL) last = { image, mtimeMs, size };
  return image;
}

const SMALL = 1 << 16;
let last: { readonly image: KernelImage; readonly mtimeMs: number; readonly size: number } | undefined;

function readImage(file: string): KernelImage {
  const data = readFileSync(file);
  if (data.length < 52 || data.readUInt32BE(0) !== 0x7f454c46 || data[4] !== 1 || data[18] !== 3)
    throw new ImageError(`${file} is no ELF file for i386`);
  const headers = sectionHeaders(data);
  const names = headers[data.readUInt16LE(50)];
  const sections = headers
    .filter(({ flags }) => (flags & ALLOCATED) !== 0)
    .map(
      (header): KernelSection => ({
        name: textAt(data, (names?.offset ?? 0) + header.name),
        address: header.address,
        size: header.size,
        isCode: (header.flags & CODE) !== 0,
        isWritable: (header.flags & WRITE) !== 0,
        bytes:
          header.type === NOBITS
            ? Buffer.alloc(0)
            : data.subarray(header.offset, header.offset + header.size),
      }),
    );
  const table = headers.find(({ type }) => type === SYMTAB);
  if (table === undefined) throw new ImageError(`${file} has no symbols`);
  const digest = createHash("sha256");
  for (const { isWritable, bytes } of sections) if (!isWritable) digest.update(bytes);
  return {
    file,
    sections,
    symbols: symbolsOf(data, table, headers[table.link]?.offset ?? 0),
    digest: digest.digest("hex").slice(0, 32),
    bytesAt: (address, length) => {
      const section = sections.find(
        (one) => one.address <= address && address + length <= one.address + one.bytes.length,
      );
      return section?.bytes.subarray(address - section.address, address - section.address + length);
    },
  };
}

export class ImageError extends Error {}

function sectionHeaders(data: Buffer) {
  const start = data.readUInt32LE(32);
  const size = data.readUInt16LE(46);
  return Array.from({ length: data.readUInt16LE(48) }, (_, index) => {
    const word = (number: number) => data.readUInt32LE(start + index * size + 4 * number);
    return {
      ...{ name: word(0), type: word(1), flags: word(2), address: word(3) },
      ...{ offset: word(4), size: word(5), link: word(6) },
    };
  });
}

function symbolsOf(data: Buffer, table: { offset: number; size: number }, strings: number): KernelSymbol[] {
  const found: KernelSymbol[] = [];
  let unit: string | undefined;
  for (let at = table.offset; at < table.offset + table.size; at += 16) {
    const info = data[at + 12] as number;
    const name = textAt(data, strings + data.readUInt32LE(at));
    const isLocal = info >> 4 === 0;
    if ((info & 15) === 4) {
      unit = name;
      continue;
    }
    if (name === "" || data.readUInt16LE(at + 14) === 0) continue;
    const kind = (info & 15) === 2 ? "function" : (info & 15) === 1 ? "object" : "other";
    const place = { address: data.readUInt32LE(at + 4), size: data.readUInt32LE(at + 8) };
    found.push({ name, ...place, kind, isLocal, ...(isLocal && unit !== undefined ? { unit } : {}) });
  }
  return found;
}

function textAt(data: Buffer, offset: number): string {
  return data.toString("latin1", offset, data.indexOf(0, offset));
}
