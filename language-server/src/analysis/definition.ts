/** Go to definition across the seam: from an advised line to its advice, from an advice to what it reaches. */
import type { LabelledPlace, Position } from "../protocol/index.js";
import { aspectDocumentAt, type Snapshot } from "../workspace/index.js";
import { rangeOfBytes } from "./advice-text.js";
import { effectsOfAdvice, originOf, targetOf } from "./lines/file-effects.js";
import { effectsAt } from "./lines/hover.js";
import { holds } from "./locate.js";
import { namedPointcutAt } from "./pointcuts/pointcut-names.js";

export function adviceDefinitions(snapshot: Snapshot, path: string, position: Position): LabelledPlace[] {
  const document = aspectDocumentAt(snapshot, path);
  if (document === undefined) {
    const hit = effectsAt(snapshot, path, position);
    return hit === undefined ? [] : unique(hit.effects.map((effect) => originOf(snapshot, effect)));
  }
  const named = namedPointcutAt(document, position);
  if (named !== undefined) return [{ uri: document.source.uri, range: named.range, label: named.name }];
  for (const aspect of document.file.aspects)
    for (const advice of aspect.advice)
      if (holds(rangeOfBytes(document, advice.header), position))
        return unique(
          effectsOfAdvice(snapshot, document, advice).map((effect) => targetOf(snapshot, effect)),
        );
  return [];
}

function unique(places: readonly LabelledPlace[]): LabelledPlace[] {
  const seen = new Set<string>();
  return places.filter(({ uri, range }) => {
    const key = `${uri}:${range.start.line}:${range.start.character}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
