/** Structs of an image by name, and which member of theirs lies at an offset. */
import {
  AT,
  createTypes,
  type DebugInfo,
  type EntryId,
  TAG,
} from "../../../weaver-bridge/object-code/index.js";

export interface Leaf {
  /** `task_struct::pid`: the innermost member, of the innermost struct that has a name. */
  readonly name: string;
  /** In the object, bytes. */
  readonly from: number;
  readonly to: number;
}

export interface Layouts {
  readonly types: ReturnType<typeof createTypes>;
  /** The complete struct of the name. */
  struct(name: string): EntryId | undefined;
  size(name: string): number;
  /** Of a direct member; throws where there is none. */
  offset(struct: string, member: string): number;
  /** Members without members of their own that share bytes with `[offset, offset + size)`: several in unions. */
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
  const known = (name: string) => {
    const found = structs.get(name);
    if (found === undefined) throw new Error(`the kernel has no struct ${name}`);
    return found;
  };
  const leaves = (type: EntryId, owner: string, base: number, offset: number, end: number): Leaf[] =>
    types.members(type).flatMap((member): Leaf[] => {
      const [from, to] = [base + member.offset, base + member.offset + member.size];
      if (offset >= to || end <= from) return [];
      let inner = types.bare(member.type);
      let [start, name] = [from, `${owner}::${member.name}`];
      for (let element = types.element(inner); element !== undefined; element = types.element(inner)) {
        const size = types.size(element);
        if (size > 0 && types.isRecord(element)) start += Math.floor((offset - start) / size) * size;
        inner = types.bare(element);
      }
      if (inner === undefined || !types.isRecord(inner)) return owner === "" ? [] : [{ name, from, to }];
      const own = debug.text(inner, AT.name);
      // Members of a struct without a name belong to the object around it, where that member has no name either.
      name = own ?? (member.name === "" ? owner : "");
      return leaves(inner, name, Math.max(start, from), offset, end);
    });
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
      leaves(struct, debug.text(struct, AT.name) ?? "", 0, offset, offset + size),
  };
}
