/** Where memory is that the kernel maps page by page, as its own page tables say. */
import { pagingFrom, walkPages } from "../../machine/index.js";

/** Of the kernel's own tables, which have all that every process maps of the kernel. */
export interface PageTables {
  /** Physical address of the first one. */
  readonly directory: number;
  /** With entries of eight bytes, in three steps (PAE); else of four, in two. */
  readonly isWide: boolean;
}

const FOUR_GB = 2 ** 32;

/** `read` reads physical memory. Undefined where nothing is mapped, and above 4 GB. */
export async function physicalOf(
  address: number,
  { directory, isWide }: PageTables,
  read: (place: number, length: number) => Buffer,
): Promise<number | undefined> {
  const paging = pagingFrom(BigInt(directory), isWide ? 3 : 2);
  const way = await walkPages(async (at, count) => read(Number(at), count), paging, BigInt(address));
  const physical = way.at(-1)?.physical;
  return physical === undefined || physical >= FOUR_GB ? undefined : Number(physical);
}
