/** Page tables of x86: two levels of 32 bits, three with PAE, four and five of x86_64. Plain data; memory is read by who asks. */

const FRAME = 0xf_ffff_ffff_f000n;
const LARGE = 0x80n;
const CR0_PAGING = 0x8000_0000n;
const CR4 = { large: 0x10n, pae: 0x20n, fiveLevels: 0x1000n } as const;
const EFER_LONG_MODE = 0x400n;

/** How virtual addresses become physical ones. */
export interface Paging {
  readonly root: bigint;
  /** Bytes of an entry. */
  readonly entry: 4 | 8;
  readonly levels: number;
  /** Entries of the level above the last one may be pages. */
  readonly hasLarge: boolean;
}

export interface ControlRegisters {
  readonly cr0: bigint;
  readonly cr3: bigint;
  readonly cr4: bigint;
  readonly isLong: boolean;
}

/** By GDB's names; undefined where the first ones are not known. */
export function controlRegisters(
  { cr0, cr3, cr4 = 0n }: Readonly<Record<string, bigint>>,
  isLong: boolean,
): ControlRegisters | undefined {
  return cr0 === undefined || cr3 === undefined ? undefined : { cr0, cr3, cr4, isLong };
}

/** GDB's names of what {@link controlRegisters} asks for; of no stub it is certain that it tells the last one. */
export const CONTROL_REGISTERS = ["cr0", "cr3", "cr4"] as const;
export const MODE_REGISTER = "efer";

export const isLongMode = (efer: bigint) => (efer & EFER_LONG_MODE) !== 0n;

/** `undefined`: addresses are physical. */
export function pagingOf({ cr0, cr3, cr4, isLong }: ControlRegisters): Paging | undefined {
  if ((cr0 & CR0_PAGING) === 0n) return undefined;
  const levels = isLong ? ((cr4 & CR4.fiveLevels) !== 0n ? 5 : 4) : (cr4 & CR4.pae) !== 0n ? 3 : 2;
  return pagingFrom(cr3, levels, levels > 2 || (cr4 & CR4.large) !== 0n);
}

export function pagingFrom(root: bigint, levels: number, hasLarge = true): Paging {
  const mask = levels === 3 ? 0xffff_ffe0n : levels === 2 ? 0xffff_f000n : FRAME;
  return { root: root & mask, entry: levels === 2 ? 4 : 8, levels, hasLarge };
}

/** An entry on the way to a page. */
export interface PageEntry {
  /** 0: that of the last table. */
  readonly level: number;
  readonly index: number;
  /** Physical. */
  readonly at: bigint;
  readonly value: bigint;
  /** Of the page, where the way ends with one: `value`'s frame and what the address has below it. */
  readonly physical?: bigint;
  readonly isPresent: boolean;
}

/** From the root on, up to the page or an entry that leads nowhere; cut where memory can't be read. */
export async function walkPages(
  readPhysical: (address: bigint, count: number) => Promise<Buffer>,
  paging: Paging,
  address: bigint,
): Promise<PageEntry[]> {
  const { root, entry, levels } = paging;
  const bits = entry === 4 ? 10n : 9n;
  const way: PageEntry[] = [];
  let table = root;
  for (let level = levels - 1; level >= 0; level--) {
    const shift = 12n + BigInt(level) * bits;
    const index = (address >> shift) & ((1n << bits) - 1n);
    const at = table + index * BigInt(entry);
    const bytes = await readPhysical(at, entry);
    if (bytes.length < entry) break;
    const value = entry === 4 ? BigInt(bytes.readUInt32LE(0)) : bytes.readBigUInt64LE(0);
    const isPresent = (value & 1n) !== 0n;
    const isPage = isPresent && (level === 0 || (mayBeLarge(level, paging) && (value & LARGE) !== 0n));
    const inside = address & ((1n << shift) - 1n);
    const page = isPage ? { physical: frameOf(value, shift, entry) + inside } : {};
    way.push({ level, index: Number(index), at, value, isPresent, ...page });
    if (!isPresent || isPage) break;
    table = entry === 4 ? value & 0xffff_f000n : value & FRAME;
  }
  return way;
}

/** Of 4 MB, 2 MB or 1 GB. */
const mayBeLarge = (level: number, { levels, hasLarge }: Paging) =>
  hasLarge && level > 0 && level < 3 && !(levels === 3 && level === 2);

/** Pages of 4 MB may lie above 4 GB: bits 13 to 20 say where (PSE-36). */
function frameOf(value: bigint, shift: bigint, entry: 4 | 8): bigint {
  if (entry === 4)
    return shift === 12n ? value & 0xffff_f000n : (value & 0xffc0_0000n) | (((value >> 13n) & 0xffn) << 32n);
  return value & FRAME & ~((1n << shift) - 1n);
}

const NAMES = ["table", "directory", "directory pointer", "PML4", "PML5"];
const FLAGS: readonly (readonly [bit: bigint, set: string, clear: string])[] = [
  [1n, "writable", "read-only"],
  [2n, "user", "kernel only"],
  [3n, "write-through", ""],
  [4n, "not cached", ""],
  [5n, "accessed", ""],
];
const PAGE_FLAGS: typeof FLAGS = [
  [6n, "dirty", ""],
  [8n, "global", ""],
];

/** `directory entry 768 at 0x105c00 = 0x102067: writable, kernel only, accessed; table at 0x102000`. */
export function pageEntryText(
  { level, index, at, value, isPresent, physical }: PageEntry,
  paging: Paging,
): string {
  const head = `${NAMES[level]} entry ${index} at ${hexOf(at)} = ${hexOf(value)}`;
  if (!isPresent) return `${head}: not present`;
  // Of the top of PAE's tables no bits say who may do what.
  const isTop = paging.levels === 3 && level === 2;
  const isPage = physical !== undefined;
  const flags = isTop ? [] : [...FLAGS, ...(isPage ? PAGE_FLAGS : [])];
  const words = flags
    .map(([bit, set, clear]) => ((value >> bit) & 1n ? set : clear))
    .filter((word) => word !== "");
  if (paging.entry === 8 && value >> 63n) words.push("not executable");
  if (isPage && level > 0)
    words.push(`a page of ${paging.entry === 4 ? "4 MB" : level === 1 ? "2 MB" : "1 GB"}`);
  return words.length === 0 ? head : `${head}: ${words.join(", ")}`;
}

const hexOf = (value: bigint) => `0x${value.toString(16)}`;
