/** Lists of ranges and places, read for each entry that has one, as long as their section's allowance lasts. */
import { ByteReader } from "../byte-reader.js";
import type { Allowance } from "./allowance.js";
import type { EntryId } from "./entries.js";

/** Bytes of a list that is not accounted for. */
const SHORT = 64;

export type AccountedLists = <T>(
  entry: EntryId,
  section: string,
  at: number,
  read: (reader: ByteReader) => T[],
) => T[];

/** An entry's list is read again at no cost; of an entry that comes too late there is none. */
export function createLists(section: (name: string) => Uint8Array, allowance: Allowance): AccountedLists {
  const entriesOf = new Map<string, Set<EntryId>>();
  const spent = new Set<string>();
  return (entry, name, at, read) => {
    let accounted = entriesOf.get(name);
    if (accounted === undefined) entriesOf.set(name, (accounted = new Set()));
    if (spent.has(name) && !accounted.has(entry)) return [];
    const reader = new ByteReader(section(name), at);
    const found = read(reader);
    const length = reader.at - at;
    if (length <= SHORT || accounted.has(entry)) return found;
    if (!allowance.spend(name, length)) {
      spent.add(name);
      return [];
    }
    accounted.add(entry);
    return found;
  };
}
