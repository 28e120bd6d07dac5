/** Facts as two flat containers and back; `unpackFacts(packFacts(facts))` equals `facts`. */

import type { PlainFacts } from "../unit-facts.js";
import { createReader, createWriter, type Packed } from "./pack.js";
import { readEntity, writeEntity } from "./pack-entities.js";
import { readShadow, writeShadow } from "./pack-shadows.js";
import { readType, writeType } from "./pack-types.js";

export interface PackedFacts extends Packed {
  /** The call graph crosses as it is: three integers an edge. */
  readonly rest: Omit<PlainFacts, "types" | "entities" | "shadows">;
}

export function packFacts({ types, entities, shadows, ...rest }: PlainFacts): PackedFacts {
  const writer = createWriter();
  writer.list(types, (type) => writeType(writer, type));
  writer.list(entities, (entity) => writeEntity(writer, entity));
  writer.list(shadows, (shadow) => writeShadow(writer, shadow));
  return { ...writer.finish(), rest };
}

export function unpackFacts(packed: PackedFacts): PlainFacts {
  const reader = createReader(packed);
  const types = reader.list(() => readType(reader));
  const entities = reader.list(() => readEntity(reader));
  const shadows = reader.list(() => readShadow(reader));
  return { types, entities, shadows, ...packed.rest };
}
