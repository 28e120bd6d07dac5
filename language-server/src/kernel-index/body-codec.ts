/**
 * Shadows of one function as numbers and back. Kept is what matching, effects and explanations look at: kind, place,
 * names and types. What only weaving needs (where operands stand, how a write is spelled) is not, so texts are woven
 * from facts of their unit, never from these. Offsets are made up: they are ascending within a body and stand for
 * the places that are written beside them.
 */
import type {
  AccessShadow,
  CallShadow,
  LineMap,
  ObjectOperand,
  Operand,
  Shadow,
  TextRange,
  TypeId,
} from "@weft/weaver-bridge/model";
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

export interface DecodedPlace {
  readonly file: number;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * `entities` numbers what the shadows call 0, 1, 2...; `place` gets each shadow's place and returns the offset at which
 * it is to stand.
 */
export function decodeShadows(
  numbers: Int32Array,
  entities: ArrayLike<number>,
  place: (place: DecodedPlace) => number,
  add: (shadow: Shadow) => void,
): void {
  let at = 0;
  const next = () => numbers[at++] as number;
  const types = (): Operand[] => {
    const count = next();
    const list = new Array<Operand>(count);
    for (let index = 0; index < count; index++) list[index] = operandOf(next());
    return count === 0 ? (NOTHING as unknown as Operand[]) : list;
  };
  while (at < numbers.length) {
    const kind = SHADOW_KINDS[next()] as (typeof SHADOW_KINDS)[number];
    const entity = entities[next()] as number;
    const within = entities[next()] as number;
    const file = next();
    const start = place({
      file,
      startLine: next(),
      startColumn: next(),
      endLine: next(),
      endColumn: next(),
    });
    const range: TextRange = { start, end: start + 1 };
    if (kind === "execution") {
      add({ kind, range, within, topLevel: start, entity, nameRange: range, ...NO_BODY });
    } else if (kind === "call") {
      const result = next();
      const call: CallShadow = {
        kind,
        range,
        within,
        topLevel: start,
        entity,
        callee: range,
        arguments: types(),
        result,
      };
      add(call);
    } else {
      const type = next();
      const objectType = next();
      const arrow = next() === 1;
      const access = { kind, range, within, topLevel: start, entity, lvalue: range, nameRange: range };
      const indices = types();
      const shadow: AccessShadow =
        objectType === -1
          ? { ...access, indices, type }
          : { ...access, indices, type, object: objectOf(objectType, arrow) };
      add(shadow);
    }
  }
}

const NOWHERE: TextRange = { start: 0, end: 0 };
const NOTHING: readonly never[] = [];
const NO_BODY = { parameterList: NOWHERE, body: NOWHERE, returns: NOTHING, pinned: false };

/** One object per type: a kernel has a quarter of a million arguments. */
const operands: Operand[] = [];
function operandOf(type: TypeId): Operand {
  return (operands[type] ??= { range: NOWHERE, type });
}

const objects: ObjectOperand[] = [];
function objectOf(type: TypeId, arrow: boolean): ObjectOperand {
  const at = type * 2 + (arrow ? 1 : 0);
  return (objects[at] ??= { range: NOWHERE, type, arrow, addressable: true });
}
