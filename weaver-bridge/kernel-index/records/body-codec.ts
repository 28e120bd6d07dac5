/**
 * Shadows of one function as numbers and back. Kept is what matching, effects and explanations look at: kind, place,
 * names and types. What only weaving needs (where operands stand, how a write is spelled) is not, so texts are woven
 * from facts of their unit, never from these. Offsets are made up: they are ascending within a body and stand for
 * the places that are written beside them.
 */
import type {
  AccessShadow,
  CallShadow,
  ExecutionShadow,
  LineMap,
  ObjectOperand,
  Operand,
  Shadow,
  TextRange,
  TypeId,
} from "../../model/index.js";
import { SHADOW_KINDS } from "./records.js";

export interface BodyNumbers {
  readonly entity: (id: number) => number;
  readonly type: (id: TypeId) => number;
  readonly file: (name: string) => number;
}

/** Undefined for a kind of shadow that bodies don't keep. `shadows` are those of one function. */
export function encodeShadows(shadows: readonly Shadow[], lineMap: LineMap, to: BodyNumbers): Int32Array {
  const out: number[] = [];
  for (const shadow of shadows) {
    const kind = (SHADOW_KINDS as readonly string[]).indexOf(shadow.kind);
    if (kind === -1) continue;
    const range = lineMap.rangeOf(shadow.kind === "execution" ? shadow.nameRange : shadow.range);
    out.push(kind, to.entity(shadow.entity), to.entity(shadow.within));
    out.push(to.file(range.file), range.startLine, range.startColumn, range.endLine, range.endColumn);
    if (shadow.kind === "call") {
      out.push(to.type(shadow.result), shadow.arguments.length);
      for (const { type } of shadow.arguments) out.push(to.type(type));
    } else if (shadow.kind === "get" || shadow.kind === "set" || shadow.kind === "ref") {
      const { object } = shadow;
      out.push(to.type(shadow.type), object === undefined ? -1 : to.type(object.type));
      out.push(object?.arrow === true ? 1 : 0, shadow.indices.length);
      for (const { type } of shadow.indices) out.push(to.type(type));
    }
  }
  return Int32Array.from(out);
}

/** Where a shadow stands in the texts; returns the offset at which it is to stand. */
export type PlaceShadow = (
  file: number,
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
) => number;

/** `entities` numbers what the shadows call 0, 1, 2... `kinds`: those that are wanted, all without. */
export function decodeShadows(
  numbers: Int32Array,
  entities: ArrayLike<number>,
  place: PlaceShadow,
  add: (shadow: Shadow) => void,
  kinds?: ReadonlySet<Shadow["kind"]>,
): void {
  let at = 0;
  const next = () => numbers[at++] as number;
  const types = (): readonly Operand[] => {
    const count = next();
    at += count;
    return count === 0 ? NOTHING : operandList(numbers.subarray(at - count, at));
  };
  while (at < numbers.length) {
    const kind = SHADOW_KINDS[next()] as (typeof SHADOW_KINDS)[number];
    if (kinds?.has(kind) === false) {
      at = behind(numbers, kind, at);
      continue;
    }
    const entity = entities[next()] as number;
    const within = entities[next()] as number;
    const start = place(next(), next(), next(), next(), next());
    if (kind === "execution") add(new Execution(kind, entity, within, start));
    else if (kind === "call") add(new Call(kind, entity, within, start, next(), types()));
    else {
      const type = next();
      const objectType = next();
      const arrow = next() === 1;
      const object = objectType === -1 ? undefined : objectOf(objectType, arrow);
      const access = new Access(kind, entity, within, start, type, types());
      add(object === undefined ? access : new MemberAccess(access, object));
    }
  }
}

/** Where the next shadow starts; `at` is behind the kind of this one. */
function behind(numbers: Int32Array, kind: (typeof SHADOW_KINDS)[number], at: number): number {
  if (kind === "execution") return at + 7;
  const count = kind === "call" ? at + 8 : at + 10;
  return count + 1 + (numbers[count] as number);
}

const NOWHERE: TextRange = { start: 0, end: 0 };
const NOTHING: readonly never[] = [];

/** A kernel has half a million shadows: each keeps what tells it from others, and makes the rest when it is asked. */
class Stored<Kind> {
  constructor(
    readonly kind: Kind,
    readonly entity: number,
    readonly within: number,
    readonly topLevel: number,
  ) {}
  get range(): TextRange {
    return { start: this.topLevel, end: this.topLevel + 1 };
  }
}

class Execution extends Stored<"execution"> implements ExecutionShadow {
  get nameRange() {
    return this.range;
  }
  get parameterList() {
    return NOWHERE;
  }
  get body() {
    return NOWHERE;
  }
  get returns() {
    return NOTHING;
  }
  get pinned() {
    return false;
  }
}

class Call extends Stored<"call"> implements CallShadow {
  readonly arguments: readonly Operand[];
  constructor(
    kind: "call",
    entity: number,
    within: number,
    topLevel: number,
    readonly result: TypeId,
    operands: readonly Operand[],
  ) {
    super(kind, entity, within, topLevel);
    this.arguments = operands;
  }
  get callee() {
    return this.range;
  }
}

class Access extends Stored<AccessShadow["kind"]> implements AccessShadow {
  constructor(
    kind: AccessShadow["kind"],
    entity: number,
    within: number,
    topLevel: number,
    readonly type: TypeId,
    readonly indices: readonly Operand[],
  ) {
    super(kind, entity, within, topLevel);
  }
  get lvalue() {
    return this.range;
  }
  get nameRange() {
    return this.range;
  }
}

class MemberAccess extends Access {
  constructor(
    { kind, entity, within, topLevel, type, indices }: Access,
    readonly object: ObjectOperand,
  ) {
    super(kind, entity, within, topLevel, type, indices);
  }
}

/** One object per type, and one list per list of types: a kernel has a quarter of a million arguments. */
const operandOfType = new Map<TypeId, Operand>();
function operandOf(type: TypeId): Operand {
  let operand = operandOfType.get(type);
  if (operand === undefined) operandOfType.set(type, (operand = { range: NOWHERE, type }));
  return operand;
}

/** Most calls have one argument or two: these are found without a text to look them up by. */
const listsOfOne: (readonly Operand[] | undefined)[] = [];
const listsOfTwo = new Map<number, readonly Operand[]>();
const lists = new Map<string, readonly Operand[]>();
function operandList(types: Int32Array): readonly Operand[] {
  const [first = 0, second = 0] = types;
  if (types.length === 1) return (listsOfOne[first] ??= Array.from(types, operandOf));
  if (types.length === 2) return listIn(listsOfTwo, first * 2 ** 26 + second, types);
  return listIn(lists, types.join(","), types);
}

function listIn<Key>(known: Map<Key, readonly Operand[]>, key: Key, types: Int32Array): readonly Operand[] {
  let list = known.get(key);
  if (list === undefined) known.set(key, (list = Array.from(types, operandOf)));
  return list;
}

const objects = new Map<number, ObjectOperand>();
function objectOf(type: TypeId, arrow: boolean): ObjectOperand {
  const key = type * 2 + (arrow ? 1 : 0);
  let object = objects.get(key);
  if (object === undefined) objects.set(key, (object = { range: NOWHERE, type, arrow, addressable: true }));
  return object;
}
