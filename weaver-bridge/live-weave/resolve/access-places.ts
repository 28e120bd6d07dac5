/** Reads, writes and addresses of members and variables in the code of a function. */
import type { EntityId, SourcePosition } from "../../model/index.js";
import type { CodeCopy, Touch } from "../../object-code/index.js";
import { type EntityTable, placeOfCode } from "./debug-entities.js";
import type { ImageCode } from "./image-code.js";
import type { MachinePlace } from "./machine-places.js";

export interface FoundAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly place: SourcePosition;
  readonly machine: MachinePlace;
}

const KINDS = { read: "get", write: "set", address: "ref" } as const;

export function* accessesIn(copy: CodeCopy, image: ImageCode, entities: EntityTable): Generator<FoundAccess> {
  for (const touch of image.typeFlow().touchesIn(copy, image.instructionsOf(copy))) {
    const { address, kind, leaf } = touch;
    const around = image.functions.innermostAt(address) ?? copy;
    yield {
      kind: KINDS[kind],
      entity:
        leaf.scope === undefined ? entities.variable(leaf.entry) : entities.member(leaf.entry, leaf.scope),
      within: entities.function(around.origin),
      place: placeOfCode(image.debug, address, copy.entry, around.origin),
      machine: {
        ...{ address, how: kind === "address" ? "address" : "access", isInlined: around.isInlined },
        ...doubtOf(touch),
      },
    };
  }
}

function doubtOf({ shared, whole }: Touch): { readonly doubt?: string } {
  if (whole) return { doubt: "a repeated instruction goes over the whole object" };
  return shared
    ? { doubt: "bit-fields share these bytes, and the instruction does not say which is meant" }
    : {};
}
