/** Structs of an image by name, and which member of theirs lies at an offset. */
import {
  AT,
  createTypes,
  type DebugInfo,
  type EntryId,
  isOpenMember,
  type Member,
  TAG,
  type Types,
} from "../object-code/index.js";

export interface Leaf {
  /** `task_struct::pid`: the innermost member, of the innermost struct that has a name; without one, `pid`. */
  readonly name: string;
  /** Members of structs that it lies in, without a copy of its own name: `file::f_path` of `path::mnt`. */
  readonly around: readonly string[];
  /** The member's, and the struct that it is named with. */
  readonly entry: EntryId;
  readonly scope: string;
  /** In the object, bytes. */
  readonly from: number;
  readonly to: number;
}

export interface Layouts {
  readonly types: Types;
  /** The complete struct of the name. */
  struct(name: string): EntryId | undefined;
  size(name: string): number;
  /** Of a direct member; throws where there is none. */
  offset(struct: string, member: string): number;
  /**
   * Members without members of their own that share bytes with `[offset, offset + size)`: several in unions, and in heads
   * of lists, which the sources name as elements: `next->prev = prev` where `next` may be the head.
   */
  leaves(struct: EntryId, offset: number, size: number): Leaf[];
}

export function layoutsOf(debug: DebugInfo): Layouts {
  const types = createTypes(debug);
  const structs = new Map<string, EntryId>();
  debug.entries.tags.forEach((tag, entry) => {
    if (tag !== TAG.structure_type || !debug.has(entry, AT.byte_size)) return;
    const name = debug.text(entry, AT.name);
    if (name !== undefined && !structs.has(name)) structs.set(name, entry);
  });
  const typedefs = new Map<EntryId, string>();
  debug.entries.tags.forEach((tag, entry) => {
    const record = tag === TAG.typedef ? types.bare(entry) : undefined;
    if (record !== undefined && types.isRecord(record) && !typedefs.has(record))
      typedefs.set(record, debug.text(entry, AT.name) ?? "");
  });
  const known = (name: string) => {
    const found = structs.get(name);
    if (found === undefined) throw new Error(`the kernel has no struct ${name}`);
    return found;
  };
  const leaves = (
    type: EntryId,
    [owner, base, offset, end]: readonly [string, number, number, number],
    around: readonly string[],
  ): Leaf[] =>
    types.members(type).flatMap((member): Leaf[] => {
      const from = base + member.offset;
      const isOpen = isOpenMember(member, types.openFrom(type), types);
      const to = isOpen ? Number.MAX_SAFE_INTEGER : from + member.size;
      if (offset >= to || end <= from) return [];
      let inner = types.bare(member.type);
      let [start, name] = [from, owner === "" ? member.name : `${owner}::${member.name}`];
      for (let element = types.element(inner); element !== undefined; element = types.element(inner)) {
        const size = types.size(element);
        if (size > 0 && types.isRecord(element)) start += Math.floor((offset - start) / size) * size;
        inner = types.bare(element);
      }
      if (inner === undefined || !types.isRecord(inner))
        return [{ name, around, entry: member.entry, scope: owner, from, to }];
      const outer = member.name === "" ? around : [...around, name];
      // Members of a struct without a name, also of a typedef, are named with the struct around it.
      name = debug.text(inner, AT.name) ?? typedefs.get(inner) ?? owner;
      const place = [Math.max(start, from), offset, end] as const;
      const element = elementOf(inner, offset - place[0]);
      const asElement = element === undefined ? [] : leaves(element, [nameOf(element), ...place], outer);
      return [...leaves(inner, [name, ...place], outer), ...asElement];
    });
  /** Of a list's head: `next` and `prev` lead to elements that begin alike, and the kernel takes it for one of them. */
  const elementOf = (head: EntryId, offset: number): EntryId | undefined => {
    if (nameOf(head) === "") return undefined;
    const member = pointerAt(head, offset);
    const element = pointedFrom(member);
    if (element === undefined || nameOf(element) === nameOf(head)) return undefined;
    const same = pointerAt(element, offset);
    return same?.name === member?.name && pointedFrom(same) === element ? element : undefined;
  };
  const nameOf = (type: EntryId) => debug.text(type, AT.name) ?? "";
  /** The complete struct. */
  const pointedFrom = (member: Member | undefined) => {
    const target = types.bare(types.pointee(member?.type));
    return target === undefined ? undefined : structs.get(nameOf(target));
  };
  /** A member that is a pointer, also in structs without a name. */
  const pointerAt = (type: EntryId, offset: number): Member | undefined => {
    for (const member of types.members(type)) {
      const within = offset - member.offset;
      const inner = member.name === "" ? types.bare(member.type) : undefined;
      const found = inner === undefined ? (within === 0 ? member : undefined) : pointerAt(inner, within);
      if (found !== undefined && types.pointee(found.type) !== undefined) return found;
    }
    return undefined;
  };
  return {
    types,
    struct: (name) => structs.get(name),
    size: (name) => types.size(known(name)),
    offset: (struct, member) => {
      const found = types.members(known(struct)).find(({ name }) => name === member);
      if (found === undefined) throw new Error(`struct ${struct} has no ${member}`);
      return found.offset;
    },
    leaves: (struct, offset, size) =>
      leaves(
        struct,
        [debug.text(struct, AT.name) ?? typedefs.get(struct) ?? "", 0, offset, offset + size],
        [],
      ),
  };
}
