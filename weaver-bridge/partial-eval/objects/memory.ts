/**
 * Objects while a block is carried out: what is read, written, made to stand in the residual program's memory, and forgotten
 * because something unknown may have written it. What local variables hold is written late, when the residual program needs
 * it; a local whose address nobody has is safe from unknown writes.
 */
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";
import { bytesText } from "./bytes-text.js";
import type { Written } from "./declared-writes.js";
import { createForgetting } from "./forgetting.js";
import { isOfType } from "./function-types.js";
import { literal } from "./integers.js";
import type { Level } from "./place-owners.js";
import { cellsUnder, type State } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import {
  type Cell,
  isFunction,
  isInside,
  isLabel,
  isList,
  isNumber,
  isPointer,
  isReal,
  keyOf,
  type Path,
  type Place,
  type Pointer,
  placeText,
  rootOfKey,
  type Value,
} from "./values.js";

export type Emit = (text: string, node: ClangNode) => void;

/** By the way there from the object. */
export type Parts = readonly (readonly [way: string, cell: Cell])[];

export interface Memory {
  readonly read: (place: Place) => Cell | undefined;
  /** A known value; true when the residual program has to write it too. */
  readonly know: (place: Place, value: Value, type: string) => boolean;
  /** Something unknown is written there by residual code, which is emitted before. */
  readonly forget: (place: Place) => void;
  /** Residual code writes somewhere, perhaps: to a place behind these members, or, without any, anywhere. */
  readonly forgetAliases: (levels: readonly Level[], except?: string) => void;
  /** A known value that the residual program writes at once, where `target` says. */
  readonly write: (target: string, place: Place, value: Value, type: string, node: ClangNode) => void;
  /** Code that is not looked into does what it likes. */
  readonly forgetAll: (node: ClangNode) => void;
  /** As that, but of what a declaration says that no other code writes. */
  readonly forgetAtBarrier: (node: ClangNode) => void;
  /** Code that is not looked into writes these, and nothing else. */
  readonly forgetWritten: (written: Written, node: ClangNode) => void;
  /** What others may look at is in memory; `isTracked`: they don't take pointers from there. */
  readonly settleShared: (node: ClangNode, isTracked?: boolean) => void;
  /** The residual program has all that is known of the object there. */
  readonly settle: (place: Place, node: ClangNode) => void;
  /** What is known of an object, which the residual program has in memory; nothing where it is not known which. */
  readonly partsOf: (place: Place | undefined) => Parts;
  /** The object is a copy with these parts, which the residual program has made; what was known of it before is gone. */
  readonly copied: (place: Place, parts: Parts) => void;
  /** The residual program learns the object's address. */
  readonly expose: (root: string, node: ClangNode) => void;
  /** Nothing is known of a variable any more, and the residual program has what was. */
  readonly giveUp: (root: string, node: ClangNode) => void;
  readonly textOf: (
    value: Value,
    type: string,
    node: ClangNode,
  ) => { readonly text: string; readonly level: number };
  readonly isSafe: (root: string) => boolean;
}

export function createMemory(state: State, around: Surroundings, emit: Emit): Memory {
  const { cells, escaped } = state;
  const isSafe = (root: string) =>
    !escaped.has(root) && (around.rootInfo(root).kind === "local" || around.isUnaliased(root));
  const read = (place: Place): Cell | undefined => {
    if (!isInside(place)) return undefined;
    return cells.get(keyOf(place)) ?? around.constantAt(place);
  };
  const { settleUnder, settleShared, expose, textOf } = createSettling(state, around, emit, isSafe);
  const { forget, forgetAliases, forgetWritten } = createForgetting(state, around, isSafe);
  return {
    read,
    know: (place, value, type) => {
      const key = keyOf(place);
      const isLate = isSafe(place.root) && around.sharedAround(place) === undefined;
      cells.set(key, { value, type, inMemory: !isLate });
      return !isLate;
    },
    forget,
    forgetAliases: (levels, except) => forgetAliases(levels, except),
    write: (target, place, value, type, node) => {
      const whole = around.sharedAround(place);
      if (whole !== undefined) settleUnder(keyOf(whole), whole.root, node);
      emit(`${target} = ${textOf(value, type, node).text};`, node);
      if (whole !== undefined) forget(whole);
      forgetAliases(around.levelsOf(keyOf(place)), keyOf(place));
      cells.set(keyOf(place), { value, type, inMemory: true });
    },
    forgetAll: (node) => {
      state.barrier = node;
      settleShared(node);
      forgetAliases([], undefined, true);
    },
    forgetAtBarrier: (node) => {
      state.barrier = node;
      settleShared(node);
      forgetAliases([], undefined, true, (key) => around.isExclusive(key));
    },
    forgetWritten: (written, node) => {
      state.barrier = node;
      settleShared(node);
      forgetWritten(written);
    },
    settleShared,
    partsOf: (place) => {
      if (place === undefined || !isInside(place)) return [];
      const whole = keyOf(place);
      return [...around.constantsIn(place), ...cellsUnder(cells, whole)].map(([key, cell]) => [
        key.slice(whole.length),
        cell,
      ]);
    },
    copied: (place, parts) => {
      forget(place);
      for (const [way, cell] of parts) cells.set(keyOf(place) + way, { ...cell, inMemory: true });
    },
    settle: (place, node) => settleUnder(keyOf(place), place.root, node),
    expose,
    giveUp: (root, node) => {
      settleUnder(root, root, node);
      forget({ root, path: [] });
    },
    textOf,
    isSafe,
  };
}

