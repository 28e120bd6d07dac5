/**
 * A memory dump as data: an ELF core that QEMU wrote (`dump-guest-memory`), or Linux's kdump (`/proc/vmcore`). Processors
 * with their registers, physical memory by blocks, and what kdump says of the kernel. Knows no GDB.
 */
import type { FileHandle } from "node:fs/promises";
import { openRegular } from "@weft/weaver-bridge/kernel-build";
import { factsOfElf, factsOfWord } from "@weft/weaver-bridge/machine";
import { DebugError, errors } from "./debug-error.js";

/** Registers by GDB's names. */
export type DumpedRegisters = Readonly<Record<string, bigint>>;

interface Block {
  readonly physical: bigint;
  /** Where the kernel saw it, in a kdump; 0 in a dump of QEMU. */
  readonly virtual: bigint;
  readonly offset: number;
  readonly size: number;
}

export interface DumpFile {
  /** Bytes of an address. */
  readonly word: 4 | 8;
  /** Each with those of paging where QEMU wrote the file. */
  readonly cpus: readonly DumpedRegisters[];
  /** Of a kdump: `SYMBOL(swapper_pg_dir)` → `c1234000`. */
  readonly facts: ReadonlyMap<string, string>;
  /** Fewer bytes than wanted where the dump has no more; none where it has nothing. */
  readPhysical(address: bigint, count: number): Promise<Buffer>;
  /** Physical address of what the dump itself says is mapped there. */
  physicalOf(virtual: bigint): bigint | undefined;
  close(): Promise<void>;
}

/** All of them; notes of a thousand processors are smaller. */
const MOST_NOTES = 64 * 1024 * 1024;
/** Linux runs on at most 8192; each is a thread for GDB. */
const MOST_PROCESSORS = 8192;
/** Whose notes are read. A note of nobody's takes twelve bytes of the file, and much more here. */
const READ_NOTES = new Set(["QEMU", "CORE", "VMCOREINFO"]);
const PT = { load: 1, note: 4 } as const;
const NT_PRSTATUS = 1;

/** Throws `bad-dump`. */
export async function openDump(path: string): Promise<DumpFile> {
  const file = await openRegular(path).catch((error: Error) => {
    throw errors.badDump(path, error.message);
  });
  try {
    return await readDump(path, file);
  } catch (error) {
    await file.close();
    throw error instanceof DebugError ? error : errors.badDump(path, (error as Error).message);
  }
}

async function readDump(path: string, file: FileHandle): Promise<DumpFile> {
  const { size } = await file.stat();
  const head = await bytesAt(file, 0, 64);
  const word = checkedWord(path, head);
  const type = head.length < 64 ? 0 : head.readUInt16LE(16);
  if (type !== 4) throw errors.badDump(path, "it is an ELF file, but no memory dump (core)");
  const headers = await programHeaders(file, head);
  const cut = headers.find(({ offset, size: length }) => offset + length > size);
  if (cut !== undefined)
    throw errors.badDump(
      path,
      `it ends at byte ${size}, and its memory at ${cut.offset + cut.size}: it was cut off`,
    );
  const notes = await notesOf(file, headers);
  if (notes.length > 2 * MOST_PROCESSORS)
    throw errors.badDump(path, `it has notes of more than ${MOST_PROCESSORS} processors`);
  const cpus = processorsOf(notes, word);
  if (cpus.length === 0) throw errors.badDump(path, "it has no registers of any processor");
  const blocks = headers.filter(({ kind, size: length }) => kind === PT.load && length > 0);
  const info = notes.find(({ name }) => name === "VMCOREINFO")?.content.toString("latin1") ?? "";
  return {
    word,
    cpus,
    facts: new Map(
      info.split("\n").flatMap((line) => {
        const at = line.indexOf("=");
        return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
      }),
    ),
    async readPhysical(address, count) {
      const block = blocks.find(
        ({ physical, size: length }) => address >= physical && address < physical + BigInt(length),
      );
      if (block === undefined) return Buffer.alloc(0);
      const inside = Number(address - block.physical);
      return bytesAt(file, block.offset + inside, Math.min(count, block.size - inside));
    },
    physicalOf(virtual) {
      const block = blocks.find(
        (one) => one.virtual !== 0n && virtual >= one.virtual && virtual < one.virtual + BigInt(one.size),
      );
      return block === undefined ? undefined : virtual - block.virtual + block.physical;
    },
    close: () => file.close(),
  };
}

