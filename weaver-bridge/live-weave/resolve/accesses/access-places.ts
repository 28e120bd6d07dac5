/** Accesses in the code of a function as shadows are made of them. */
import type { EntityId, SourcePosition } from "../../../model/index.js";
import type { EntityTable } from "../code/debug-entities.js";
import type { MachinePlace } from "../code/machine-places.js";
import type { CodeAccess } from "./accesses-of-copy.js";

export interface FoundAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly place: SourcePosition;
  readonly machine: MachinePlace;
}

export function foundAccess(
  { address, kind, entry, scope, around, place, doubt, inOwner, isIndexed, isRest }: CodeAccess,
  entities: EntityTable,
): FoundAccess {
  return {
    ...{ kind, place, within: entities.function(around.origin) },
    entity: scope === undefined ? entities.variable(entry) : entities.member(entry, scope),
    machine: {
      ...{ address, how: kind === "ref" ? "address" : "access", isInlined: around.isInlined },
      ...(doubt === undefined ? {} : { doubt }),
      ...(inOwner === undefined ? {} : { inOwner }),
      ...(isIndexed === true ? { isIndexed } : {}),
      ...(isRest === true ? { isRest } : {}),
    },
  };
}
