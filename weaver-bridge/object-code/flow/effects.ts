/** What an instruction does to registers and to words on the stack. */
import { AT } from "../dwarf/constants.js";
import type { EntryId } from "../dwarf/entries.js";
import { innermostElement } from "../dwarf/types.js";
import type { MachineInstruction } from "../machine/decode.js";
import type { Frame } from "./flow-context.js";
import { localAt, pointedFrom, stackOffset } from "./frame-variables.js";
import { addressOf } from "./operands.js";
import { leavesAt } from "./pointed-members.js";
import { LOADED, type State, symbolOf, symbolOfSlot } from "./state.js";
import {
  aligned,
  difference,
  isTyped,
  numberValue,
  plus,
  pointedTo,
  scaled,
  sum,
  UNKNOWN,
  union,
  unknownValue,
  type Value,
} from "./values.js";
import { staticAt } from "./variables.js";

export function step(frame: Frame, state: State, instruction: MachineInstruction): void {
  const { effect, memory, changes, flow, address } = instruction;
  const { registers, stack } = state;
  const get = (register: number) => registers[register] as Value;
  const use = memory[0];
  const where = use === undefined ? UNKNOWN : addressOf(use, state, instruction);
  const { word, stackPointer, framePointer } = frame.machine;
  const load = (size: number = word) => {
    const value = loaded(frame, state, where, { address, size });
    return value.length > 0 ? value : unknownValue(symbolOf(address, LOADED));
  };
  const keep = (value: Value, at: Value) => {
    const offset = stackOffset(at);
    if (offset !== undefined) stack.set(offset, value);
  };
  const constant = (value: number | undefined): Value =>
    value === undefined
      ? unknownValue(symbolOf(address, LOADED))
      : staticAt(frame.statics, frame.machine.address(value)) === undefined
        ? numberValue(value)
        : [{ kind: "static", offset: value | 0, terms: [] }];
  const set = (register: number, value: Value) => {
    registers[register] = value.length > 0 ? value : unknownValue(symbolOf(address, register));
  };
  const push = (value: Value) => {
    registers[stackPointer] = plus(get(stackPointer), -word);
    keep(value, get(stackPointer));
  };
  const pop = () => {
    const offset = stackOffset(get(stackPointer));
    registers[stackPointer] = plus(get(stackPointer), word);
    return (offset === undefined ? undefined : stack.get(offset)) ?? UNKNOWN;
  };
  const source = (from: number | undefined) => (from === undefined ? load() : get(from));
  switch (effect.kind) {
    case "move":
      registers[effect.to] = get(effect.from);
      return;
    case "constant":
      registers[effect.to] = constant(effect.value);
      return;
    case "load":
      registers[effect.to] = load(effect.size);
      return;
    case "store":
      keep(effect.from === undefined ? constant(effect.value) : get(effect.from), where);
      return;
    case "add":
      set(effect.to, plus(get(effect.to), effect.value));
      return;
    case "add-memory": {
      const offset = stackOffset(where);
      const old = offset === undefined ? undefined : stack.get(offset);
      if (offset !== undefined)
        stack.set(offset, plus(old ?? unknownValue(symbolOfSlot(offset)), effect.value));
      return;
    }
    case "align":
      registers[effect.to] = aligned(get(effect.to), effect.by, symbolOf(address, effect.to));
      return;
    case "sum":
      set(effect.to, sum(get(effect.to), source(effect.from), symbolOf(address, effect.to)));
      return;
    case "difference":
      set(effect.to, difference(get(effect.to), source(effect.from), symbolOf(address, effect.to)));
      return;
    case "scale":
      set(effect.to, scaled(source(effect.from), effect.by, symbolOf(address, effect.to)));
      return;
    case "choose":
      set(
        effect.to,
        union(get(effect.to), source(effect.from), frame.types, {
          symbol: symbolOf(address, effect.to),
          isLoop: false,
        }),
      );
      return;
    case "swap":
      [registers[effect.to], registers[effect.from]] = [get(effect.from), get(effect.to)];
      return;
    case "address":
      set(effect.to, numberOf(where, frame));
      return;
    case "push":
      push(
        effect.fromMemory ? load() : effect.from === undefined ? constant(effect.value) : get(effect.from),
      );
      return;
    case "pop": {
      const value = pop();
      if (effect.to !== undefined) set(effect.to, value);
      return;
    }
    case "leave":
      registers[stackPointer] = get(framePointer);
      set(framePointer, pop());
      return;
    case "other":
      break;
  }
  if (flow === "call" || flow === "indirect-call") afterCall(frame, state, instruction, where);
  else {
    for (const register of changes) registers[register] = unknownValue(symbolOf(address, register));
    if (use?.writes === true && isTyped(where)) keep(unknownValue(symbolOf(address, LOADED)), where);
  }
}

