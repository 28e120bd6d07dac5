/** Where a member that is an array ends, as far as numbers in the text tell. */
import type { AccessShadow, TypeId, UnitFacts } from "../../model/index.js";

/** `p->list[9]` of an array of four. Of one of at most one element nobody knows where it ends. */
export function outsideIndex(
  facts: UnitFacts,
  unitText: string,
  { entity, indices, kind }: AccessShadow,
): string | undefined {
  const field = facts.entities[entity];
  let type = field?.kind === "field" ? arrayOf(facts, field.type) : undefined;
  for (const { range } of indices) {
    const text = unitText.slice(range.start, range.end).trim();
    const size = type?.size ?? 0;
    // The address of the element behind the last is that of the end.
    const isInside = Number(text) >= 0 && Number(text) < size + (kind === "ref" ? 1 : 0);
    if (size > 1 && /^-?\d+$/.test(text) && !isInside) return `its element ${text} lies outside of it`;
    type = type && arrayOf(facts, type.of);
  }
  return undefined;
}

/** Whether so many bytes are more than so many of a type have, whose size is known (i386). */
export function isLonger(facts: UnitFacts, id: TypeId, bytes: number, count = 1): boolean {
  const size = sizeOf(facts, id);
  return size !== undefined && bytes > size * count;
}

/** In bytes (i386); undefined where it is not known. */
export function sizeOf(facts: UnitFacts, id: TypeId): number | undefined {
  const array = arrayOf(facts, id);
  if (array !== undefined) {
    const element = sizeOf(facts, array.of);
    return array.size === undefined || element === undefined ? undefined : array.size * element;
  }
  const type = facts.types[id];
  if (type?.kind === "typedef") return sizeOf(facts, type.underlying);
  if (type?.kind === "pointer") return 4;
  return type?.kind === "builtin"
    ? BYTES.get(type.spelling.replace(/\b(?:unsigned|signed|const|volatile)\b\s*/g, ""))
    : undefined;
}

const BYTES = new Map([
  ["char", 1],
  ["_Bool", 1],
  ["short", 2],
  ["int", 4],
  ["", 4],
  ["long", 4],
  ["long long", 8],
]);

export function arrayOf(
  facts: UnitFacts,
  id: TypeId,
): { readonly of: TypeId; readonly size?: number } | undefined {
  const type = facts.types[id];
  if (type?.kind === "typedef") return arrayOf(facts, type.underlying);
  return type?.kind === "array" ? type : undefined;
}
