/**
 * Where the sections of a module lie in a kernel that does not keep it: Linux up to 6.3 lays them out one behind the other,
 * code first (`layout_sections` of kernel/module/main.c), and what they are is in the module's file.
 */
import type { ElfFile, ElfSection } from "../../object-code/index.js";

export interface ModulePlace {
  /** Where all of it begins. */
  readonly base: number;
  /** Of its `struct module`, a part of it. */
  readonly module: number;
}

/** Undefined where this is not how it was loaded: the struct would be elsewhere then. */
export function laidOutSections(
  elf: ElfFile,
  { base, module }: ModulePlace,
): Map<string, number> | undefined {
  // What the kernel was configured to: pages of their own for code and constants, and modules that can be unloaded.
  for (const isStrict of [true, false])
    for (const keepsExit of [true, false]) {
      const found = layOut(elf, base, isStrict, keepsExit);
      if (found.get(STRUCT) === module) return found;
    }
  return undefined;
}

const STRUCT = ".gnu.linkonce.this_module";
const PAGE = 4096;
/** Written until its first function has run, and not afterwards. */
const AFTER_INIT = new Set([".data..ro_after_init", "__jump_table"]);
/** What the loader takes out of what is loaded. */
const NOT_KEPT = /^(?:\.modinfo|__versions|\.data\.\.percpu)$/;

const GROUPS: readonly ((section: ElfSection) => boolean)[] = [
  ({ isCode }) => isCode,
  ({ isWritable }) => !isWritable,
  ({ name }) => AFTER_INIT.has(name),
  () => true,
];

function layOut(elf: ElfFile, base: number, isStrict: boolean, keepsExit: boolean): Map<string, number> {
  const isOfInit = (name: string) => name.startsWith(".init") || (!keepsExit && name.startsWith(".exit"));
  let rest = elf.sections.filter(({ isLoaded, name }) => isLoaded && !NOT_KEPT.test(name) && !isOfInit(name));
  const found = new Map<string, number>();
  let next = 0;
  for (const [index, isIn] of GROUPS.entries()) {
    for (const { name, size, align } of rest.filter(isIn)) {
      const at = alignedTo(next, align);
      if (!found.has(name)) found.set(name, base + at);
      next = at + size;
    }
    rest = rest.filter((section) => !isIn(section));
    if (isStrict && index < GROUPS.length - 1) next = alignedTo(next, PAGE);
  }
  return found;
}

const alignedTo = (at: number, align: number) => (align > 1 ? Math.ceil(at / align) * align : at);
