/**
 * Reads, writes and addresses of members and variables in the code of a function, with their places in the sources. Where a
 * line touches all bytes of a struct, that struct is accessed too: assignments of structs are made of many instructions.
 */
import type { SourcePosition } from "../../../model/index.js";
import type { CodeCopy, EntryId, Touch } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { accessOwners } from "./access-owners.js";
import { partsOf } from "./access-parts.js";
import type { Part } from "./access-repeats.js";

export interface CodeAccess {
  readonly address: number;
  readonly kind: "get" | "set" | "ref";
  readonly entry: EntryId;
  /** The struct that a member is named with; undefined for a variable. */
  readonly scope: string | undefined;
  /** The copy in whose source the access stands. */
  readonly around: CodeCopy;
  readonly place: SourcePosition;
  readonly doubt?: string;
  /** From the start of the object with the member to the first byte that the instruction touches. */
  readonly inOwner?: number;
  /** By an index that moves inside of that object, which begins where the operand would be without it. */
  readonly isIndexed?: boolean;
  /** Of an access that an instruction before it began, and that is counted there. */
  readonly isRest?: boolean;
}

const KINDS = { read: "get", write: "set", address: "ref" } as const;
type Whole = NonNullable<Touch["leaf"]["wholes"]>[number];

export function accessesOfCopy(copy: CodeCopy, image: ImageCode): CodeAccess[] {
  const owners = accessOwners(copy, image);
  const labelled = image
    .typeFlow()
    .touchesIn(copy, image.instructionsOf(copy))
    .map((touch) => ({ touch, ...owners.labelled(touch) }));
  const isWhole = wholesAmong(labelled);
  const found = labelled.map((one) =>
    isCopied(one, isWhole, image) ? one : { ...one, ...owners.of(one.touch, one) },
  );
  const isWholeThere = wholesAmong(found);
  const parts = partsOf(found, copy, image);
  return found.flatMap((one): CodeAccess[] => {
    const { touch, around, place } = one;
    const { leaf, address } = touch;
    const part = parts.get(one);
    const common = { address, kind: KINDS[touch.kind], around, place };
    // What the line names by itself is not accessed with its struct.
    const isNamed =
      leaf.member !== undefined && image.sources.namesAt(address)?.members.has(leaf.member.name);
    const wholes = (isNamed === true ? [] : (leaf.wholes ?? [])).filter((whole) =>
      isWholeThere(touch, whole, place),
    );
    const doubt = wholes.length > 0 ? (doubtOf(touch) ?? ALL) : whyDoubted(one, part, image);
    const members = wholes.flatMap(({ entry, scope, inOwner }) =>
      entry === undefined
        ? []
        : [{ ...common, entry, scope, doubt: PARTS, ...(touch.owner === "operand" ? { inOwner } : {}) }],
    );
    return [
      {
        ...{ ...common, entry: leaf.entry, scope: leaf.scope },
        ...(leaf.inOwner === undefined || touch.owner === "unknown" ? {} : { inOwner: leaf.inOwner }),
        ...(touch.owner === "without-index" ? { isIndexed: true } : {}),
        ...(part === "rest" ? { isRest: true } : {}),
        ...(doubt === undefined ? {} : { doubt }),
      },
      ...members,
    ];
  });
}

function whyDoubted(
  { touch, isGuess }: { readonly touch: Touch; readonly isGuess?: boolean },
  part: Part | undefined,
  image: ImageCode,
): string | undefined {
  const byCode = doubtOf(touch);
  if (byCode !== undefined) return byCode;
  if (isGuess === true) return UNLABELLED;
  if (isUnread(touch, image)) return UNREAD;
  if (isUnnamed(touch, image)) return touch.leaf.inArray === true ? INDEXED : UNNAMED;
  if (touch.leaf.isBeside === true) return BESIDE;
  return part === "past-the-first" ? AGAIN : undefined;
}

/** The code says where the access is beside what it has a pointer to, and the source, which would say what is meant, is not there. */
const isUnread = ({ leaf, address }: Touch, { sources }: ImageCode): boolean =>
  leaf.guess !== undefined && sources.namesAt(address) === undefined;

