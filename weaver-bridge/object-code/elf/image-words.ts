/** Words of a linked image, and what its code counts from. */
import type { ElfFile } from "./elf-file.js";

/** Of the image, in 4 bytes without a sign, in 8 with one; undefined where it has none. */
export function wordAt(elf: ElfFile, address: number, size: number): number | undefined {
  const section = elf.sectionAt(address);
  const at = address - (section?.address ?? 0);
  if (section === undefined || at + size > section.bytes.length) return undefined;
  const { buffer, byteOffset } = section.bytes;
  const view = new DataView(buffer, byteOffset + at, size);
  return size === 4 ? view.getUint32(0, true) : Number(view.getBigInt64(0, true));
}

/** What code of i386 that may lie anywhere adds to where it is, to come to its variables: 0 in an object that is not linked. */
export function offsetTable({ symbols, isRelocatable, section }: ElfFile): number | undefined {
  if (isRelocatable) return 0;
  const named = symbols.find(({ name }) => name === "_GLOBAL_OFFSET_TABLE_")?.address;
  return named ?? (section(".got.plt") ?? section(".got"))?.address;
}
