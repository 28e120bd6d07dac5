/**
 * What was read of images, kept for the next process: one file for each image and kind of facts, in the
 * user's cache. Nothing depends on it: what is not there, of another image or damaged, is read again.
 */
import { createHash } from "node:crypto";
import { readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, writeAtomically } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";
import { type Columns, decodeColumns, type ElfFile, encodeColumns } from "../../object-code/index.js";
import type { KeptFacts } from "../resolve/index.js";
import { openFile } from "./open-file.js";

/** Smaller ones are read as fast. */
const LEAST = 4 << 20;
const MOST_FILES = 40;
const ENDING = ".facts";
/** To be raised whenever more, or something else, is found in the same image. */
const EDITION = 12;

/** Undefined where it is not worth it. */
export function keptFacts(elf: ElfFile, file: string): KeptFacts | undefined {
  const size = elf.section(".debug_info")?.size ?? 0;
  if (size < LEAST || elf.isRelocatable) return undefined;
  const identity = `${EDITION} ${placeOf(file)} ${size}`;
  const base = join(factsFolder(), createHash("sha256").update(identity).digest("hex").slice(0, 32));
  return {
    get: (kind) => readKept(`${base}-${kind}${ENDING}`, identity),
    put: (kind, columns) => {
      // A full disk, or a home that can't be written to: it is read again next time.
      unlessRefused(() => {
        writeAtomically(`${base}-${kind}${ENDING}`, encodeColumns(identity, columns));
        prune();
      });
    },
  };
}

function readKept(file: string, identity: string): Columns | undefined {
  const bytes = unlessRefused(() => {
    const source = openFile(file);
    return source.read(0, source.length);
  });
  return bytes && decodeColumns(identity, bytes);
}

/**
 * The very file, as it is now. A build id would hold for copies too, but whoever makes a file chooses it, and so what is
 * believed of another. When an inode was changed nobody can choose.
 */
function placeOf(file: string): string {
  const { ino, dev, ctimeMs, size } = statSync(file);
  return `${realpathSync(file)} ${dev} ${ino} ${ctimeMs} ${size}`;
}

const factsFolder = () => cacheFolder("machine-facts");

/** The oldest go. */
function prune(): void {
  const folder = factsFolder();
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
    .sort((left, right) => right.time - left.time);
  for (const { name } of files.slice(MOST_FILES)) rmSync(join(folder, name), { force: true });
}
