/** Where a kernel's own page tables are, by its file. */
import type { KernelImage } from "../image/kernel-image.js";
import type { PageTables } from "./page-tables.js";

/** Entries are wide where it makes its first ones so. `physical` is what to take from an address of its data. */
export function pagesOf(image: KernelImage, physical: number): { readonly pages?: PageTables } {
  const [tables] = image.named("swapper_pg_dir");
  if (tables === undefined || image.machine.bits === 64) return {};
  const isWide = image.named("initial_pg_pmd").length > 0;
  return { pages: { directory: tables.address - physical, isWide } };
}