function checkedWord(path: string, head: Buffer): 4 | 8 {
  const start = head.toString("latin1", 0, 8);
  if (start.startsWith("KDUMP") || start.startsWith("DISKDUMP"))
    throw errors.badDump(
      path,
      "it is packed by makedumpfile; make an ELF file of it, with makedumpfile -E where it was taken",
    );
  if (!start.startsWith("\x7fELF")) throw errors.badDump(path, "it is neither an ELF file nor a recording");
  const machine = head.readUInt16LE(18);
  const facts = factsOfElf(machine);
  if (facts === undefined) throw errors.badDump(path, `its processor (ELF machine ${machine}) is no x86`);
  return facts.word;
}

interface ProgramHeader extends Block {
  readonly kind: number;
}

/** Of a machine of 32 bits as well QEMU writes an ELF file of 64, as its firmware ends at 4 GB. */
async function programHeaders(file: FileHandle, head: Buffer): Promise<ProgramHeader[]> {
  const is64 = head.readUInt8(4) === 2;
  const at = is64 ? Number(head.readBigUInt64LE(32)) : head.readUInt32LE(28);
  const each = is64 ? 56 : 32;
  if (head.readUInt16LE(is64 ? 54 : 42) !== each) throw new Error("its table of memory has no known form");
  const count = head.readUInt16LE(is64 ? 56 : 44);
  const table = await bytesAt(file, at, each * count);
  return Array.from({ length: Math.floor(table.length / each) }, (_, index) => {
    const one = table.subarray(index * each, (index + 1) * each);
    const kind = one.readUInt32LE(0);
    if (!is64)
      return {
        kind,
        offset: one.readUInt32LE(4),
        virtual: BigInt(one.readUInt32LE(8)),
        physical: BigInt(one.readUInt32LE(12)),
        size: one.readUInt32LE(16),
      };
    return {
      kind,
      offset: Number(one.readBigUInt64LE(8)),
      virtual: one.readBigUInt64LE(16),
      physical: one.readBigUInt64LE(24),
      size: Number(one.readBigUInt64LE(32)),
    };
  });
}

interface Note {
  readonly name: string;
  readonly type: number;
  readonly content: Buffer;
}

async function notesOf(file: FileHandle, headers: readonly ProgramHeader[]): Promise<Note[]> {
  const found: Note[] = [];
  let left = MOST_NOTES;
  for (const { kind, offset, size } of headers) {
    if (kind !== PT.note) continue;
    const bytes = await bytesAt(file, offset, Math.min(size, left));
    left -= bytes.length;
    for (let at = 0; at + 12 <= bytes.length; ) {
      const [names, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      const content = at + 12 + aligned(names);
      if (content + length > bytes.length) break;
      const name = nameOfNote(bytes, at + 12, names);
      if (READ_NOTES.has(name))
        found.push({
          name,
          type: bytes.readUInt32LE(at + 8),
          content: bytes.subarray(content, content + length),
        });
      at = content + aligned(length);
    }
  }
  return found;
}

/** Longer ones are nobody's that is read. */
function nameOfNote(bytes: Buffer, at: number, length: number): string {
  return bytes.toString("latin1", at, at + Math.min(Math.max(length - 1, 0), 16)).replace(/\0.*$/s, "");
}

/** QEMU's own note of a processor says more, and is believed where there is one. */
function processorsOf(notes: readonly Note[], word: 4 | 8): DumpedRegisters[] {
  const { qemuSize, readQemu, statusOrder, statusAt } = factsOfWord(word).dump;
  const own = notes.filter(({ name, content }) => name === "QEMU" && content.length >= qemuSize);
  if (own.length > 0) return own.map(({ content }) => readQemu(content));
  return notes
    .filter(({ name, type }) => name === "CORE" && type === NT_PRSTATUS)
    .map(({ content }) => {
      const named = statusOrder.map((name, index) => [
        name,
        numberAt(content, statusAt + index * word, word),
      ]);
      return Object.fromEntries(named.filter(([name]) => name !== "-")) as DumpedRegisters;
    });
}

function numberAt(bytes: Buffer, at: number, word: 4 | 8): bigint {
  if (at + word > bytes.length) return 0n;
  return word === 8 ? bytes.readBigUInt64LE(at) : BigInt(bytes.readUInt32LE(at));
}

function aligned(size: number): number {
  return Math.ceil(size / 4) * 4;
}

/** What the file has of them: who says that it has more reserves no memory. */
async function bytesAt(file: FileHandle, at: number, count: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (!Number.isSafeInteger(at) || at >= size) return Buffer.alloc(0);
  const bytes = Buffer.alloc(Math.max(Math.min(count, size - at), 0));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
  return bytes.subarray(0, bytesRead);
}
