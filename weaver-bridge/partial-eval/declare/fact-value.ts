/** What the right side of a fact is: a number, a function, an address, a floating number. */
import type { LoweredFunction } from "../lower/graph.js";
import { wrap } from "../objects/integers.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isPointer, type Value } from "../objects/values.js";
import type { ClangNode } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import type { Declaration, Fact } from "./declaration.js";
import { mistaken } from "./declaration-mistake.js";

/** What a declaration is read against. */
export interface Asked {
  readonly declaration: Declaration;
  readonly values: ReadonlyMap<string, bigint>;
  /** Of the values those that are a number as a pointer. */
  readonly pointers: ReadonlySet<string>;
  /** Of those that are addresses or floating numbers: what clang reads them as, by their text. */
  readonly readings: ReadonlyMap<string, ClangNode>;
  /** Of such a reading. */
  readonly valueOf: (reading: ClangNode) => Value | undefined;
  readonly around: Surroundings;
  readonly parameters: readonly ClangNode[];
  /** Those that the function does not change. */
  readonly constant: ReadonlySet<string>;
  readonly lowered: LoweredFunction;
}

/** A right side that is no constant expression: a function, or the address of a variable. */
export function namedValue(text: string | undefined, program: Program): string | undefined {
  const name = /^&?\s*([A-Za-z_]\w*)$/.exec(text ?? "")?.[1];
  if (text === undefined || name === undefined) return undefined;
  const isFunction = program.declared.some((node) => node.kind === "FunctionDecl" && node.name === name);
  const isObject = text.startsWith("&") || /\[\d*\]$/.test(program.globals.get(name)?.type?.qualType ?? "");
  return isFunction || (isObject && program.globals.has(name)) ? name : undefined;
}

const isReal = ({ types }: Surroundings, type: string): boolean =>
  /^(?:float|double|long double)$/.test(types.canonical(type));

/** As the comparison in C means it: converted to the type, where that can be equal at all. */
export function factValue(fact: Fact, type: string, asked: Asked): Value {
  const { values, readings, valueOf: evaluated, around } = asked;
  const { types, program } = around;
  const text = fact.value ?? "";
  const mustBePointer = () => {
    if (!types.isPointer(type)) throw mistaken(`${spelled(fact)} is no pointer (${type})`, fact, "value");
  };
  const name = namedValue(text, program);
  if (name !== undefined) {
    mustBePointer();
    return addressNamed(name, text.startsWith("&"), type, asked);
  }
  const value = values.get(text);
  if (isReal(around, type)) return { real: `(${type})(${text})` };
  const reading = value === undefined ? readings.get(text) : undefined;
  const read = reading && evaluated(reading);
  if (read !== undefined) {
    mustBePointer();
    if (!isPointer(read)) return read;
    const element = types.element(type);
    return { ...read, type: element === "void" ? read.type : element };
  }
  if (value === undefined) throw mistaken(`${text} is no constant here`, fact, "value");
  return heldIn(fact, type, value, asked);
}

const spelled = ({ subject, path }: Fact) => `${subject}${path.join("")}`;

/** A function, or the object of a global name. */
function addressNamed(name: string, isAddress: boolean, type: string, { around }: Asked): Value {
  const { types, program } = around;
  const global = program.globals.get(name);
  if (global === undefined) return { function: name };
  const root = around.globalRoot(name);
  // Of an array also `&NAME` is where its first element is, unless the pointer is one to whole arrays.
  const isArray = /\]$/.test(types.canonical(global.type));
  if (!isAddress || (isArray && !/\]$/.test(types.element(type))))
    return { root, path: [0n], length: types.length(global.type), type: types.element(global.type) };
  return { root, path: [], type: types.canonical(global.type) };
}

/** A number as an integer or a pointer of that type has it. */
function heldIn(fact: Fact, type: string, value: bigint, { pointers, around: { types } }: Asked): bigint {
  const integer = types.integer(type);
  if (integer === undefined) {
    if (!types.isPointer(type))
      throw mistaken(`${spelled(fact)} is no integer and no pointer (${type})`, fact, "value");
    if (value !== 0n && !pointers.has(fact.value ?? ""))
      throw mistaken(
        `${spelled(fact)} is no integer (${type}); a pointer can be 0, nonnull, a function, an address, or a number as a pointer`,
        fact,
        "value",
      );
    return value;
  }
  const held = wrap(value, integer);
  if (held !== value && integer.bits < 32)
    throw mistaken(`${spelled(fact)} (${type}) is never ${value}`, fact, "value");
  return held;
}
