/** Qualified names of entities, as match expressions can hold them. */
import type { Entity } from "../../model/index.js";

export interface EntityNames {
  readonly functions: readonly string[];
  readonly variables: readonly string[];
  /** `inode::i_uid` */
  readonly fields: readonly string[];
  /** What fields belong to. */
  readonly records: readonly string[];
}

export function entityNames(entities: Iterable<Entity>): EntityNames {
  const names = { function: new Set<string>(), variable: new Set<string>(), field: new Set<string>() };
  const records = new Set<string>();
  for (const { kind, scope, name } of entities) {
    if (kind === "class") continue;
    names[kind].add([...scope, name].join("::"));
    if (kind === "field" && scope.length > 0) records.add(scope.join("::"));
  }
  return {
    functions: [...names.function],
    variables: [...names.variable],
    fields: [...names.field],
    records: [...records],
  };
}
