/** The file of a kernel: its sections and symbols, as far as live weaving needs them. */

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { groupBy } from "../../model/index.js";
import {
  type ElfFile,
  type ElfSection,
  type ElfSymbol,
  type LoadedPlaces,
  type Machine,
  machineOf,
  ObjectError,
  readElf,
} from "../../object-code/index.js";
import { type KeptFacts, spellAddress } from "../resolve/index.js";
import { keptFacts } from "./kept-facts.js";
import { openFile } from "./open-file.js";

export interface KernelSymbol {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly kind: "function" | "object" | "other";
  readonly isLocal: boolean;
  /** Base name of the unit that a local symbol is from. */
  readonly unit?: string;
}

export interface KernelSection {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly isCode: boolean;
  readonly isWritable: boolean;
  /** Empty for zeros that the file does not hold. */
  readonly bytes: Buffer;
}

export interface KernelImage {
  readonly file: string;
  readonly machine: Machine;
  readonly sections: readonly KernelSection[];
  readonly symbols: readonly KernelSymbol[];
  /** Of all code and read-only data. */
  readonly digest: string;
  /** Its file, and what was found out of it before, where that is kept. */
  readonly opened?: { readonly elf: ElfFile; readonly kept: KeptFacts | undefined };
  /** Symbols of this name, and of what the compiler made of it: `f.constprop.0`. */
  named(name: string): readonly KernelSymbol[];
  /** Bytes of the image at an address; undefined where it has none. */
  bytesAt(address: number, length: number): Buffer | undefined;
}

/** Throws the system's error for an unreadable file, {@link ImageError} for one that is no ELF of a machine that is woven into, with symbols. */
export function readKernelImage(file: string): KernelImage {
  // Who puts a file back gives it its old time again, but not that of its inode's change.
  const { ctimeMs, ino, size } = statSync(file);
  const mark = `${ino} ${ctimeMs} ${size}`;
  if (last?.image.file === file && last.mark === mark) return last.image;
  const image = readImage(file);
  last = { image, mark };
  return image;
}

/** What was linked for one weaving is read once; a kernel is read again for each. */
export const readLinkedImage = (file: string): KernelImage => readImage(file);

let last: { readonly image: KernelImage; readonly mark: string } | undefined;

const readImage = (file: string): KernelImage => {
  const elf = openElf(file);
  return imageOf(file, elf, keptFacts(elf, file));
};

/** `kept`: what was found out of it before. */
export function imageOf(
  file: string,
  elf: ElfFile,
  kept: KeptFacts | undefined,
  isThere = ({ isLoaded }: ElfSection): boolean => isLoaded,
): KernelImage {
  const there = new Set(elf.sections.filter(isThere));
  const sections = [...there].map(
    ({ name, address, size, isCode, isWritable, bytes }): KernelSection => ({
      ...{ name, address, size, isCode, isWritable },
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    }),
  );
  const digest = createHash("sha256");
  for (const { isWritable, bytes } of sections) if (!isWritable) digest.update(bytes);
  const gone = new Set(elf.sections.flatMap((one) => (one.isLoaded && !there.has(one) ? [one.index] : [])));
  const symbols = elf.symbols
    .filter((symbol) => isPlaced(symbol) && !gone.has(symbol.section as number))
    .map(toSymbol);
  let byName: ReadonlyMap<string, readonly KernelSymbol[]> | undefined;
  return {
    ...{ file, machine: machineFor(file, elf), sections, symbols, opened: { elf, kept } },
    named: (name) => (byName ??= groupBy(symbols, ({ name }) => baseName(name))).get(name) ?? [],
    digest: digest.digest("hex").slice(0, 32),
    bytesAt: (address, length) => {
      const section = sections.find(
        (one) => one.address <= address && address + length <= one.address + one.bytes.length,
      );
      return section?.bytes.subarray(address - section.address, address - section.address + length);
    },
  };
}

/** Of the first symbol of exactly this name. */
export function addressOf({ named }: KernelImage, name: string): number | undefined {
  return named(baseName(name)).find((symbol) => symbol.name === name)?.address;
}

/** Of `f.constprop.0`: `f`. */
function baseName(name: string): string {
  const end = name.indexOf(".");
  return end === -1 ? name : name.slice(0, end);
}

/** Throws as {@link readKernelImage}. */
export function openElf(file: string, loaded?: LoadedPlaces): ElfFile {
  let elf: ElfFile;
  try {
    elf = readElf(openFile(file), { inflate: inflateSync, ...(loaded && { loaded }) });
  } catch (error) {
    if (error instanceof ObjectError)
      throw new ImageError(`${file} is no ELF file for i386 or x86_64: ${error.message}`);
    throw error;
  }
  machineFor(file, elf);
  if (elf.symbols.length === 0) throw new ImageError(`${file} has no symbols`);
  return elf;
}

function machineFor(file: string, elf: ElfFile): Machine {
  const machine = machineOf(elf);
  if (machine === undefined) throw new ImageError(`${file} is no ELF file for i386 or x86_64`);
  if (machine.bits === 32 || elf.isRelocatable) return machine;
  const far = elf.sections.find(({ isLoaded, address, size }) => isLoaded && !isNear(address, size));
  if (far === undefined) return machine;
  const where = `its section ${far.name} is at ${spellAddress(far.address, machine)}`;
  throw new ImageError(`${file} is for x86_64, and ${where}: ${NEAR}`, "other-machine");
}

/** Code there reaches all of the kernel by 32 bits. */
const isNear = (address: number, size: number) =>
  address === (address | 0) && (address < 0 || address + size <= 2 ** 31);

const NEAR = "live weaving is for kernels in the lowest or the highest 2 GB";

export class ImageError extends Error {
  constructor(
    message: string,
    readonly code: "other-machine" | "no-image" = "no-image",
  ) {
    super(message);
  }
}

const isPlaced = ({ name, section, kind }: ElfSymbol) =>
  name !== "" && section !== undefined && kind !== "section" && kind !== "file";

/** Written out, since a kernel has tens of thousands. */
function toSymbol({ name, address, size, kind, binding, unit }: ElfSymbol): KernelSymbol {
  const known = kind === "function" || kind === "object" ? kind : "other";
  const symbol = { name, address, size, kind: known, isLocal: binding === "local" } as const;
  return unit === undefined ? symbol : { ...symbol, unit };
}
