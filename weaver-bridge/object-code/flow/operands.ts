/** Which address an operand means, and where the struct around what it touches begins. */
import type { MachineInstruction, MemoryUse } from "../machine/decode.js";
import type { Frame } from "./flow-context.js";
import type { Leaf } from "./locate.js";
import type { State } from "./state.js";
import type { Touch } from "./touch.js";
import { type Atom, indexed, isSomewhere, numberIn, plus, UNKNOWN, type Value, walked } from "./values.js";

/** The address that an operand means. */
export function addressOf(
  { types, stepAt }: Frame,
  { base, index, scale, displacement, isSegmented }: MemoryUse,
  { registers }: State,
  instruction: MachineInstruction,
): Value {
  if (isSegmented) return UNKNOWN;
  const heldBy = (register: number | undefined) =>
    register === undefined ? UNKNOWN : (registers[register] as Value);
  const [ofBase, ofIndex] = [typed(heldBy(base)), typed(heldBy(index))];
  // What a loop left off at: a pointer to its start and so many bytes, and nothing says how many.
  if (ofBase.some(isWalked)) return UNKNOWN;
  const added = displacement + (numberIn(heldBy(base)) ?? 0) + scale * (numberIn(heldBy(index)) ?? 0);
  const step = index === undefined ? undefined : stepAt(instruction);
  if (ofBase.length > 0) {
    const sum = plus(ofBase, added);
    if (index === undefined) return sum;
    const all = indexed(sum, scale);
    return step === undefined ? all : walked(all, step, types);
  }
  if (ofIndex.length > 0 && scale === 1) {
    const sum = plus(ofIndex, added);
    return base === undefined ? sum : indexed(sum, 1);
  }
  const fixed: Value = [{ kind: "static", address: added >>> 0, stride: 0 }];
  if (base === undefined && index === undefined) return fixed;
  // A small number is no address of a variable: it is an offset from something unknown.
  return indexed(fixed, index === undefined ? 1 : scale);
}

const isWalked = (atom: Atom) => atom.kind === "object" && atom.walks === true;

export const typed = (value: Value) => value.filter(({ kind }) => kind !== "number");

/** An index may move in an array of objects, or in one that is a part of the object. */
export function ownersIn(where: Value, { base, scale }: MemoryUse, { registers }: State) {
  const moved = (value: Value) =>
    Math.max(0, ...value.map((atom) => (atom.kind === "object" || atom.kind === "static" ? atom.stride : 0)));
  const stride = moved(where);
  const isFixed = base !== undefined && moved(registers[base] as Value) === 0;
  return ({ inArray, ownerSize = 0 }: Leaf): Touch["owner"] => {
    if (isSomewhere(where)) return "unknown";
    if (stride === 0 || (stride > 1 && ownerSize > 0 && stride % ownerSize === 0)) return "operand";
    if (inArray !== true) return stride === 1 ? "operand" : "unknown";
    return isFixed && stride === scale && scale > 1 ? "without-index" : "unknown";
  };
}
