/** Memory of a dump as a processor sees it: page tables of i386, i386 with PAE and x86_64 are walked in the dump itself. */
import type { DumpedRegisters, DumpFile } from "./dump-file.js";

export interface DumpMemory {
  /** From a virtual address on; shorter, or empty, where nothing is mapped or the dump has no more. */
  read(address: bigint, count: number): Promise<Buffer>;
}

const PAGE = 4096n;
/** Bits of an address in an entry of 64 bits. */
const FRAME = 0xf_ffff_ffff_f000n;
const PRESENT = 1n;
const LARGE = 0x80n;
const CR0_PAGING = 0x8000_0000n;
const CR4 = { pae: 0x20n, fiveLevels: 0x1000n } as const;

/** How virtual addresses become physical ones. */
interface Paging {
  readonly root: bigint;
  readonly entry: 4 | 8;
  readonly levels: number;
}

/** As this processor saw it. */
export function createDumpMemory(dump: DumpFile, cpu: DumpedRegisters): DumpMemory {
  const paging = pagingOf(dump, cpu);
  const known = new Map<bigint, bigint | undefined>();
  const physicalOf = async (page: bigint): Promise<bigint | undefined> => {
    if (paging === "none") return page;
    return dump.physicalOf(page) ?? (paging === undefined ? undefined : walk(dump, paging, page));
  };
  return {
    async read(address, count) {
      const pieces: Buffer[] = [];
      for (let at = address, left = count; left > 0; ) {
        const page = at - (at % PAGE);
        if (!known.has(page)) known.set(page, await physicalOf(page));
        const physical = known.get(page);
        if (physical === undefined) break;
        const wanted = Math.min(left, Number(page + PAGE - at));
        const piece = await dump.readPhysical(physical + (at - page), wanted);
        pieces.push(piece);
        if (piece.length < wanted) break;
        at += BigInt(wanted);
        left -= wanted;
      }
      return Buffer.concat(pieces);
    },
  };
}

/** `none`: what it says are physical addresses. `undefined`: only what the file itself says is mapped. */
function pagingOf({ word, facts, physicalOf }: DumpFile, cpu: DumpedRegisters): Paging | "none" | undefined {
  const { cr0, cr3, cr4 = 0n } = cpu;
  if (cr0 !== undefined && cr3 !== undefined) {
    if ((cr0 & CR0_PAGING) === 0n) return "none";
    const levels = word === 8 ? ((cr4 & CR4.fiveLevels) !== 0n ? 5 : 4) : (cr4 & CR4.pae) !== 0n ? 3 : 2;
    return pagingFrom(cr3, levels);
  }
  const text = facts.get("SYMBOL(swapper_pg_dir)") ?? facts.get("SYMBOL(init_top_pgt)");
  const root = text === undefined ? undefined : physicalOf(BigInt(`0x${text}`));
  if (root === undefined) return undefined;
  if (word === 8) return pagingFrom(root, facts.get("NUMBER(pgtable_l5_enabled)") === "1" ? 5 : 4);
  return pagingFrom(root, facts.get("CONFIG_X86_PAE") === "y" ? 3 : 2);
}

function pagingFrom(root: bigint, levels: number): Paging {
  return {
    root: root & (levels === 3 ? 0xffff_ffe0n : levels === 2 ? 0xffff_f000n : FRAME),
    entry: levels === 2 ? 4 : 8,
    levels,
  };
}

async function walk(
  dump: DumpFile,
  { root, entry, levels }: Paging,
  page: bigint,
): Promise<bigint | undefined> {
  const bits = entry === 4 ? 10n : 9n;
  let table = root;
  for (let level = levels - 1; level >= 0; level--) {
    const shift = 12n + BigInt(level) * bits;
    const index = (page >> shift) & ((1n << bits) - 1n);
    const bytes = await dump.readPhysical(table + index * BigInt(entry), entry);
    if (bytes.length < entry) return undefined;
    const value = entry === 4 ? BigInt(bytes.readUInt32LE(0)) : bytes.readBigUInt64LE(0);
    if ((value & PRESENT) === 0n) return undefined;
    const inside = page & ((1n << shift) - 1n);
    if (level > 0 && (value & LARGE) !== 0n && !(levels === 3 && level === 2))
      return largePage(value, shift, entry) + inside;
    table = entry === 4 ? value & 0xffff_f000n : value & FRAME;
  }
  return table;
}

/** Pages of 4 MB may lie above 4 GB: bits 13 to 20 say where (PSE-36). */
function largePage(value: bigint, shift: bigint, entry: 4 | 8): bigint {
  if (entry === 4) return (value & 0xffc0_0000n) | (((value >> 13n) & 0xffn) << 32n);
  return value & FRAME & ~((1n << shift) - 1n);
}