/** What `lea` makes is a number where it leads to no variable. */
function numberOf(where: Value, { statics, machine }: Frame): Value {
  return where.map((atom) =>
    atom.kind === "static" &&
    (atom.terms.length > 0 || staticAt(statics, machine.address(atom.offset)) === undefined)
      ? { ...atom, kind: "number" }
      : atom,
  );
}

function afterCall(frame: Frame, state: State, call: MachineInstruction, where: Value): void {
  const { registers } = state;
  const { clobbered, result: inRegister, stackPointer, word, takesHiddenArgument } = frame.machine;
  const callee = call.target === undefined ? undefined : frame.calleeAt(call.target, call);
  const result =
    callee === undefined ? resultThrough(frame, state, where) : frame.debug.entry(callee, AT.type);
  for (const register of clobbered) registers[register] = unknownValue(symbolOf(call.address, register));
  if (result === undefined) return;
  const pointed = pointedTo(result, frame.types, frame.isFunctionType);
  if (pointed.length > 0) registers[inRegister] = pointed;
  // Who returns a struct takes its hidden argument off the stack.
  if (takesHiddenArgument && frame.types.isRecord(result))
    registers[stackPointer] = plus(registers[stackPointer] as Value, word);
}

/** Through a pointer in memory; one in a register is not looked for. */
function resultThrough(frame: Frame, state: State, where: Value): EntryId | undefined {
  const called = loaded(frame, state, where, { address: 0, size: frame.machine.word }).find(
    ({ kind }) => kind === "function",
  );
  return called?.kind === "function" ? frame.debug.entry(called.type, AT.type) : undefined;
}

interface Load {
  /** Of the instruction. */
  readonly address: number;
  /** In bytes; less than a word is no pointer. */
  readonly size: number;
}

/** What a load from there gives. */
function loaded(frame: Frame, state: State, where: Value, { address, size }: Load): Value {
  let value: Value = UNKNOWN;
  const add = (more: Value) => {
    value = union(value, more, frame.types, undefined);
  };
  for (const atom of where) {
    if (atom.kind === "stack" && atom.terms.length === 0) {
      const kept = state.stack.get(atom.offset);
      const local = localAt(frame, state, atom.offset, address);
      const isVariable =
        local !== undefined && !frame.types.isRecord(local.type) && local.offset === atom.offset;
      const said = isVariable ? pointedFrom(frame, state, atom.offset, address) : UNKNOWN;
      // What the variable's type says wins: what was stored may come from a cast.
      add(said.length > 0 ? said : (kept ?? unknownValue(symbolOfSlot(atom.offset))));
      if (isVariable || (kept !== undefined && isTyped(kept))) continue;
    }
    if (size < frame.machine.word) continue;
    if (atom.kind === "object" && frame.types.pointee(atom.type) !== undefined) {
      add(pointedTo(atom.type, frame.types, frame.isFunctionType));
      continue;
    }
    for (const { type, distance } of leavesAt(frame, state, [atom], size, address)) {
      const pointer = innermostElement(type, frame.types);
      if (distance === 0 || pointer !== type) add(pointedTo(pointer, frame.types, frame.isFunctionType));
    }
  }
  return value;
}
