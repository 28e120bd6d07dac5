/** Where a kernel's own page tables are, by its file. */
import type { KernelImage } from "../image/kernel-image.js";
import type { PageTables } from "./page-tables.js";

/** `physical` is what to take from an address of its data. */
export function pagesOf(image: KernelImage, physical: number): { readonly pages?: PageTables } {
  const { pageRoots, pageLevels } = image.machine.linux;
  const [tables] = pageRoots.flatMap((name) => image.named(name));
  const levels = pageLevels((name) => image.named(name).length > 0);
  if (tables === undefined || levels === undefined) return {};
  return { pages: { directory: tables.address - physical, isWide: levels > 2 } };
}