interface Settling extends Pick<Memory, "settleShared" | "expose" | "textOf"> {
  readonly settleUnder: (key: string, root: string, node: ClangNode) => void;
}

/** What is written late gets into the residual program's memory. */
function createSettling(
  { cells, escaped }: State,
  around: Surroundings,
  emit: Emit,
  isSafe: (root: string) => boolean,
): Settling {
  /** `isTracked`: nobody reads pointers there that are not known. */
  const settleUnder = (key: string, root: string, node: ClangNode, isTracked = false) => {
    for (const [one, cell] of cellsUnder(cells, key)) {
      const { value } = cell;
      if (cell.inMemory && isPointer(value) && !isTracked) expose(value.root, node);
      if (cell.inMemory) continue;
      const place = { root, path: pathIn(one, root) };
      cells.set(one, { ...cell, inMemory: true });
      const isHidden = isTracked && isPointer(value);
      const { text } = isHidden ? pointerText(value, around) : textOf(value, cell.type, node);
      emit(`${placeText(place, around.rootInfo(root))} = ${text};`, node);
    }
  };
  const expose = (root: string, node: ClangNode) => {
    if (!isSafe(root)) return;
    escaped.add(root);
    settleUnder(root, root, node);
  };
  const textOf: Memory["textOf"] = (value, type, node) => {
    if (isFunction(value)) return functionText(value.function, type, around);
    if (isReal(value)) return { text: `(${value.real})`, level: 15 };
    if (isLabel(value))
      throw new Refusal(`the address of the label ${value.name} is used as a value`, offsetOf(node));
    if (isList(value))
      throw new Refusal("its variable arguments are handed to what is not followed", offsetOf(node));
    if (!isNumber(value)) {
      expose(value.root, node);
      return pointerText(value, around);
    }
    const integer = around.types.integer(type);
    if (integer !== undefined) return { text: literal(value, integer), level: 15 };
    return value === 0n ? { text: "0", level: 15 } : { text: `(${type})${value}`, level: 14 };
  };
  return {
    ...{ settleUnder, expose, textOf },
    settleShared: (node, isTracked) => {
      for (const root of new Set([...cells.keys()].map(rootOfKey)))
        if (around.isUnaliased(root)) settleUnder(root, root, node, isTracked);
    },
  };
}

/** A type that can't be said is left to the compiler. */
function functionText(name: string, type: string, around: Surroundings): { text: string; level: number } {
  const said = type.replace(/\(\s*\*\s*\)/, "(*)");
  const isOther = said.includes("(*)") && !said.includes("unnamed") && !isOfType(name, said, around);
  return isOther ? { text: `(${said})${name}`, level: 14 } : { text: name, level: 15 };
}

function pathIn(key: string, root: string): Path {
  const steps = key.slice(root.length + 1).split("/");
  return key === root ? [] : steps.map((step) => (/^-?\d+$/.test(step) ? BigInt(step) : step));
}

function pointerText(pointer: Pointer, around: Surroundings): { text: string; level: number } {
  if (pointer.bytes !== undefined) return bytesText(pointer.root, pointer.bytes, around);
  const { seen, ...plain } = pointer;
  const found = plainPointerText(plain, around);
  if (seen === undefined) return found;
  return { text: `(${seen.as})${found.level < 14 ? `(${found.text})` : found.text}`, level: 14 };
}

function plainPointerText(pointer: Pointer, around: Surroundings): { text: string; level: number } {
  const info = around.rootInfo(pointer.root);
  const last = pointer.path.at(-1);
  if (typeof last !== "bigint") return { text: `&${placeText(pointer, info)}`, level: 14 };
  const whole = { ...pointer, path: pointer.path.slice(0, -1) };
  const base = info.kind === "pointee" && whole.path.length === 0 ? info.text : placeText(whole, info);
  if (last === 0n) return { text: base, level: 15 };
  return { text: last < 0n ? `${base} - ${-last}` : `${base} + ${last}`, level: 12 };
}
