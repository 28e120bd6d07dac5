/** Structs that the unit of a function knows: by what they begin with, and by their members' names. */
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";

export interface UnitRecords {
  /** That begin with the type. */
  beginning(copy: CodeCopy, type: EntryId): readonly EntryId[];
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
}: {
  readonly debug: DebugInfo;
  readonly types: Types;
}): UnitRecords {
  const { entries } = debug;
  let last: Known | undefined;
  const knownOf = (copy: CodeCopy): Known => {
    const { root } = entries.unitOf(copy.entry);
    if (last?.root !== root) last = { root, byFirst: byFirst(root) };
    return last;
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
  return {
    beginning: (copy, type) => {
      const known = knownOf(copy);
      const found = new Set(known.byFirst.get(type));
      // They grow while they are gone through: what begins with those begins with the type too.
      for (const record of found) for (const larger of known.byFirst.get(record) ?? []) found.add(larger);
      return [...found];
    },
    having: (copy, member) => {
      const known = knownOf(copy);
      known.byMember ??= byMember(known.root);
      return [...new Set(known.byMember.get(member))];
    },
  };
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
