/**
 * The answer to `weft/relations`: every element of a file that aspects or contributors relate to something, with both
 * directions of each relation. Start reading at `aspect-elements` for `.ah` files, at `target-elements` for code.
 */
import type { Range, RelatedElement } from "../../protocol/index.js";
import { aspectDocumentAt, type PlacedElement, type Snapshot } from "../../workspace/index.js";
import { byStart } from "../places.js";
import { aspectElements } from "./aspect-elements.js";
import { selectElements } from "./select-elements.js";
import { targetElements } from "./target-elements.js";

/** In order of place. `selection` as in `RelationsParams`. */
export function relatedElements(snapshot: Snapshot, path: string, selection?: Range): RelatedElement[] {
  const all = elementsOf(snapshot, path);
  const wanted = selection === undefined ? all : selectElements(all, selection);
  return wanted.map(({ extent: _, head: _head, ...element }) => element);
}

function elementsOf(snapshot: Snapshot, path: string): PlacedElement[] {
  const owner = snapshot.ownerOf(path);
  if (owner !== undefined) return [...(owner.elements?.(path) ?? [])];
  const source = snapshot.text(path);
  const targets = source === undefined ? [] : targetElements(snapshot, source);
  const aspect = aspectDocumentAt(snapshot, path);
  // Members that slices bring can be join points themselves.
  return aspect === undefined
    ? targets
    : [...aspectElements(snapshot, aspect), ...targets].sort((a, b) => byStart(a.range, b.range));
}
