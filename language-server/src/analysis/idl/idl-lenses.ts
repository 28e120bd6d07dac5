/** One line above each operation: its message layout in words, and where it is called and implemented. */
import type { IdlDocument, Snapshot } from "../../workspace/index.js";
import type { Lens } from "../answers.js";
import { idlReferences } from "./idl-navigation.js";
import { offersOf, rangeOfSpan } from "./idl-places.js";
import { operationWords } from "./message-words.js";

export function idlLenses(snapshot: Snapshot, document: IdlDocument): Lens[] {
  const { source, checked } = document;
  return checked.navigation.declarations.flatMap((place) => {
    if (place.nameSpan.file.name !== source.path) return [];
    const [offer] = offersOf(document, place);
    const at = rangeOfSpan(snapshot, place.nameSpan);
    if (offer === undefined || at === undefined) return [];
    const places = idlReferences(snapshot, source.path, at.range.start, false);
    const words = operationWords(offer) ?? "no layout while the file has errors";
    const uses =
      places.length === 0 ? "" : ` | ${places.length} use${places.length === 1 ? "" : "s"} in C and IDL`;
    return [{ range: at.range, title: `${document.kernel.toUpperCase()}: ${words}${uses}`, places }];
  });
}
