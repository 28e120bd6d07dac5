/**
 * Names of further files in a file with symbols (`.gnu_debuglink` and the like). GDB opens what they name, whatever it is, and
 * waits for a pipe or reads a device without an end; it has no setting against that. Symbols that somebody else packed have to
 * be whole, so the sections lose their names.
 */
import { type FileHandle, open } from "node:fs/promises";

const LINKS = ["gnu_debuglink", "gnu_debugaltlink", "debug_sup"];
/** Bytes of the table of sections' names; that of a kernel with a section for each function has some megabytes. */
const MOST_NAMES = 64 << 20;

/** In place. What is no ELF file stays as it is: GDB will say so. Rejects with the system's error. */
export async function forgetDebugLinks(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const table = await namesOfSections(file);
    if (table === undefined) return;
    for (const link of LINKS) {
      const name = Buffer.from(`${link}\0`);
      for (let at = table.bytes.indexOf(name); at !== -1; at = table.bytes.indexOf(name, at + 1))
        await file.write("x", table.at + at);
    }
  } finally {
    await file.close();
  }
}

interface Names {
  readonly at: number;
  readonly bytes: Buffer;
}

async function namesOfSections(file: FileHandle): Promise<Names | undefined> {
  const read = async (at: number, size: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at);
    return bytesRead === size ? buffer : undefined;
  };
  const head = await read(0, 64);
  if (head?.toString("latin1", 0, 4) !== "\x7fELF") return undefined;
  const form = formOf(head);
  const start = form.address(head, form.is64 ? 40 : 32);
  const size = form.half(head, form.is64 ? 58 : 46);
  const sectionAt = (index: number) => read(start + index * size, form.is64 ? 64 : 40);
  const told = form.half(head, form.is64 ? 62 : 50);
  // So many sections that the first one says which it is.
  const first = told === MANY ? await sectionAt(0) : undefined;
  const section = await sectionAt(first === undefined ? told : form.word(first, form.is64 ? 40 : 24));
  if (section === undefined) return undefined;
  const at = form.address(section, form.is64 ? 24 : 16);
  const left = (await file.stat()).size - at;
  const length = Math.min(form.address(section, form.is64 ? 32 : 20), left, MOST_NAMES);
  const bytes = length > 0 ? await read(at, length) : undefined;
  return bytes && { at, bytes };
}

const MANY = 0xffff;

/** How numbers stand in the file. */
function formOf(head: Buffer) {
  const [is64, isLittle] = [head[4] === 2, head[5] === 1];
  const half = (from: Buffer, at: number) => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const word = (from: Buffer, at: number) => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  const long = (from: Buffer, at: number) => (isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
  const address = (from: Buffer, at: number) => (is64 ? Number(long(from, at)) : word(from, at));
  return { is64, half, word, address };
}
