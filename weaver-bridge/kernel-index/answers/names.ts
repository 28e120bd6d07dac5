/** Names that pointcuts can say, with how many units use each; for completion. */
import { relative, resolve } from "node:path";
import type { Entity } from "../../model/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { NameAnswer, NameQuestion } from "../protocol/index-protocol.js";
import { unpackSet } from "../records/packed-numbers.js";
import { entitiesOf } from "../records/records.js";
import type { MergedFacts } from "./merged-facts.js";

/** By name; `root` is what files are named from. */
export function names(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  root: string,
  { prefix, name: kind, limit }: NameQuestion,
): NameAnswer {
  const counts = kind === "file" ? fileCounts(index, root) : nameCounts(parts, index, kind);
  const found = [...counts].filter(([name]) => name.startsWith(prefix));
  found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { names: found.slice(0, limit).map(([name, units]) => ({ name, units })) };
}

function fileCounts(index: MemoryIndex, root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const units = new Map<number, number>();
  for (const { versions } of index.units.values())
    for (const id of unpackSet(versions)) {
      const { file } = index.fileVersion(id);
      units.set(file, (units.get(file) ?? 0) + 1);
    }
  for (const [file, count] of units) {
    const { directory, name } = index.file(file);
    const path = relative(root, resolve(directory, name));
    counts.set(path, (counts.get(path) ?? 0) + count);
  }
  return counts;
}

const cache = new WeakMap<MergedFacts, Map<string, ReadonlyMap<string, number>>>();

function nameCounts(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  kind: Exclude<NameQuestion["name"], "file">,
): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const part of parts) {
    let known = cache.get(part);
    if (known === undefined) cache.set(part, (known = new Map()));
    let counts = known.get(kind);
    if (counts === undefined) known.set(kind, (counts = countNames(part, index, kind)));
    for (const [name, count] of counts) all.set(name, (all.get(name) ?? 0) + count);
  }
  return all;
}

function countNames(
  { live, units }: MergedFacts,
  index: MemoryIndex,
  kind: Exclude<NameQuestion["name"], "file">,
): ReadonlyMap<string, number> {
  const { entities, types } = index.numbers;
  const namesOf = (id: number): readonly string[] => {
    const entity = entities[id] as Entity;
    if (kind === "record")
      return entity.kind === "field" && entity.scope.length > 0 ? [entity.scope.join("::")] : [];
    if (kind === "type") {
      const type = types[entity.type];
      return type?.kind === "record" || type?.kind === "typedef" || type?.kind === "enum" ? [type.name] : [];
    }
    return entity.kind === kind ? [[...entity.scope, entity.name].join("::")] : [];
  };
  const counts = new Map<string, number>();
  const unitsOfEntity = new Map<number, number>();
  for (const { bodies } of units) {
    const seen = new Set<number>();
    for (const body of unpackSet(bodies)) for (const entity of entitiesOf(index.body(body))) seen.add(entity);
    for (const entity of seen) unitsOfEntity.set(entity, (unitsOfEntity.get(entity) ?? 0) + 1);
  }
  for (const id of live)
    for (const name of namesOf(id))
      if (name !== "") counts.set(name, Math.max(counts.get(name) ?? 0, unitsOfEntity.get(id) ?? 1));
  return counts;
}
