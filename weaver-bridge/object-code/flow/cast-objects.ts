/**
 * Structs beside an object that variables lead to: `frame = (struct frame *)p - 1`, where the code goes on from `p`. How far
 * they are from each other is seen where the compiler says that the variable is in a register, and the code what that is.
 */
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import type { Atom, Value } from "./values.js";

type ObjectAtom = Extract<Atom, { kind: "object" }>;

/** Of one function. */
export interface CastObjects {
  /** `known` is what the code says of a register, `said` what a variable that is in it leads to. */
  note(known: Value, said: Value): void;
  /** What a place is in such structs that is outside of its object. */
  at(atom: Atom): readonly ObjectAtom[];
  /** Whether places around objects of the first type are known to be in ones of the second. */
  isBeside(type: EntryId, other: EntryId): boolean;
}

interface Beside {
  readonly type: EntryId;
  /** Where it begins, bytes from the start of the other. */
  readonly from: number;
}

export function createCastObjects(types: Types): CastObjects {
  const known = new Map<EntryId, readonly Beside[]>();
  const add = (type: EntryId, beside: Beside) => {
    const list = known.get(type) ?? [];
    if (!list.some((one) => one.type === beside.type && one.from === beside.from))
      known.set(type, [...list, beside]);
  };
  return {
    note: (code, said) => {
      // Locals lie beside each other as the compiler puts them.
      if (code.some(({ kind }) => kind === "stack")) return;
      for (const atom of code.filter(isStruct(types)))
        for (const { type, offset } of said.filter(isStruct(types))) {
          const from = atom.offset - offset;
          const isApart = from + types.size(type) <= 0 || from >= types.size(atom.type);
          if (type === atom.type || !isApart) continue;
          add(atom.type, { type, from });
          // The code may go on from the variable, too.
          add(type, { type: atom.type, from: -from });
        }
    },
    at: (atom) => {
      const list = atom.kind === "object" ? known.get(atom.type) : undefined;
      return (list ?? []).flatMap(({ type, from }): ObjectAtom[] => {
        const offset = atom.offset - from;
        const { terms } = atom;
        return offset >= 0 && offset < types.size(type) ? [{ kind: "object", type, offset, terms }] : [];
      });
    },
    isBeside: (type, other) => known.get(type)?.some((one) => one.type === other) ?? false,
  };
}

const isStruct =
  (types: Types) =>
  (atom: Atom): atom is ObjectAtom =>
    atom.kind === "object" && atom.terms.length === 0 && types.isRecord(atom.type);
