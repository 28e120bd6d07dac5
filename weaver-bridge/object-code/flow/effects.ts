/** What an instruction does to registers and to words on the stack. */

import type { Effect, MachineInstruction } from "../../machine/code.js";
import { AT } from "../dwarf/constants.js";
import type { EntryId } from "../dwarf/entries.js";
import { innermostElement } from "../dwarf/types.js";
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
  const at = execution(frame, state, instruction);
  const { effect } = instruction;
  if (effect.kind === "other") otherwise(at);
  else (EXECUTED[effect.kind] as (at: Execution, effect: Effect) => void)(at, effect);
}

/** One instruction on its way through a state. */
interface Execution {
  readonly frame: Frame;
  readonly state: State;
  readonly instruction: MachineInstruction;
  /** What its operand in memory points at. */
  readonly where: Value;
}

function execution(frame: Frame, state: State, instruction: MachineInstruction): Execution {
  const [use] = instruction.memory;
  const where = use === undefined ? UNKNOWN : addressOf(use, state, instruction);
  return { frame, state, instruction, where };
}

const get = ({ state }: Execution, register: number) => state.registers[register] as Value;

function set({ state, instruction }: Execution, register: number, value: Value): void {
  state.registers[register] =
    value.length > 0 ? value : unknownValue(symbolOf(instruction.address, register));
}

function load({ frame, state, where, instruction }: Execution, size: number = frame.machine.word): Value {
  const value = loaded(frame, state, where, { address: instruction.address, size });
  return value.length > 0 ? value : unknownValue(symbolOf(instruction.address, LOADED));
}

/** From a register, or from memory. */
const source = (at: Execution, from: number | undefined) => (from === undefined ? load(at) : get(at, from));

/** On the stack; elsewhere nothing is kept. */
function keep({ state }: Execution, value: Value, where: Value): void {
  const offset = stackOffset(where);
  if (offset !== undefined) state.stack.set(offset, value);
}

function constant({ frame, instruction }: Execution, value: number | undefined): Value {
  if (value === undefined) return unknownValue(symbolOf(instruction.address, LOADED));
  const isStatic = staticAt(frame.statics, frame.machine.address(value)) !== undefined;
  return isStatic ? [{ kind: "static", offset: value | 0, terms: [] }] : numberValue(value);
}

function push(at: Execution, value: Value): void {
  const { stackPointer, word } = at.frame.machine;
  at.state.registers[stackPointer] = plus(get(at, stackPointer), -word);
  keep(at, value, get(at, stackPointer));
}

function pop(at: Execution): Value {
  const { stackPointer, word } = at.frame.machine;
  const offset = stackOffset(get(at, stackPointer));
  at.state.registers[stackPointer] = plus(get(at, stackPointer), word);
  return (offset === undefined ? undefined : at.state.stack.get(offset)) ?? UNKNOWN;
}

const symbolIn = ({ instruction }: Execution, register: number) => symbolOf(instruction.address, register);

type Executed = {
  readonly [K in Exclude<Effect["kind"], "other">]: (
    at: Execution,
    effect: Extract<Effect, { kind: K }>,
  ) => void;
};

const EXECUTED: Executed = {
  move: (at, { to, from }) => {
    at.state.registers[to] = get(at, from);
  },
  constant: (at, { to, value }) => {
    at.state.registers[to] = constant(at, value);
  },
  load: (at, { to, size }) => {
    at.state.registers[to] = load(at, size);
  },
  store: (at, { from, value }) =>
    keep(at, from === undefined ? constant(at, value) : get(at, from), at.where),
  add: (at, { to, value }) => set(at, to, plus(get(at, to), value)),
  "add-memory": ({ state, where }, { value }) => {
    const offset = stackOffset(where);
    if (offset === undefined) return;
    state.stack.set(offset, plus(state.stack.get(offset) ?? unknownValue(symbolOfSlot(offset)), value));
  },
  align: (at, { to, by }) => {
    at.state.registers[to] = aligned(get(at, to), by, symbolIn(at, to));
  },
  sum: (at, { to, from }) => set(at, to, sum(get(at, to), source(at, from), symbolIn(at, to))),
  difference: (at, { to, from }) => set(at, to, difference(get(at, to), source(at, from), symbolIn(at, to))),
  scale: (at, { to, from, by }) => set(at, to, scaled(source(at, from), by, symbolIn(at, to))),
  choose: (at, { to, from }) => {
    const joined = { symbol: symbolIn(at, to), isLoop: false };
    set(at, to, union(get(at, to), source(at, from), at.frame.types, joined));
  },
  swap: (at, { to, from }) => {
    const { registers } = at.state;
    [registers[to], registers[from]] = [get(at, from), get(at, to)];
  },
  address: (at, { to }) => set(at, to, numberOf(at.where, at.frame)),
  push: (at, { from, fromMemory, value }) => {
    if (fromMemory) push(at, load(at));
    else push(at, from === undefined ? constant(at, value) : get(at, from));
  },
  pop: (at, { to }) => {
    const value = pop(at);
    if (to !== undefined) set(at, to, value);
  },
  leave: (at) => {
    const { stackPointer, framePointer } = at.frame.machine;
    at.state.registers[stackPointer] = get(at, framePointer);
    set(at, framePointer, pop(at));
  },
};

