/** The instructions that access members and variables in functions of these names, for sources that say which. */
import type { SourcePosition } from "../../../model/index.js";
import { AT, type CodeCopy } from "../../../object-code/index.js";
import { declaredAt } from "../code/debug-entities.js";
import type { ImageCode } from "../code/image-code.js";
import { copyEntryPlaces, PART_OF_COPY } from "../executions/copy-entry-places.js";
import { ownOf } from "../executions/own-copy.js";
import { accessTable } from "./access-table.js";
import { copiesNamed } from "./copies-by-name.js";

export interface NamedAccess {
  readonly address: number;
  readonly kind: "get" | "set" | "ref";
  /** `inode::i_uid`. */
  readonly name: string;
  /** Name of the function in whose source it stands. */
  readonly within: string;
  readonly place: SourcePosition;
  /** From the start of the object with the member to the first byte that is touched, where that is known. */
  readonly inOwner: number | undefined;
  /** By an index that moves inside of that object, which begins where the operand would be without it. */
  readonly isIndexed: boolean;
  /** Of an access that an instruction before it began, and that is counted there. */
  readonly isRest: boolean;
  /** Why it may be another one. */
  readonly doubt?: string | undefined;
}

export function namedAccesses(image: ImageCode, within: ReadonlySet<string>): NamedAccess[] {
  const { debug } = image;
  const table = accessTable(image);
  const nameOf = (copy: CodeCopy) => debug.text(copy.origin, AT.name) ?? "";
  return copiesWith(within, image).flatMap((copy) =>
    table.of(copy).map((access): NamedAccess => {
      const { address, kind, entry, scope, around, place, inOwner, doubt } = access;
      const { isIndexed = false, isRest = false } = access;
      const own = debug.text(entry, AT.name) ?? "";
      return {
        ...{ address, kind, within: nameOf(around), place, inOwner, isIndexed, isRest, doubt },
        name: scope === undefined || scope === "" ? own : `${scope}::${own}`,
      };
    }),
  );
}

/** Functions of their own that are of these names, or into which one of them was inlined. */
export function copiesWith(names: ReadonlySet<string>, image: ImageCode): CodeCopy[] {
  const copies = [...names].flatMap((name) => copiesNamed(name, image)).sort(inOrder);
  return [...new Set(copies.map(ownOf))];
}

/** As in `Functions.own` and `Functions.inlined`. */
const inOrder = (left: CodeCopy, right: CodeCopy) =>
  Number(left.isInlined) - Number(right.isInlined) ||
  (left.isInlined ? left.entry - right.entry : left.start - right.start);

export interface NamedCopy {
  readonly address: number;
  readonly end: number;
  /** `insert+0x12`. */
  readonly where: string;
  /** That defines the function. */
  readonly file: string;
  /** Why executions of this copy can't be counted. */
  readonly why?: string;
  /** Why not all are counted. */
  readonly doubt?: string;
}

/** Where the function was inlined: each place at which an execution begins, or the copy with the reason why there is none. */
export function inlinedCopies(image: ImageCode, name: string): NamedCopy[] {
  const { debug } = image;
  const found = copiesNamed(name, image).filter(({ isInlined }) => isInlined);
  return found.sort(inOrder).flatMap((copy) => {
    const { file } = declaredAt(debug, copy.origin);
    const { entries, why } = copyEntryPlaces(copy, image);
    const at = (address: number): NamedCopy => ({
      ...{ address, file, where: image.spell(address) },
      end: copy.ranges.find(({ start, end }) => start <= address && address < end)?.end ?? address + 1,
    });
    if (why === PART_OF_COPY) return [];
    return why === undefined
      ? entries.map(({ address, doubt }) => ({ ...at(address), ...(doubt === undefined ? {} : { doubt }) }))
      : [{ ...at(copy.start), why }];
  });
}
