/** Operations of an IDL file with the C code that calls their stubs and that implements them. */
import type { RelationEnd, RelationKind } from "../../protocol/index.js";
import type { PlacedElement } from "../../workspace/index.js";
import { operationUses } from "./idl-navigation.js";
import { offersOf, rangeOfSpan } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export function operationElements(snapshot: IdlSnapshot, document: IdlDocument): PlacedElement[] {
  const { source, checked } = document;
  return checked.navigation.declarations.flatMap((place): PlacedElement[] => {
    if (place.nameSpan.file.name !== source.path || offersOf(document, place).length === 0) return [];
    const at = rangeOfSpan(snapshot, place.nameSpan);
    if (at === undefined) return [];
    const ends = new Map<RelationKind, RelationEnd[]>();
    for (const { role, place: use } of operationUses(snapshot, document, place)) {
      const kind = role === "client" ? "stubCalledBy" : "implementedBy";
      ends.set(kind, [...(ends.get(kind) ?? []), { ...use, certainty: "certain" }]);
    }
    if (ends.size === 0) return [];
    return [
      {
        id: `operation:${place.path}`,
        kind: "operation",
        label: `operation ${place.path}`,
        range: at.range,
        extent: { first: at.range.start.line, last: at.range.end.line },
        relations: [...ends].map(([kind, list]) => ({ kind, ends: list })),
      },
    ];
  });
}
