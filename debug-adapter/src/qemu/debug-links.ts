/**
 * What a file with symbols has GDB open or read besides itself. Names of further files (`.gnu_debuglink` and the like): GDB
 * opens what they name, whatever it is, and waits for a pipe or reads a device without an end. The interface of compilers that
 * make code while they run (`__jit_debug_register_code`): GDB takes files out of the memory of the machine, with links of their
 * own. It has no setting against either. Symbols that somebody else packed have to be whole, so these names are misspelled.
 */
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyRegular, openRegular } from "@weft/weaver-bridge/kernel-build";
import { makeOwnFolder } from "./own-folder.js";

const NAMES = ["gnu_debuglink", "gnu_debugaltlink", "debug_sup", "__jit_debug_register_code"].map((name) =>
  Buffer.from(`${name}\0`),
);
/** Bytes that are read at once; the table of names of a large kernel has some dozen megabytes. */
const PIECE = 4 << 20;
const LONGEST = Math.max(...NAMES.map(({ length }) => length));

/** In place. What is no ELF file stays as it is: GDB will say so. Rejects with the system's error. */
export async function forgetDebugLinks(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    for await (const at of namesIn(file)) await file.write("x", at);
  } finally {
    await file.close();
  }
}

/** Files for GDB that lead nowhere else. */
export interface LinklessFiles {
  /**
   * The file itself, or where it leads elsewhere a copy, the same one for as long as the session lasts. Rejects with the
   * system's error, also for what is no regular file.
   */
  of(path: string): Promise<string>;
  /** Removes the copies. Safe to call more than once. */
  end(): Promise<void>;
}

/** `tell` is called once for each file of which there is a copy: lines that only another file has are missing then. */
export function createLinklessFiles(tell: (sentence: string) => void): LinklessFiles {
  const copies = new Map<string, Promise<string>>();
  let folder: Promise<string> | undefined;
  const copyOf = async (path: string): Promise<string> => {
    const file = await openRegular(path);
    const first = await namesIn(file)
      .next()
      .finally(() => file.close());
    if (first.done === true) return path;
    folder ??= makeOwnFolder();
    const copy = join(await folder, `${copies.size}.elf`);
    await copyRegular(path, copy);
    await forgetDebugLinks(copy);
    tell(
      `${path} has GDB read further files or the machine's memory (.gnu_debuglink and the like). For a dump or a recording it does not: where lines are missing, join the file with its debug information (eu-unstrip) and name that.`,
    );
    return copy;
  };
  return {
    of(path) {
      const known = copies.get(path) ?? copyOf(path);
      copies.set(path, known);
      return known;
    },
    async end() {
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
      folder = undefined;
      copies.clear();
    },
  };
}

/** Offsets in the file at which such a name begins, in any table of names. */
async function* namesIn(file: FileHandle): AsyncGenerator<number> {
  for (const { at, length } of await tablesOfNames(file))
    for (let from = 0; from < length; from += PIECE) {
      const size = Math.min(PIECE + LONGEST, length - from);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at + from);
      const piece = buffer.subarray(0, bytesRead);
      for (const name of NAMES)
        for (let found = piece.indexOf(name); found !== -1; found = piece.indexOf(name, found + 1))
          yield at + from + found;
    }
}

interface Table {
  readonly at: number;
  readonly length: number;
}

const SHT_STRTAB = 3;
/** BFD takes sections of a system's or a processor's own kinds for tables of names as well. */
const SHT_LOOS = 0x60000000;
/** So many sections that the first one says how many, and which has their names. */
const MANY = 0xffff;

/** Headers of sections that are read at once: an object with a section for each function has some ten thousand. */
const BATCH = 4096;

async function tablesOfNames(file: FileHandle): Promise<Table[]> {
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
  if (bytesRead < 64 || head.toString("latin1", 0, 4) !== "\x7fELF") return [];
  const form = formOf(head);
  const fileSize = (await file.stat()).size;
  let { count, names } = sectionsOf(head, form);
  const tables: Table[] = [];
  let index = 0;
  for await (const section of sections(file, head, () => count)) {
    const { kind, at, length, link } = fieldsOf(section, form);
    if (index === 0 && count === 0) count = length;
    if (index === 0 && names === MANY) names = link;
    const bytes = Math.min(length, fileSize - at);
    if (bytes > 0 && (kind === SHT_STRTAB || kind >= SHT_LOOS || index === names))
      tables.push({ at, length: bytes });
    index++;
  }
  return tables;
}

type Form = ReturnType<typeof formOf>;

/** How many there are, 0 where the first one says, and which has their names. */
const sectionsOf = (head: Buffer, form: Form) => ({
  count: form.half(head, form.is64 ? 60 : 48),
  names: form.half(head, form.is64 ? 62 : 50),
});

const fieldsOf = (section: Buffer, form: Form) => ({
  kind: form.word(section, 4),
  at: form.address(section, form.is64 ? 24 : 16),
  length: form.address(section, form.is64 ? 32 : 20),
  link: form.word(section, form.is64 ? 40 : 24),
});

/** Headers of the first section and, once it is known how many there are, of the others; fewer where the file ends. */
async function* sections(file: FileHandle, head: Buffer, count: () => number): AsyncGenerator<Buffer> {
  const form = formOf(head);
  const start = form.address(head, form.is64 ? 40 : 32);
  const size = form.half(head, form.is64 ? 58 : 46);
  if (size < (form.is64 ? 64 : 40)) return;
  for (let index = 0; index < Math.max(1, count()); ) {
    const length = (index === 0 ? 1 : Math.min(BATCH, count() - index)) * size;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start + index * size);
    for (let at = 0; at + size <= bytesRead; at += size) yield buffer.subarray(at, at + size);
    if (bytesRead < length) return;
    index += length / size;
  }
}

/** How numbers stand in the file. */
function formOf(head: Buffer) {
  const [is64, isLittle] = [head[4] === 2, head[5] === 1];
  const half = (from: Buffer, at: number) => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const word = (from: Buffer, at: number) => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  const long = (from: Buffer, at: number) => (isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
  const address = (from: Buffer, at: number) => (is64 ? Number(long(from, at)) : word(from, at));
  return { is64, half, word, address };
}
