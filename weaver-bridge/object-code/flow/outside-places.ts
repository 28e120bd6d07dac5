/** Places that no type of the code says anything of, as they are asked for. */
import type { EntryId } from "../dwarf/entries.js";
import type { Leaf } from "./locate.js";
import type { NamedHere } from "./named-members.js";
import type { Terms } from "./terms.js";

/** So many bytes behind an unknown pointer. */
export interface UntypedPlace {
  readonly offset: number;
  readonly size: number;
  readonly terms: Terms;
}

/** So many bytes from the start of an object, but not in it. */
export interface OutsidePlace extends UntypedPlace {
  readonly type: EntryId;
}

/** Outside of an object that is a part of another one, `size` bytes from `offset` in it. */
export type AroundObject = (place: OutsidePlace, names: () => NamedHere | undefined) => readonly Leaf[];

/** Where in a record which structs are, also in structs in it. */
export type RecordParts = (record: EntryId) => ReadonlyMap<EntryId, readonly number[]>;
