/**
 * Folders that compile commands map to other names in debug information (`-fdebug-prefix-map=OLD=NEW`, `-ffile-prefix-map`):
 * with them GDB finds sources, and lines of sources, by where they are.
 */
import { readUnitRecords } from "@weft/weaver-bridge/kernel-build";

export interface MappedFolder {
  /** As debug information says. */
  readonly from: string;
  /** Where it is. */
  readonly to: string;
}

/** Of the units that the last build compiled; longer names first. A name that stands for several folders is left out. */
export function mappedFolders(root: string): MappedFolder[] {
  return foldersOf(readUnitRecords({ root }).map(({ command }) => command.arguments));
}

export function foldersOf(commands: readonly (readonly string[])[]): MappedFolder[] {
  const places = new Map<string, Set<string>>();
  for (const word of new Set(commands.flat())) {
    const { to = "", from = "" } = MAP.exec(word)?.groups ?? {};
    if (from === "" || to === "") continue;
    places.set(from, (places.get(from) ?? new Set()).add(to));
  }
  const found = [...places].flatMap(([from, all]) => {
    const [to = ""] = all;
    return all.size === 1 && to !== from ? [{ from, to }] : [];
  });
  return found.sort((a, b) => b.from.length - a.from.length);
}

/** A slash at the end of both is none of the names'. */
const MAP = /^-f(?:debug|file)-prefix-map=(?<to>[^=]*?)(?<slash>\/?)=(?<from>.*)\k<slash>$/s;
