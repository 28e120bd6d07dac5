/** Where the linker is told that a program begins, and whether a function is in what was linked. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withoutComments } from "../c-text/index.js";
import { readLatin1, readRegular, realPlace } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { AT, type ElfFile, ObjectError, readDebugInfo, readElf } from "../object-code/index.js";

/** Names of `-e NAME` and, of the linker script, `ENTRY(NAME)`. */
export function entriesOfLink({ entry, script }: { entry?: string; script?: string }): string[] {
  const text = script === undefined ? "" : withoutComments(readLatin1(script) ?? "");
  const named = [...text.matchAll(/\bENTRY\s*\(\s*"?([\w.$]+)"?\s*\)/g)].map(([, name = ""]) => name);
  return [...(entry === undefined ? [] : [entry]), ...named];
}

/** What a linked image tells by its symbols. */
export interface Linked {
  /** Names of what is at the first instruction. */
  readonly entries: readonly string[];
  /** Names of C++ are held as the Itanium ABI spells them, length and name. */
  has(name: string): boolean;
  /** Whether a unit of this source, absolute, was linked; `undefined` where no debug information tells of sources that are there. */
  holds(source: string): boolean | undefined;
}

/** Where an ELF header says which instruction is the first (System V ABI, chapter 4). */
const E_ENTRY = 0x18;

/** `undefined` where the image can't tell: it is no ELF file, or its symbols were stripped. */
export function readLinked(image: string): Linked | undefined {
  const bytes = unlessRefused(() => readRegular(image));
  const elf = bytes && elfOf(bytes);
  if (bytes === undefined || elf === undefined || elf.symbols.length < 2) return undefined;
  const { bits, symbols } = elf;
  const entry = bits === 64 ? Number(bytes.readBigUInt64LE(E_ENTRY)) : bytes.readUInt32LE(E_ENTRY);
  const names = new Set(symbols.map(({ name }) => name));
  const mangled = [...names].filter((name) => name.startsWith("_Z"));
  let sources: ReadonlySet<string> | undefined;
  return {
    entries: symbols.flatMap(({ name, address }) => (address === entry && name !== "" ? [name] : [])),
    has: (name) => names.has(name) || mangled.some((one) => one.includes(`${name.length}${name}`)),
    holds: (source) => {
      sources ??= linkedSources(elf);
      if (sources.has(realPlace(source))) return true;
      // Debug information of a library alone, or with paths that the build rewrote, says nothing of it.
      return [...sources].some((one) => COMPILED.test(one) && existsSync(one)) ? false : undefined;
    },
  };
}

/** Sources of C and C++: an assembler file may have debug information beside C that was compiled without any. */
const COMPILED = /\.(?:c|cc|cpp|cxx|c\+\+|C|ii?)$/;

/** Absolute, under real folders; of a large kernel this takes seconds. */
function linkedSources(elf: ElfFile): ReadonlySet<string> {
  const debug = unlessUnreadable(() => readDebugInfo(elf));
  const named = debug?.entries.units.map(({ root }) =>
    realPlace(resolve(debug.text(root, AT.comp_dir) ?? "/", debug.text(root, AT.name) ?? "")),
  );
  return new Set(named);
}

const elfOf = (bytes: Buffer) => unlessUnreadable(() => readElf(bytes));

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ObjectError)) throw error;
    return undefined;
  }
}
