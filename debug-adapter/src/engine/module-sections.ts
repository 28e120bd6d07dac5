/** Where the sections of a module of Linux lie: as the kernel has it while it loads one, and as it keeps it after that. */

export interface ModuleSection {
  readonly name: string;
  readonly address: bigint;
}

/** Bytes of `Elf32_Shdr` and `Elf64_Shdr`. */
export const HEADER_SIZE = { 4: 40, 8: 64 } as const;

/** `SHF_ALLOC`: it is in memory. */
const IS_LOADED = 2;

/**
 * The section headers that the loader has in its hands, where each address is the final one. `names` is the text that
 * their names are offsets into. Those that are not loaded are at `elsewhere`, so that nothing is taken for theirs.
 */
export function loadedSections(
  headers: Buffer,
  names: Buffer,
  word: 4 | 8,
  elsewhere: bigint,
): ModuleSection[] {
  const sections: ModuleSection[] = [];
  for (let at = 0; at + HEADER_SIZE[word] <= headers.length; at += HEADER_SIZE[word]) {
    const start = headers.readUInt32LE(at);
    const name = names.toString("latin1", start, names.indexOf(0, start));
    const isLoaded = (headers.readUInt32LE(at + 8) & IS_LOADED) !== 0;
    const address = word === 4 ? BigInt(headers.readUInt32LE(at + 12)) : headers.readBigUInt64LE(at + 16);
    if (/^[.\w-]+$/.test(name)) sections.push({ name, address: isLoaded ? address : elsewhere });
  }
  return sections;
}

/**
 * What the kernel keeps for `/sys/module/NAME/sections`: `printed` is GDB's text of the array of attributes. Up to Linux
 * 6.13 each has an `address`, since then its `private` is that.
 */
export function keptSections(printed: string): ModuleSection[] {
  const [, ...elements] = printed.split(/\bname = /);
  return elements.flatMap((element) => {
    const name = /^0x[\da-f]+ (?:<[^>]*> )?"([^"]*)"/.exec(element)?.[1];
    const address = /\baddress = (\w+)/.exec(element)?.[1] ?? /\bprivate = (\w+)/.exec(element)?.[1];
    return name === undefined || address === undefined ? [] : [{ name, address: BigInt(address) }];
  });
}
