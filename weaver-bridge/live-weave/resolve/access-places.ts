/** Reads, writes and addresses of members and variables in the code of a function. */
import type { EntityId, SourcePosition } from "../../model/index.js";
import type { CodeCopy } from "../../object-code/index.js";
import type { EntityTable } from "./debug-entities.js";
import type { ImageCode } from "./image-code.js";
import type { MachinePlace } from "./machine-places.js";

export interface FoundAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly place: SourcePosition;
  readonly machine: MachinePlace;
}

export function accessesIn(_copy: CodeCopy, _image: ImageCode, _entities: EntityTable): FoundAccess[] {
  return [];
}
