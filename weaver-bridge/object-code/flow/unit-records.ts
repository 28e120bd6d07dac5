/**
 * Structs that the unit of a function knows: by what they begin with, and by their members' names. Of functions that were
 * optimized when they were linked, code is in a unit that has no types: those that the functions are from have them.
 */

import type { CodeCopy } from "../dwarf/code-copy.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Functions } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";

export interface UnitRecords {
  /** That begin with the type. */
  beginning(copy: CodeCopy, type: EntryId): readonly EntryId[];
  /** As the function's own unit tells of a struct that another unit told of; the same where it does not. */
  own(copy: CodeCopy, type: EntryId): EntryId;
  /** That have a member of the name, also in a struct without a name. */
  having(copy: CodeCopy, member: string): readonly EntryId[];
}

interface Known {
  readonly root: EntryId;
  readonly byFirst: ReadonlyMap<EntryId, readonly EntryId[]>;
  byMember?: ReadonlyMap<string, readonly EntryId[]>;
}

export function createUnitRecords({
  debug,
  types,
  functions,
}: {
  readonly debug: DebugInfo;
  readonly types: Types;
  readonly functions: Pick<Functions, "inlinedIn">;
}): UnitRecords {
  const { entries } = debug;
  let last:
    | { readonly copy: CodeCopy; readonly units: readonly Known[]; readonly own: Map<EntryId, EntryId> }
    | undefined;
  const unitsOf = (copy: CodeCopy): readonly Known[] => {
    if (last?.copy === copy) return last.units;
    const origins = [copy, ...functions.inlinedIn(copy)].map(({ origin }) => origin);
    const roots = new Set([copy.entry, ...origins].map((entry) => entries.unitOf(entry).root));
    const units = [...roots].map(
      (root) => last?.units.find((one) => one.root === root) ?? { root, byFirst: byFirst(root) },
    );
    last = { copy, units, own: new Map() };
    return units;
  };
  const byFirst = (root: EntryId) => {
    const found = new Map<EntryId, EntryId[]>();
    for (const record of entries.childrenOf(root)) {
      const first = types.first(record);
      if (first !== undefined && types.isRecord(first)) push(found, first, record);
    }
    return found;
  };
  const byMember = (root: EntryId) => {
    const found = new Map<string, EntryId[]>();
    for (const entry of entries.childrenOf(root)) {
      if (!types.isRecord(entry)) continue;
      const record = types.bare(entry);
      if (record !== undefined) for (const name of namesIn(types, record)) push(found, name, record);
    }
    return found;
  };
  const membersOf = (unit: Known) => (unit.byMember ??= byMember(unit.root));
  /** A struct that several units have is one. */
  const ofAll = (units: readonly Known[], recordsOf: (unit: Known) => Iterable<EntryId>) => {
    const found = new Set(units.flatMap((unit) => [...recordsOf(unit)]));
    return units.length === 1
      ? [...found]
      : [...new Map([...found].reverse().map((record) => [shapeOf(types, record), record])).values()];
  };
  const ownOf = (copy: CodeCopy, type: EntryId): EntryId => {
    const units = unitsOf(copy);
    const known = last?.own.get(type);
    if (known !== undefined) return known;
    const own = findOwn(type, units);
    last?.own.set(type, own);
    return own;
  };
  const findOwn = (type: EntryId, units: readonly Known[]): EntryId => {
    const { root } = entries.unitOf(type);
    const name = types.nameOf(type);
    if (name === "" || units.some((unit) => unit.root === root)) return type;
    const [first] = types.members(type);
    const alike = first === undefined ? [] : ofAll(units, (unit) => membersOf(unit).get(first.name) ?? []);
    return (
      alike.find((record) => types.nameOf(record) === name && types.size(record) === types.size(type)) ?? type
    );
  };
  return {
    own: ownOf,
    beginning: (copy, type) =>
      ofAll(unitsOf(copy), ({ byFirst }) => {
        const found = new Set(byFirst.get(type));
        // They grow while they are gone through: what begins with those begins with the type too.
        for (const record of found) for (const larger of byFirst.get(record) ?? []) found.add(larger);
        return found;
      }),
    having: (copy, member) => ofAll(unitsOf(copy), (unit) => membersOf(unit).get(member) ?? []),
  };
}

/** The record itself where it has no name. */
function shapeOf(types: Types, record: EntryId): string {
  const name = types.nameOf(record);
  return name === "" ? String(record) : `${name} ${types.size(record)} ${namesIn(types, record)}`;
}

function namesIn(types: Types, record: EntryId, depth = 0): string[] {
  if (depth > 4) return [];
  return types.members(record).flatMap(({ name, type }) => {
    const inner = name === "" ? types.bare(type) : undefined;
    return inner === undefined ? [name] : namesIn(types, inner, depth + 1);
  });
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
