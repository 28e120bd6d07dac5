/** The instructions that access members and variables in functions of these names, for sources that say which. */
import type { SourcePosition } from "../../model/index.js";
import { AT, type CodeCopy } from "../../object-code/index.js";
import { declaredAt, placeOfCode } from "./debug-entities.js";
import type { ImageCode } from "./image-code.js";

export interface NamedAccess {
  readonly address: number;
  readonly kind: "get" | "set" | "ref";
  /** `inode::i_uid`. */
  readonly name: string;
  /** Name of the function in whose source it stands. */
  readonly within: string;
  readonly place: SourcePosition;
  /** Where the piece of code that it is in ends. */
  readonly end: number;
}

const KINDS = { read: "get", write: "set", address: "ref" } as const;

export function namedAccesses(image: ImageCode, within: ReadonlySet<string>): NamedAccess[] {
  const { debug, functions } = image;
  const nameOf = (copy: CodeCopy) => debug.text(copy.origin, AT.name) ?? "";
  const wanted = new Set<CodeCopy>();
  for (const copy of [...functions.own, ...functions.inlined]) {
    if (!within.has(nameOf(copy))) continue;
    let own = copy;
    while (own.inside !== undefined) own = own.inside;
    wanted.add(own);
  }
  return [...wanted].flatMap((copy) =>
    image
      .typeFlow()
      .touchesIn(copy, image.instructionsOf(copy))
      .flatMap((touch): NamedAccess[] => {
        const { address, kind, leaf } = touch;
        if (touch.whole) return [];
        const around = functions.innermostAt(address) ?? copy;
        const own = debug.text(leaf.entry, AT.name) ?? "";
        const scope = leaf.scope === undefined || leaf.scope === "" ? "" : `${leaf.scope}::`;
        return [
          {
            ...{ address, kind: KINDS[kind], name: `${scope}${own}`, within: nameOf(around) },
            place: placeOfCode(debug, address, copy.entry, around.origin),
            end: copy.ranges.find(({ start, end }) => start <= address && address < end)?.end ?? address,
          },
        ];
      }),
  );
}

export interface NamedCopy {
  readonly address: number;
  readonly end: number;
  /** `insert+0x12`. */
  readonly where: string;
  /** That defines the function. */
  readonly file: string;
}

/** Where the function was inlined. */
export function inlinedCopies(image: ImageCode, name: string): NamedCopy[] {
  const { debug, functions } = image;
  return functions.inlined
    .filter(({ origin }) => debug.text(origin, AT.name) === name)
    .map((copy) => ({
      address: copy.start,
      end: copy.ranges.find(({ start, end }) => start <= copy.start && copy.start < end)?.end ?? copy.start,
      where: image.spell(copy.start),
      file: declaredAt(debug, copy.origin).file,
    }));
}
