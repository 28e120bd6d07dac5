/** What `llvm-dwarfdump` prints, as records to compare with. */

export interface DumpedEntry {
  readonly offset: number;
  readonly tag: string;
  /** By name without `DW_AT_`: the text between the brackets. */
  readonly attributes: ReadonlyMap<string, string>;
}

export function parseDump(text: string): DumpedEntry[] {
  const found: { offset: number; tag: string; attributes: Map<string, string> }[] = [];
  let name = "";
  for (const line of text.split("\n")) {
    const entry = /^0x([0-9a-f]+):\s+DW_TAG_(\w+)/.exec(line);
    if (entry !== null) {
      found.push({
        offset: Number.parseInt(entry[1] as string, 16),
        tag: entry[2] as string,
        attributes: new Map(),
      });
      continue;
    }
    const last = found.at(-1)?.attributes;
    const attribute = /^\s+DW_AT_(\w+)\s+\((.*?)\)?$/.exec(line);
    if (attribute !== null) {
      name = attribute[1] as string;
      last?.set(name, attribute[2] as string);
    } else if (/^\s+\[0x/.test(line)) last?.set(name, `${last.get(name) ?? ""}\n${line.trim()}`);
  }
  return found;
}

/** `[0x…, 0x…)` in it, in order, without empty ones. */
export function dumpedRanges(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\[0x([0-9a-f]+), 0x([0-9a-f]+)\)/g)]
    .map(([, start, end]) => ({
      start: Number.parseInt(start as string, 16),
      end: Number.parseInt(end as string, 16),
    }))
    .filter(({ start, end }) => end > start);
}
