/** What an expression may be known to be: a number, a place in an object, a function. */
import type { ClangNode } from "../tree/clang-tree.js";

/** Members and indices from the object's root. */
export type Path = readonly (string | bigint)[];

export interface Place {
  /** Name of the object, unique among all that live at one time. */
  readonly root: string;
  readonly path: Path;
  /** Elements of the array that the last index is into, where that is known. */
  readonly length?: bigint | undefined;
  /** A pointer leads there that was converted. */
  readonly seen?: Seen | undefined;
}

/** How an object is seen that has another type. */
export interface Seen {
  /** The type that it has, canonical. */
  readonly own: string;
  /** The pointer's type, as C says it. */
  readonly as: string;
}

export interface Pointer extends Place {
  /** Of what it points to, canonical. */
  readonly type: string;
  /** It leads to bytes of the object, whatever is there; its path says to which, and names no place. */
  readonly bytes?: Bytes | undefined;
}

export interface Bytes {
  /** From the object's begin, or from where the pointer leads that the object is named by. */
  readonly at: bigint;
  /** Of what it points to. */
  readonly size: bigint;
  /** The object ends there, where that is known. */
  readonly room: bigint | undefined;
  /** The pointer's type, as C says it. */
  readonly as: string;
}

export function pointerToBytes(root: string, type: string, bytes: Bytes): Pointer {
  return { root, path: [`@${bytes.at}`], type, bytes };
}

export interface FunctionValue {
  readonly function: string;
}

/** `&&label`: known of a function whose code is followed, and nowhere else. */
export interface LabelValue {
  /** Of the label's declaration. */
  readonly label: string;
  readonly name: string;
}

/** A floating constant, as C says it: the compiler computes with it. */
export interface RealValue {
  readonly real: string;
}

/** A list of variable arguments of a function that is followed, and nothing that the residual program has. */
export interface ListValue {
  /** The activation that has the arguments: its number from the outermost. */
  readonly list: number;
  /** Which of them comes next, from 0. */
  readonly next: number;
}

export type Value = bigint | Pointer | FunctionValue | LabelValue | RealValue | ListValue;

export const isNumber = (value: Value | undefined): value is bigint => typeof value === "bigint";
export const isPointer = (value: Value | undefined): value is Pointer =>
  typeof value === "object" && "root" in value;
export const isFunction = (value: Value | undefined): value is FunctionValue =>
  typeof value === "object" && "function" in value;

export const isLabel = (value: Value | undefined): value is LabelValue =>
  typeof value === "object" && "label" in value;
export const isReal = (value: Value | undefined): value is RealValue =>
  typeof value === "object" && "real" in value;
export const isList = (value: Value | undefined): value is ListValue =>
  typeof value === "object" && "list" in value;

export const keyOf = ({ root, path }: Place): string => [root, ...path].join("/");
export const rootOfKey = (key: string): string => key.split("/", 1)[0] as string;

export function valueKey(value: Value): string {
  if (isNumber(value)) return `${value}`;
  if (isPointer(value)) return `&${keyOf(value)}:${value.length}:${value.type}`;
  if (isList(value)) return `list ${value.list} ${value.next}`;
  return isFunction(value) ? value.function : isLabel(value) ? `&&${value.label}` : `real ${value.real}`;
}

/**
 * Before an array C leaves open what a pointer is, but programs go there: one before (`--pc; for (;;) switch ((++pc)->code)`),
 * or by more at once (`table - FIRST`). Steps that lead further and further away would never end.
 */
function isAway(from: bigint, to: bigint, length: bigint): boolean {
  if (to > length) return true;
  if (to >= -1n || to > from) return false;
  return from - to === 1n || to < -FAR;
}

const FAR = 1n << 16n;

/** `undefined` where that leaves the array, or there is none. */
export function moved(pointer: Pointer, by: bigint): Pointer | undefined {
  if (pointer.bytes !== undefined) return movedByBytes(pointer, pointer.bytes, by);
  const last = pointer.path.at(-1);
  if (typeof last !== "bigint") return by === 0n ? pointer : undefined;
  const next = last + by;
  if (pointer.length !== undefined && isAway(last, next, pointer.length)) return undefined;
  return { ...pointer, path: [...pointer.path.slice(0, -1), next] };
}

function movedByBytes({ root, type }: Pointer, bytes: Bytes, by: bigint): Pointer | undefined {
  const at = bytes.at + by * bytes.size;
  const isOut = bytes.room !== undefined && (at < 0n || at > bytes.room);
  return isOut ? undefined : pointerToBytes(root, type, { ...bytes, at });
}

/** An index that may be read. */
export function isInside({ path, length }: Place): boolean {
  const last = path.at(-1);
  return typeof last !== "bigint" || length === undefined || (last >= 0n && last < length);
}

/** What stands at a place before the running program changes it. */
export interface Cell {
  readonly value: Value;
  /** Canonical. */
  readonly type: string;
  /** The residual program has it there too. */
  readonly inMemory: boolean;
  /** A declaration says so. */
  readonly isGiven?: boolean;
}

/** An object that code refers to by a name of its own. */
export interface RootInfo {
  readonly kind: "local" | "pointee" | "global" | "constant";
  /** The name; of a pointee that of the pointer. */
  readonly text: string;
  readonly node?: ClangNode;
  /** Of a pointee: the type that the pointer points to. */
  readonly element?: string | undefined;
}

/** As C says it, where names hold. */
export function placeText(place: Place, info: RootInfo): string {
  const name = namedPlace(place, info);
  return place.seen === undefined ? name : `*(${place.seen.as})&${name.startsWith("*") ? `(${name})` : name}`;
}

function namedPlace({ path }: Place, { kind, text }: RootInfo): string {
  let said = text;
  let rest = path;
  if (kind === "pointee") {
    const [index, member] = path;
    if (index === 0n && typeof member === "string") {
      said = `${text}->${member}`;
      rest = path.slice(2);
    } else if (index === 0n) {
      if (path.length === 1) return `*${text}`;
      said = `(*${text})`;
      rest = path.slice(1);
    }
  }
  return said + pathText(rest);
}

export const pathText = (path: Path): string =>
  path.map((step) => (typeof step === "bigint" ? `[${step}]` : `.${step}`)).join("");
