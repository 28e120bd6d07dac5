/** Sections of one name as one. */
import type { ElfFile } from "./elf-file.js";

/** An object has a section for each type that others may have too. */
export function partsOf({ sections }: ElfFile, name: string): Uint8Array[] {
  const found = sections.filter((section) => section.name === name);
  const isGrouped = ({ isGrouped = false }: (typeof found)[number]) => Number(isGrouped);
  return [...found].sort((left, right) => isGrouped(left) - isGrouped(right)).map(({ bytes }) => bytes);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Uint8Array.from(Buffer.concat(parts));
}
