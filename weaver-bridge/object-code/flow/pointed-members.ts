/** Which members and variables lie where a value leads to. */
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy } from "../dwarf/functions.js";
import { beginsWith } from "../dwarf/types.js";
import type { Frame, Unit } from "./flow-context.js";
import { localAt } from "./frame-variables.js";
import type { Leaf } from "./locate.js";
import type { State } from "./state.js";
import type { Atom, Value } from "./values.js";
import { staticAt, variableTypes } from "./variables.js";

export function leavesAt(frame: Frame, state: State, where: Value, size: number, address: number): Leaf[] {
  return where.flatMap((atom) => leavesOf(frame, state, atom, size, address));
}

function leavesOf(frame: Frame, state: State, atom: Atom, size: number, address: number): readonly Leaf[] {
  switch (atom.kind) {
    case "function":
    case "number":
      return [];
    case "object": {
      const inside = frame.locator.inObject(atom.type, atom.offset, size, atom.stride);
      const isPart = inside.length === 0 && frame.types.isRecord(atom.type);
      return isPart ? aroundObject(frame, atom.type, atom.offset, size) : inside;
    }
    case "static": {
      const found = staticAt(frame.statics, atom.address);
      if (found === undefined) return [];
      return frame.locator.inVariable(
        found.entry,
        found.type,
        atom.address - found.address,
        size,
        atom.stride,
      );
    }
    case "stack": {
      const local = localAt(frame, state, atom.offset, address);
      // Locals are no join points; their members are.
      return local === undefined
        ? []
        : frame.locator.inObject(local.type, atom.offset - local.offset, size, 0);
    }
  }
}

/** Outside of an object that is a part of another one: `container_of`, with nothing left of the pointer that it gives. */
function aroundObject(
  { records, locator, types }: Frame,
  type: EntryId,
  offset: number,
  size: number,
): readonly Leaf[] {
  for (const record of records)
    for (const member of types.members(record)) {
      if (types.bare(member.type) !== type) continue;
      const found = locator.inObject(record, member.offset + offset, size, 0);
      if (found.length > 0) return found;
    }
  // Behind the end of what other structs begin with: `(struct tcp_sock *)sk`.
  for (const record of records) {
    const found = beginsWith(record, type, types) ? locator.inObject(record, offset, size, 0) : [];
    if (found.length > 0) return found;
  }
  return [];
}

export function recordsPointedTo({ debug, types }: Unit, copy: CodeCopy): EntryId[] {
  const found = new Set<EntryId>();
  for (const type of variableTypes(debug, copy)) {
    const record = types.bare(types.pointee(type));
    if (record !== undefined && types.isRecord(record)) found.add(record);
  }
  return [...found];
}
