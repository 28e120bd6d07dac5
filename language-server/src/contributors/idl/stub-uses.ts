/** Where an open C file names what belongs to an IDL operation, as an editor counts places. */
import {
  type StubName as NameOf,
  namedTokens,
  stubNames as namesOf,
  type StubRole,
} from "@weft/weaver-bridge/idl";
import type { Range } from "../../protocol/index.js";
import type { SourceText } from "../../workspace/index.js";
import { type OfferedOperation, offeredOperations } from "./idl-places.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export type { StubRole };

export type StubName = NameOf<OfferedOperation>;

export interface StubUse extends StubName {
  readonly name: string;
  readonly range: Range;
}

/** C names of all operations of the snapshot's IDL files. */
export function stubNames(snapshot: IdlSnapshot): Map<string, StubName> {
  return namesOf(snapshot.idl.flatMap(offeredOperations));
}

/** In the order of the text. */
export function stubUses(source: SourceText, names: ReadonlyMap<string, StubName>): StubUse[] {
  return namedTokens(source.text, names).map(({ name, start, value }) => ({
    ...value,
    name,
    range: source.lines.rangeBetween(start, start + name.length),
  }));
}
