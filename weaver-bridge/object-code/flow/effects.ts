/** What an instruction does to registers and to words on the stack. */
import { AT } from "../dwarf/constants.js";
import type { EntryId } from "../dwarf/entries.js";
import { innermostElement } from "../dwarf/types.js";
import type { MachineInstruction } from "../machine/decode.js";
import { CLOBBERED, EAX, EBP, ESP, WORD } from "../machine/i686.js";
import type { Frame } from "./flow-context.js";
import { localAt, pointedFrom, stackOffset } from "./frame-variables.js";
import { addressOf, typed } from "./operands.js";
import { leavesAt } from "./pointed-members.js";
import type { State } from "./state.js";
import { aligned, indexed, numberIn, plus, pointedTo, UNKNOWN, union, type Value, walked } from "./values.js";
import { staticAt } from "./variables.js";

export function step(frame: Frame, state: State, instruction: MachineInstruction): void {
  const { effect, memory, changes, flow, address } = instruction;
  const { registers, stack } = state;
  const get = (register: number) => registers[register] as Value;
  const use = memory[0];
  const where = use === undefined ? UNKNOWN : addressOf(frame, use, state, instruction);
  const load = () => loaded(frame, state, where, address);
  const keep = (value: Value, at: Value) => {
    const offset = stackOffset(at);
    if (offset !== undefined) stack.set(offset, value);
  };
  const constant = (value: number | undefined): Value =>
    value === undefined || staticAt(frame.statics, value >>> 0) === undefined
      ? UNKNOWN
      : [{ kind: "static", address: value >>> 0, stride: 0 }];
  const push = (value: Value) => {
    registers[ESP] = plus(get(ESP), -WORD);
    keep(value, get(ESP));
  };
  const pop = () => {
    const offset = stackOffset(get(ESP));
    registers[ESP] = plus(get(ESP), WORD);
    return (offset === undefined ? undefined : stack.get(offset)) ?? UNKNOWN;
  };
  switch (effect.kind) {
    case "move":
      registers[effect.to] = get(effect.from);
      return;
    case "constant":
      registers[effect.to] = numberOr(constant(effect.value), effect.value);
      return;
    case "load":
      registers[effect.to] = load();
      return;
    case "store":
      keep(effect.from === undefined ? constant(effect.value) : get(effect.from), where);
      return;
    case "add": {
      // The address of an array added to an index.
      const old = get(effect.to);
      const base =
        typed(old).length === 0 ? indexed(plus(constant(effect.value), numberIn(old) ?? 0), 1) : UNKNOWN;
      const number: Value =
        old.length === 0 ? [{ kind: "number", plus: effect.value }] : plus(old, effect.value);
      registers[effect.to] = base.length > 0 ? base : number;
      return;
    }
    case "align":
      registers[effect.to] = aligned(get(effect.to), effect.by);
      return;
    case "sum": {
      const sum = indexed(union(get(effect.to), get(effect.from), frame.types), 1);
      const by = frame.stepAt(instruction);
      registers[effect.to] = by === undefined ? sum : walked(sum, by, frame.types);
      return;
    }
    case "address":
      registers[effect.to] = where.filter(
        (atom) => atom.kind !== "static" || staticAt(frame.statics, atom.address) !== undefined,
      );
      return;
    case "push":
      push(
        effect.fromMemory ? load() : effect.from === undefined ? constant(effect.value) : get(effect.from),
      );
      return;
    case "pop": {
      const value = pop();
      if (effect.to !== undefined) registers[effect.to] = value;
      return;
    }
    case "leave":
      registers[ESP] = get(EBP);
      registers[EBP] = pop();
      return;
    case "other":
      break;
  }
  if (flow === "call" || flow === "indirect-call") afterCall(frame, state, instruction, where);
  else for (const register of changes) registers[register] = UNKNOWN;
}

function afterCall(frame: Frame, state: State, call: MachineInstruction, where: Value): void {
  const { registers } = state;
  const callee = call.target === undefined ? undefined : frame.calleeAt(call.target, call);
  const result =
    callee === undefined ? resultThrough(frame, state, where) : frame.debug.entry(callee, AT.type);
  for (const register of CLOBBERED) registers[register] = UNKNOWN;
  if (result === undefined) return;
  registers[EAX] = pointedTo(result, frame.types, frame.isFunctionType);
  // Who returns a struct takes its hidden argument off the stack.
  if (frame.types.isRecord(result)) registers[ESP] = plus(registers[ESP] as Value, WORD);
}

/** Through a pointer in memory; one in a register is not looked for. */
function resultThrough(frame: Frame, state: State, where: Value): EntryId | undefined {
  const called = loaded(frame, state, where, 0).find(({ kind }) => kind === "function");
  return called?.kind === "function" ? frame.debug.entry(called.type, AT.type) : undefined;
}

const numberOr = (value: Value, number: number): Value =>
  value.length > 0 ? value : [{ kind: "number", plus: number, isAll: true }];

/** What a load of one word from there gives. */
function loaded(frame: Frame, state: State, where: Value, address: number): Value {
  let value: Value = UNKNOWN;
  for (const atom of where) {
    if (atom.kind === "stack") {
      const kept = state.stack.get(atom.offset);
      const local = localAt(frame, state, atom.offset, address);
      const isVariable =
        local !== undefined && !frame.types.isRecord(local.type) && local.offset === atom.offset;
      const said = isVariable ? pointedFrom(frame, state, atom.offset, address) : UNKNOWN;
      // What the variable's type says wins: what was stored may come from a cast.
      value = union(value, said.length > 0 ? said : (kept ?? UNKNOWN), frame.types);
      if (isVariable || (kept !== undefined && typed(kept).length > 0)) continue;
    }
    if (atom.kind === "object" && frame.types.pointee(atom.type) !== undefined) {
      value = union(value, pointedTo(atom.type, frame.types, frame.isFunctionType), frame.types);
      continue;
    }
    for (const { type, distance } of leavesAt(frame, state, [atom], WORD, address)) {
      const pointer = innermostElement(type, frame.types);
      if (distance === 0 || pointer !== type)
        value = union(value, pointedTo(pointer, frame.types, frame.isFunctionType), frame.types);
    }
  }
  return value;
}
