/** Members whose address no instruction computes, because it is the address of the struct itself. */
import type { AspectFile } from "../../../model/index.js";
import { AT, type DebugInfo, TAG, textColumns, textsIn } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { advicePointcuts, namesMeant } from "../code/wanted-names.js";

/** `inode::i_mode`: those of which advice means the `ref`. */
export function firstMembersMeant(image: ImageCode, files: readonly AspectFile[]): string[] {
  const isMeant = namesMeant(advicePointcuts(files));
  return firstMembers(image).filter((member) => {
    const [struct = "", name = ""] = member.split("::");
    return isMeant("ref", { kind: "variable", name, scope: [struct] });
  });
}

const KIND = "first-members";

/** Of all structs, kept. */
function firstMembers({ debug, kept }: ImageCode): readonly string[] {
  const known = kept?.get(KIND);
  const found = (known && textsIn("members", known)) ?? readFirstMembers(debug);
  if (known === undefined) kept?.put(KIND, textColumns("members", found));
  return found;
}

function readFirstMembers(debug: DebugInfo): string[] {
  const { tags, count } = debug.entries;
  const known = new Set<string>();
  const found: string[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (tags[entry] !== TAG.structure_type) continue;
    const struct = debug.text(entry, AT.name);
    if (struct === undefined || known.has(struct)) continue;
    const first = debug.entries.childrenOf(entry).find((child) => tags[child] === TAG.member);
    if (first === undefined) continue;
    known.add(struct);
    const name = debug.text(first, AT.name);
    if (name !== undefined) found.push(`${struct}::${name}`);
  }
  return found;
}