/** A call, or what is known to change registers and memory and no more. */
function otherwise(at: Execution): void {
  const { frame, state, instruction, where } = at;
  const { flow, changes, memory, address } = instruction;
  if (flow === "call" || flow === "indirect-call") {
    afterCall(frame, state, instruction, where);
    return;
  }
  for (const register of changes) state.registers[register] = unknownValue(symbolOf(address, register));
  if (memory[0]?.writes === true && isTyped(where)) keep(at, unknownValue(symbolOf(address, LOADED)), where);
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
  const pointed = ownValue(frame, pointedTo(result, frame.types, frame.isFunctionType));
  if (pointed.length > 0) registers[inRegister] = pointed;
  // Who returns a struct takes its hidden argument off the stack.
  if (takesHiddenArgument && frame.types.isRecord(result))
    registers[stackPointer] = plus(registers[stackPointer] as Value, word);
}

/** Functions of other units return, and their variables lead to, what those units tell of. */
const ownValue = (frame: Frame, value: Value): Value =>
  value.map((atom) =>
    atom.kind === "object" && frame.types.isRecord(atom.type)
      ? { ...atom, type: frame.ownType(atom.type) }
      : atom,
  );

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
function loaded(frame: Frame, state: State, where: Value, load: Load): Value {
  let value: Value = UNKNOWN;
  const add = (more: Value) => {
    value = union(value, more, frame.types, undefined);
  };
  for (const atom of where) {
    if (atom.kind === "stack" && atom.terms.length === 0) {
      const slot = slotAt(frame, state, atom.offset, load.address);
      add(slot.value);
      if (slot.isWhole) continue;
    }
    if (load.size >= frame.machine.word) for (const more of pointersAt(frame, state, atom, load)) add(more);
  }
  return value;
}

/** What a word of the stack has; `isWhole` if no type says more of it. */
function slotAt(
  frame: Frame,
  state: State,
  offset: number,
  address: number,
): { value: Value; isWhole: boolean } {
  const kept = state.stack.get(offset);
  const local = localAt(frame, state, offset, address);
  const isVariable = local !== undefined && !frame.types.isRecord(local.type) && local.offset === offset;
  const typed = isVariable ? pointedFrom(frame, state, offset, address) : UNKNOWN;
  return {
    // What the variable's type says wins: what was stored may come from a cast.
    value: typed.length > 0 ? typed : (kept ?? unknownValue(symbolOfSlot(offset))),
    isWhole: isVariable || (kept !== undefined && isTyped(kept)),
  };
}

/** What the pointers there point at, by the types of what they stand in. */
function* pointersAt(
  frame: Frame,
  state: State,
  atom: Value[number],
  { address, size }: Load,
): Generator<Value> {
  const { types } = frame;
  const own = (type: EntryId | undefined) => ownValue(frame, pointedTo(type, types, frame.isFunctionType));
  if (atom.kind === "object" && types.pointee(atom.type) !== undefined) {
    yield own(atom.type);
    return;
  }
  for (const { type, distance } of leavesAt(frame, state, [atom], size, address)) {
    const pointer = innermostElement(type, types);
    if (distance === 0 || pointer !== type) yield own(pointer);
  }
}
