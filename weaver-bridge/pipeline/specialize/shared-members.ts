/**
 * Members that share their bytes with others, in a unit of which only some functions were read: bit-fields, and members of
 * unions that a typedef names. The tree tells them only where the struct stands; here clang tells how it lays them out.
 */
import { type ClangNode, spelledType, walk } from "../../partial-eval/index.js";
import { type ClangSetting, runClang } from "../run-clang.js";

/** Marks them in the trees, as what nothing is known of. */
export async function noteSharedMembers(
  unit: ClangSetting & { readonly path: string },
  roots: readonly ClangNode[],
): Promise<void> {
  const members = roots.flatMap(walk).filter(({ kind, name = "" }) => kind === "MemberExpr" && name !== "");
  const owners = [...new Set(members.map(ownerOf))].filter((owner) => /^[\w ]+$/.test(owner));
  if (members.length === 0) return;
  const sizes = owners.map((owner, at) => `__weft_size_${at} = sizeof(${owner}),`);
  const printed = await runClang(
    ["-ferror-limit=0", "-include", unit.path, "-Xclang", "-fdump-record-layouts", "-x", "c", "-"],
    unit,
    `enum {\n${sizes.join("\n")}\n};\n`,
  );
  const layouts = layoutsIn(typeof printed === "string" ? "" : printed.text);
  // Of what is not told it may be so.
  for (const member of members) {
    const told = layouts.get(placeless(ownerOf(member)))?.get(member.name ?? "");
    // Of what is not told it may be so.
    Object.assign(member, told ?? { isInUnion: true });
  }
}

function ownerOf({ inner, isArrow }: ClangNode): string {
  const type = spelledType(inner?.[0]?.type);
  const owner =
    isArrow === true ? type.replace(/(?<!\s)\s*\*\s*(?:(?:const|volatile|restrict)\s*)*$/, "") : type;
  return owner
    .replace(/\b(?:const|volatile)\b/g, "")
    .trim()
    .replace(/\s+/g, " ");
}

/** Of a struct without a name only its place is the same each time. */
function placeless(name: string): string {
  for (const [, said = ""] of name.matchAll(/\((?:unnamed|anonymous)([^()]*)\)/g)) {
    const at = said.lastIndexOf(" at ");
    if (at >= 0) return said.slice(Math.max(at + " at ".length, said.lastIndexOf("/") + 1));
  }
  return name;
}

type Shared = Pick<ClangNode, "isBitfield" | "isInUnion">;

/** The members of each struct. */
function layoutsIn(text: string): ReadonlyMap<string, ReadonlyMap<string, Shared>> {
  const layouts = new Map<string, Map<string, Shared>>();
  for (const block of text.split(/^\*\*\* Dumping AST Record Layout$/m).slice(1)) {
    const [head = "", ...rest] = block.trim().split("\n");
    const name = /\| (.*)$/.exec(head)?.[1]?.trim();
    if (name === undefined) continue;
    const fields = rest.flatMap((line) => {
      const [, at = "", field = ""] = /^\s*([\d:-]+) \| {3}(?! )(?:.*\W)?(\w+)\s*$/.exec(line) ?? [];
      return field === "" ? [] : [{ at, field }];
    });
    const isUnion =
      fields.length > 1 && fields.every(({ at }) => /^0(?::|$)/.test(at)) && !fields.every(isBits);
    const sharing = (one: { readonly at: string }): Shared =>
      isUnion ? { isInUnion: true } : isBits(one) ? { isBitfield: true } : {};
    layouts.set(placeless(name), new Map(fields.map((one) => [one.field, sharing(one)])));
  }
  return layouts;
}

const isBits = ({ at }: { readonly at: string }): boolean => at.includes(":");
