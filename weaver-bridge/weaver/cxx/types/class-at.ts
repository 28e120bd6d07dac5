/** The innermost class in whose body a place of the unit's text is. */
import type { ClassEntity, TextRange, UnitFacts } from "../../../model/index.js";

interface Placed {
  readonly entity: ClassEntity;
  readonly body: TextRange;
  /** Bodies nest or stand apart. */
  readonly outer: Placed | undefined;
}

/** Of each unit, in the order of their bodies: units have a hundred thousand places. */
const CLASSES = new WeakMap<UnitFacts, readonly Placed[]>();

export function classAt(facts: UnitFacts, at: number): ClassEntity | undefined {
  let classes = CLASSES.get(facts);
  if (classes === undefined) CLASSES.set(facts, (classes = placedClasses(facts)));
  let low = 0;
  for (let high = classes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((classes[middle] as Placed).body.start < at) low = middle + 1;
    else high = middle;
  }
  let found = classes[low - 1];
  while (found !== undefined && at >= found.body.end) found = found.outer;
  return found?.entity;
}

function placedClasses({ entities }: UnitFacts): Placed[] {
  const bodies = entities.flatMap((entity) => {
    if (entity.kind !== "class" || entity.template === "instance") return [];
    const body = entity.definition?.body;
    return body === undefined ? [] : [{ entity, body }];
  });
  // Of several with one body the first is meant, as a search from the start would find it.
  bodies.reverse().sort((one, other) => one.body.start - other.body.start);
  const placed: Placed[] = [];
  for (const { entity, body } of bodies) {
    let outer = placed.at(-1);
    while (outer !== undefined && body.start >= outer.body.end) outer = outer.outer;
    placed.push({ entity, body, outer });
  }
  return placed;
}
