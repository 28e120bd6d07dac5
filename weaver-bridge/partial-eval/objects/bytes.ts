/**
 * Pointers that lead to bytes of an object: `(char *)p + 4`, which may become an `int *` again. Where the layout proves which
 * member they lead to, they lead to that.
 */
import type { Memory } from "./memory.js";
import type { Surroundings } from "./surroundings.js";
import {
  type Bytes,
  isNumber,
  type Path,
  type Pointer,
  pointerToBytes,
  type RootInfo,
  type Seen,
} from "./values.js";

type Around = Pick<Surroundings, "types" | "rootInfo" | "program" | "noteOwner">;

/** The type of the object, or of each that the pointer leads to which it is named by. */
function typeOfRoot(root: string, { rootInfo, program }: Around): string | undefined {
  const { kind, element, node }: RootInfo = rootInfo(root);
  if (kind === "pointee") return element;
  const { type } = node ?? program.globals.get(root) ?? {};
  return type?.desugaredQualType ?? type?.qualType;
}

/** Bytes of one, as pointers are moved; GNU C moves a `void *` by bytes. */
const unitOf = (type: string, { types }: Around): bigint | undefined =>
  type === "void" ? 1n : types.size(types.canonical(type));

/** Where a pointer leads to, in bytes from its object's begin. `undefined` where the layout is not known. */
export function offsetOf({ root, path, bytes }: Pointer, around: Around): bigint | undefined {
  if (bytes !== undefined) return bytes.at;
  const { types } = around;
  let type = typeOfRoot(root, around);
  let at = 0n;
  let rest = path;
  const [index] = path;
  if (around.rootInfo(root).kind === "pointee") {
    const unit = index === 0n ? 0n : type === undefined ? undefined : unitOf(type, around);
    if (typeof index !== "bigint" || unit === undefined) return undefined;
    at = index * unit;
    rest = path.slice(1);
  }
  for (const step of rest) {
    if (type === undefined) return undefined;
    const isMember = typeof step === "string";
    const inner: string | undefined = isMember ? types.member(type, step) : types.element(type);
    const by = isMember ? types.offset(type, step) : unitOf(inner ?? "", around);
    if (inner === undefined || by === undefined) return undefined;
    at += isMember ? by : step * by;
    type = inner;
  }
  return at;
}

function roomIn(root: string, around: Around): bigint | undefined {
  const type = typeOfRoot(root, around);
  const isOpen = around.rootInfo(root).kind === "pointee" || type === undefined;
  return isOpen ? undefined : around.types.size(around.types.canonical(type));
}

/** A converted pointer: to a member, where one is known to be there, or to bytes. `as` is its type as C says it. */
export function convertedByBytes(
  pointer: Pointer,
  to: string,
  as: string,
  around: Around,
): Pointer | undefined {
  const { root } = pointer;
  const size = unitOf(to, around);
  const at = offsetOf(pointer, around);
  if (at === undefined || size === undefined) return undefined;
  const bytes = { at, size, room: roomIn(root, around), as };
  if (bytes.room !== undefined && (at < 0n || at > bytes.room)) return undefined;
  // By its characters all of the object is reached.
  if (size === 1n) return pointerToBytes(root, to, bytes);
  return memberAt(root, to, bytes, around) ?? pointerToBytes(root, to, bytes);
}

/** What a pointer to bytes leads to, as the member that is there. */
export const memberOfBytes = ({ root, type, bytes }: Pointer, around: Around): Pointer | undefined =>
  bytes === undefined ? undefined : memberAt(root, type, bytes, around);

interface Part {
  readonly path: Path;
  readonly type: string;
  /** Where it begins. */
  readonly at: bigint;
  readonly length?: bigint | undefined;
}

