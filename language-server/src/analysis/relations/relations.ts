/**
 * The answer to `weft/relations`: every element of a file that aspects or stubs relate to something, with both
 * directions of each relation. Start reading at `aspect-elements` for `.ah` files, at `target-elements` for code.
 */
import type { Range, RelatedElement } from "../../protocol/index.js";
import { aspectDocumentAt, type Snapshot } from "../../workspace/index.js";
import { idlDocumentAt } from "../idl/idl-places.js";
import { operationElements } from "../idl/operation-elements.js";
import { byStart } from "../places.js";
import { aspectElements } from "./aspect-elements.js";
import { type PlacedElement, selectElements } from "./placed-element.js";
import { targetElements } from "./target-elements.js";

/** In order of place. `selection` as in `RelationsParams`. */
export function relatedElements(snapshot: Snapshot, path: string, selection?: Range): RelatedElement[] {
  const all = elementsOf(snapshot, path);
  const wanted = selection === undefined ? all : selectElements(all, selection);
  return wanted.map(({ extent: _, head: _head, ...element }) => element);
}

function elementsOf(snapshot: Snapshot, path: string): PlacedElement[] {
  const idl = idlDocumentAt(snapshot, path);
  if (idl !== undefined) return operationElements(snapshot, idl);
  const source = snapshot.text(path);
  const targets = source === undefined ? [] : targetElements(snapshot, source);
  const aspect = aspectDocumentAt(snapshot, path);
  // Members that slices bring can be join points themselves.
  return aspect === undefined
    ? targets
    : [...aspectElements(snapshot, aspect), ...targets].sort((a, b) => byStart(a.range, b.range));
}
