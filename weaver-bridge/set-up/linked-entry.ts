/** Where the linker is told that a program begins, and whether a function is in what was linked. */

import { withoutComments } from "../c-text/index.js";
import { readLatin1, readRegular } from "../kernel-build/index.js";
import { ObjectError, readElf } from "../object-code/index.js";

/** Names of `-e NAME` and, of the linker script, `ENTRY(NAME)`. */
export function entriesOfLink({ entry, script }: { entry?: string; script?: string }): string[] {
  const text = script === undefined ? "" : withoutComments(readLatin1(script) ?? "");
  const named = [...text.matchAll(/\bENTRY\s*\(\s*"?([\w.$]+)"?\s*\)/g)].map(([, name = ""]) => name);
  return [...(entry === undefined ? [] : [entry]), ...named];
}

/** Names of what is at the first instruction of a linked image; none where it is no ELF file or has no symbols. */
export function entriesOfImage(image: string): string[] {
  return (
    ifReadable(image, (bytes) => {
      const { bits, symbols } = readElf(bytes);
      const entry = bits === 64 ? Number(bytes.readBigUInt64LE(E_ENTRY)) : bytes.readUInt32LE(E_ENTRY);
      return symbols.flatMap(({ name, address }) => (address === entry && name !== "" ? [name] : []));
    }) ?? []
  );
}

/** Where an ELF header says which instruction is the first (System V ABI, chapter 4). */
const E_ENTRY = 0x18;

/**
 * `undefined` where the image can't tell: it is no ELF file, or its symbols were stripped. Names of C++ are held as the
 * Itanium ABI spells them, length and name.
 */
export function isInImage(name: string, image: string): boolean | undefined {
  return ifReadable(image, (bytes) => {
    const { symbols } = readElf(bytes);
    if (symbols.length < 2) return undefined;
    const mangled = `${name.length}${name}`;
    return symbols.some(
      (one) => one.name === name || (one.name.startsWith("_Z") && one.name.includes(mangled)),
    );
  });
}

function ifReadable<T>(image: string, read: (bytes: Buffer) => T): T | undefined {
  try {
    return read(readRegular(image));
  } catch (error) {
    if (!(error instanceof ObjectError) && (error as NodeJS.ErrnoException).syscall === undefined)
      throw error;
    return undefined;
  }
}