/** In an object of a type what stands at an offset and is `wanted`, outermost first. */
function partAt(
  whole: Omit<Part, "length"> & Pick<Part, "length">,
  offset: bigint,
  isWanted: (type: string, isBegin: boolean) => boolean,
  around: Around,
): Part | undefined {
  const { types } = around;
  const { path, at, type } = whole;
  if (isWanted(type, at === offset)) return whole;
  const length = types.isPointer(type) ? undefined : types.length(type);
  if (length !== undefined) {
    const inner = types.element(type);
    const size = types.size(inner);
    if (size === undefined || size === 0n) return undefined;
    const index = (offset - at) / size;
    if (index >= length) return undefined;
    return partAt(
      { path: [...path, index], type: inner, at: at + index * size, length },
      offset,
      isWanted,
      around,
    );
  }
  // Of a union's members each would do.
  for (const member of types.members(type)?.toReversed() ?? []) {
    const from = types.offset(type, member.name);
    if (from === undefined) return undefined;
    if (at + from > offset) continue;
    const inner = { path: [...path, member.name], type: types.canonical(member.type), at: at + from };
    const size = types.size(inner.type);
    return size === undefined || offset >= inner.at + size
      ? undefined
      : partAt(inner, offset, isWanted, around);
  }
  return undefined;
}

/** The object of a root that an offset is in. */
function objectAt(root: string, offset: bigint, around: Around): Part | undefined {
  const spelled = typeOfRoot(root, around);
  if (spelled === undefined || offset < 0n) return undefined;
  const type = around.types.canonical(spelled);
  if (around.rootInfo(root).kind !== "pointee") return { path: [], type, at: 0n };
  const size = around.types.size(type);
  if (size === undefined || size === 0n) return undefined;
  const index = offset / size;
  return { path: [index], type, at: index * size };
}

function memberAt(root: string, to: string, { at, as }: Bytes, around: Around): Pointer | undefined {
  const whole = objectAt(root, at, around);
  const isOne = (type: string, isBegin: boolean) => isBegin && isSameBytes(type, to, around);
  const found = whole && partAt(whole, at, isOne, around);
  if (found === undefined) return undefined;
  noteOwners(root, found.path, around);
  const seen: Seen | undefined = found.type === to ? undefined : { own: found.type, as };
  return { root, path: found.path, type: to, length: found.length, seen };
}

/** Objects of these types have the same values in the same bytes, but for a sign. */
export function isSameBytes(had: string, wanted: string, { types }: Pick<Around, "types">): boolean {
  if (had === wanted) return true;
  const [own, other] = [types.integer(had), types.integer(wanted)];
  if (own !== undefined && other !== undefined)
    return own.bits === other.bits && !own.isBool && !other.isBool;
  return had.endsWith("*") && wanted.endsWith("*");
}

/** Structures on the way to a place. */
function noteOwners(root: string, path: Path, around: Around): void {
  let type = around.types.canonical(typeOfRoot(root, around));
  for (const [at, step] of path.entries()) {
    const isFirst = at === 0 && around.rootInfo(root).kind === "pointee";
    if (typeof step === "string") around.noteOwner({ root, path: path.slice(0, at) }, type);
    if (!isFirst)
      type = around.types.canonical(
        typeof step === "string" ? around.types.member(type, step) : around.types.element(type),
      );
  }
}

/** The number that known bytes make, the lowest first; `undefined` where one of them is not known. */
export function numberInBytes(
  root: string,
  { at, size }: Bytes,
  memory: Pick<Memory, "read">,
  around: Around,
): bigint | undefined {
  let found = 0n;
  for (let byte = at; byte < at + size; ) {
    const whole = objectAt(root, byte, around);
    const isScalar = (type: string) => around.types.integer(type) !== undefined;
    const part = whole && partAt(whole, byte, isScalar, around);
    const value = part && memory.read({ root, path: part.path, length: part.length })?.value;
    const bits = part && around.types.integer(part.type)?.bits;
    if (part === undefined || bits === undefined || !isNumber(value)) return undefined;
    const end = part.at + BigInt(bits / 8);
    for (; byte < end && byte < at + size; byte++)
      found |= ((BigInt.asUintN(bits, value) >> ((byte - part.at) * 8n)) & 255n) << ((byte - at) * 8n);
  }
  return found;
}
