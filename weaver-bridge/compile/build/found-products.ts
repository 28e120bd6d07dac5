/**
 * What objects went into where nobody noted the link, since a rule calls `ld` or `ar` by itself: files beside them that were
 * made later and have their names. One too many is only made again.
 */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRegular } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";
import { archiveMembers } from "./archive-members.js";

export interface MadeObject {
  /** Absolute. */
  readonly object: string;
  /** As the compiler was told it. */
  readonly source: string;
}

/** Linked kernels that are larger are told by `weft.json`, and are not read for a name. */
const LARGEST = 64 << 20;

/** `units`: absolute paths of all objects of units, which hold nothing else. In no order. */
export function foundProducts(
  objects: readonly MadeObject[],
  units: ReadonlySet<string>,
  folders: readonly string[],
): string[] {
  const times = objects.map(({ object }) => statSync(object, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const first = Math.min(...times.filter((time) => time > 0));
  const places = new Set([...folders, ...[...units].map(dirname)]);
  const candidates = [...places].flatMap(filesIn).filter(({ file, time, size }) => {
    return !units.has(file) && time >= first && size > 0 && size <= LARGEST;
  });
  const held = candidates.flatMap(({ file }) => {
    const names = namesIn(file);
    return names === undefined ? [] : [{ file, names }];
  });
  const found = new Set<string>();
  const wanted = new Set(objects.flatMap(({ object, source }) => [basename(object), basename(source)]));
  for (let known = -1; known < found.size; ) {
    known = found.size;
    for (const { file, names } of held)
      if (!found.has(file) && names([...wanted])) {
        found.add(file);
        wanted.add(basename(file));
      }
  }
  return [...found];
}

function filesIn(folder: string): { file: string; time: number; size: number }[] {
  const entries = unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const status = entry.isFile() ? statSync(join(folder, entry.name), { throwIfNoEntry: false }) : undefined;
    return status === undefined
      ? []
      : [{ file: join(folder, entry.name), time: status.mtimeMs, size: status.size }];
  });
}

/** Whether an archive or an ELF file has one of the names; undefined of other files. */
function namesIn(file: string): ((wanted: readonly string[]) => boolean) | undefined {
  const bytes = unlessRefused(() => readRegular(file)) ?? Buffer.alloc(0);
  if (bytes.toString("latin1", 1, 4) === "ELF")
    return (wanted) => wanted.some((name) => bytes.includes(`${name}\0`));
  const members = archiveMembers(file);
  return members.length === 0 ? undefined : (wanted) => wanted.some((name) => members.includes(name));
}
