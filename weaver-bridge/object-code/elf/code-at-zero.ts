/** Images that are linked at address 0. */
import type { ElfFile } from "./elf-file.js";

/**
 * Bytes of the function that begins at address 0; 0 where none does. Symbols are asked for only where there is code: those of
 * a kernel take a while.
 */
export function sizeAtZero(elf: ElfFile): number {
  if (elf.sectionAt(0)?.isCode !== true) return 0;
  const first = elf.symbols.find(
    ({ kind, address, section }) => kind === "function" && section !== undefined && address === 0,
  );
  return first?.size ?? 0;
}
