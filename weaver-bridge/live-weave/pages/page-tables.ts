/** Where memory is that the kernel maps page by page, as its own page tables say (Intel SDM 3A, 4.3 and 4.4). */

/** Of the kernel's own tables, which have all that every process maps of the kernel. */
export interface PageTables {
  /** Physical address of the first one. */
  readonly directory: number;
  /** With entries of eight bytes, in three steps (PAE). */
  readonly isWide: boolean;
}

const PRESENT = 1;
/** The entry is of a page of 4 MB, or of 2 MB where entries are wide. */
const LARGE = 0x80;

/** `word` reads physical memory. Undefined where nothing is mapped, and above 4 GB. */
export function physicalOf(
  address: number,
  { directory, isWide }: PageTables,
  word: (place: number) => number,
): number | undefined {
  const [each, bits] = isWide ? [8, 9] : [4, 10];
  const largeBits = 12 + bits;
  const entryAt = (table: number, shift: number): number | undefined => {
    const place = table + each * ((address >>> shift) & ((1 << bits) - 1));
    const entry = word(place);
    const isHigh = isWide && (word(place + 4) & 0xf) !== 0;
    return (entry & PRESENT) === 0 || isHigh ? undefined : entry;
  };
  const tableOf = (entry: number) => entry - (entry % 4096);
  const top = isWide ? entryAt(directory, 30) : directory;
  const middle = top === undefined ? undefined : entryAt(tableOf(top), largeBits);
  if (middle === undefined) return undefined;
  const size = 2 ** largeBits;
  if ((middle & LARGE) !== 0) return middle - (middle % size) + (address % size);
  const last = entryAt(tableOf(middle), 12);
  return last === undefined ? undefined : tableOf(last) + (address % 4096);
}