/** Nothing in the function's source names it. */
function isUnnamed({ leaf, address }: Touch, { sources }: ImageCode): boolean {
  if (leaf.member === undefined) return false;
  const names = sources.namesAt(address);
  const { name } = leaf.member;
  return names !== undefined && !names.hasMacro && !names.around.has(name) && !names.members.has(name);
}

interface PlacedTouch {
  readonly touch: Touch;
  readonly place: SourcePosition;
}

/** Of structs that touches are parts of: whether those of one line touch all of its bytes. */
function wholesAmong(
  touches: readonly PlacedTouch[],
): (touch: Touch, whole: Whole, place: SourcePosition) => boolean {
  const keyOf = (touch: Touch, whole: Whole, { line, file }: SourcePosition) =>
    `${touch.kind} ${whole.entry} ${whole.type} ${line} ${file}`;
  const touched = new Map<string, Set<number>>();
  for (const { touch, place } of touches)
    for (const whole of touch.leaf.wholes ?? []) {
      const key = keyOf(touch, whole, place);
      let bytes = touched.get(key);
      if (bytes === undefined) touched.set(key, (bytes = new Set()));
      const [from, to] = bytesOf(touch, whole);
      for (let byte = Math.max(0, from); byte < Math.min(whole.size, to, LARGEST); byte++) bytes.add(byte);
    }
  return (touch, whole, place) =>
    whole.size > 0 && touched.get(keyOf(touch, whole, place))?.size === whole.size;
}

/** A struct is assigned there, word by word: its members are named by none. */
const isCopied = (
  { touch, place }: PlacedTouch,
  isWhole: ReturnType<typeof wholesAmong>,
  { sources }: ImageCode,
) =>
  (touch.leaf.wholes ?? []).some((whole) => whole.size > touch.size && isWhole(touch, whole, place)) &&
  /=|\breturn\b/.test(sources.statementAt(place) ?? "=");

/** Of a struct that is touched in part; of a bit-field only its own, whatever is read with it. */
function bytesOf({ leaf, size }: Touch, { from }: Whole): readonly [number, number] {
  const { member, distance } = leaf;
  if (member?.bits === undefined) return [from, from + size];
  return [from - distance, from - distance + member.size];
}

/** Structs of more bytes are not assigned word by word. */
const LARGEST = 4096;
const ALL = "the line accesses all of the struct, perhaps at once";
const PARTS = "the line accesses all of it, perhaps member by member";

const UNLABELLED =
  "the compiler gives it no line, and no function that is named there accesses it by name: it may be another one's";
const COPIED = "the struct is copied in a loop, and only the running kernel knows which part is touched";
const INDEXED =
  "an index moves in the object, and the function's source does not name this array: another one may be meant";
const UNREAD =
  "the access is beside what the pointer leads to, and the source is not to be had as it was when the image was made: another one may be meant";
const UNNAMED = "the function's source does not name it: another one may be meant, or no access by a name";
const BESIDE =
  "the code goes out of the object there, or over its members, and the source does not name this one: another may be meant";
const AGAIN =
  "the access takes several instructions, and this one may be none of its own: it may be counted twice";
const NAMED = "the code does not say what the pointer leads to; the line of the source names this member";

const LED =
  "the source goes through a pointer to it there, and does not name it: it is no access by the name";

const CHOSEN =
  "it accesses one of several members or variables, by a condition: only the running kernel knows which";

const SHARED = {
  bits: "bit-fields",
  union: "members of a union",
  casts: "structs that begin alike",
} as const;

function doubtOf({ shared, whole, size, leaf }: Touch): string | undefined {
  if (leaf.isOfCopy === true) return COPIED;
  if (whole)
    return size === Number.MAX_SAFE_INTEGER
      ? "a repeated instruction goes over the object, and only the running kernel knows how far"
      : `one instruction goes over ${size} bytes`;
  if (shared === undefined) return undefined;
  if (shared === "named") return NAMED;
  if (shared === "pointer") return LED;
  if (shared === "choice") return CHOSEN;
  const what = SHARED[shared];
  return `${what} share these bytes, and the instruction does not say which is meant`;
}
