/** Above each operation: where it is called and implemented, and its message layout in words, which leads to the drawing. */
import type { Lens } from "../../workspace/index.js";
import { idlReferences } from "./idl-navigation.js";
import { offersOf, rangeOfSpan, wordsOf } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export function idlLenses(snapshot: IdlSnapshot, document: IdlDocument): Lens[] {
  const { source, checked } = document;
  return checked.navigation.declarations.flatMap((place) => {
    if (place.nameSpan.file.name !== source.path) return [];
    const [offer] = offersOf(document, place);
    const at = rangeOfSpan(snapshot, place.nameSpan);
    if (offer === undefined || at === undefined) return [];
    const places = idlReferences(snapshot, source.path, at.range.start, false);
    const words = wordsOf(offer);
    const kernel = document.kernel.toUpperCase();
    const layout: Lens =
      words === undefined
        ? { range: at.range, title: `${kernel}: no layout while the file has errors`, leadsTo: [] }
        : { range: at.range, title: `${kernel}: ${words}`, leadsTo: "message layout" };
    const uses = places.length === 1 ? "1 use in C and IDL" : `${places.length} uses in C and IDL`;
    return places.length === 0 ? [layout] : [{ range: at.range, title: uses, leadsTo: places }, layout];
  });
}
