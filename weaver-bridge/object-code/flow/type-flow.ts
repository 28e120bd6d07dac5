/**
 * Which instructions of a function touch which members and variables: types flow through its code. They come in where the
 * compiler says that a variable is in a register, from loads of typed members and variables, and from calls whose result
 * is a typed pointer; moves, spills, sums and addresses hand them on. Where ways join, a register may hold what it held
 * on any of them: no access is missed because another way says less.
 */
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy, Functions } from "../dwarf/functions.js";
import { beginsWith, type Types } from "../dwarf/types.js";
import type { MachineInstruction, MemoryUse } from "../machine/decode.js";
import { CLOBBERED, EAX, EBP, ESP, WORD } from "../machine/i686.js";
import { type Block, blocksOf } from "./blocks.js";
import { type FrameLayout, frameOffset, localAt, pointedFrom, stackOffset } from "./frame-variables.js";
import { createLocator, type Leaf, type Locator } from "./locate.js";
import { copyState, emptyState, join, type State } from "./state.js";
import { stepAround, stepBefore } from "./steps.js";
import {
  type Atom,
  indexed,
  isSomewhere,
  numberIn,
  plus,
  pointedTo,
  UNKNOWN,
  union,
  type Value,
  walked,
} from "./values.js";
import {
  type PlacedVariable,
  type StaticVariable,
  staticAt,
  staticVariables,
  variablesOf,
  variableTypes,
} from "./variables.js";

export interface Touch {
  readonly address: number;
  readonly kind: "read" | "write" | "address";
  readonly leaf: Leaf;
  /** Bytes that are touched. */
  readonly size: number;
  /** Several bit-fields or members of a union share the bytes, and the instruction does not say which is meant. */
  readonly shared?: "bits" | "union";
  /** All of the object at once, by a repeated instruction. */
  readonly whole: boolean;
  /**
   * Where the struct with the member begins, by the instruction's operand and {@link Leaf.inOwner}: of the operand as it
   * is, or without its index, which moves inside of the struct, or not to be had.
   */
  readonly owner: "operand" | "without-index" | "unknown";
}

export interface TypeFlow {
  /** In the order of the code, each once. */
  touchesIn(copy: CodeCopy, code: readonly MachineInstruction[]): readonly Touch[];
}

export interface FlowContext {
  readonly debug: DebugInfo;
  readonly types: Types;
  readonly functions: Functions;
  /** The entry of the function that is called at a place, with what it returns; undefined where nothing tells. */
  calleeAt(target: number, call: MachineInstruction): EntryId | undefined;
  /** Of a variable that another object defines. */
  addressOf(name: string): number | undefined;
  /** Of the image; undefined where it has none. */
  wordAt(address: number): number | undefined;
}

interface Unit extends FlowContext {
  readonly locator: Locator;
  readonly statics: readonly StaticVariable[];
  readonly isFunctionType: (type: EntryId) => boolean;
}

/** What is fixed while one function is looked at. */
interface Frame extends Unit, FrameLayout {
  /** Structs that variables of the function point to, also those that the optimizer has no place for. */
  readonly records: readonly EntryId[];
  /** What a loop adds to the index of the instruction's operand, or to the register that it adds. */
  stepAt(instruction: MachineInstruction): number | undefined;
  /** By index of the instruction: what the compiler says of registers there. */
  readonly hints: readonly (readonly Hint[] | undefined)[];
}

interface Hint {
  readonly register: number;
  readonly value: Value;
}

const MOST_ROUNDS = 12;
const MOST_CASES = 1024;
const LOOK_BACK = 4;

export function createTypeFlow(context: FlowContext): TypeFlow {
  const { debug, types } = context;
  const unit: Unit = {
    ...context,
    locator: createLocator(debug, types),
    statics: staticVariables(context),
    isFunctionType: (type) => debug.entries.tags[type] === TAG.subroutine_type,
  };
  return { touchesIn: (copy, code) => flowThrough(unit, copy, code) };
}

function flowThrough(unit: Unit, copy: CodeCopy, code: readonly MachineInstruction[]): Touch[] {
  const start = code.findIndex(({ address }) => address === copy.start);
  if (start === -1) return [];
  const variables = variablesOf(unit.debug, copy);
  const frame: Frame = {
    ...unit,
    frameVariables: variables.filter(({ where }) => where.kind === "frame" || where.kind === "indirect"),
    records: recordsPointedTo(unit, copy),
    stepAt: stepsIn(code),
    hints: hintsFor(unit, variables, code),
    base: frameBase(unit.debug, copy),
  };
  const blocks = blocksOf(code, (index) => jumpTable(unit, code, index), start);
  const states = fixpoint(frame, blocks, code, start);
  const found: Touch[] = [];
  for (const [number, block] of blocks.entries()) {
    const state = copyState(states[number] ?? emptyState());
    for (let index = block.first; index < block.end; index++) {
      const instruction = code[index] as MachineInstruction;
      applyHints(frame, state, index);
      found.push(...touches(frame, state, instruction));
      step(frame, state, instruction);
    }
  }
  return found.sort((left, right) => left.address - right.address);
}

function stepsIn(code: readonly MachineInstruction[]): Frame["stepAt"] {
  const numbers = new Map(code.map((instruction, index) => [instruction, index]));
  const known = new Map<MachineInstruction, number | undefined>();
  const find = ({ effect, memory }: MachineInstruction, index: number) => {
    if (effect.kind === "sum") return stepBefore(code, index, effect.from);
    const register = memory[0]?.scale === 1 ? memory[0].index : undefined;
    return register === undefined ? undefined : stepAround(code, index, register);
  };
  return (instruction) => {
    if (!known.has(instruction)) known.set(instruction, find(instruction, numbers.get(instruction) ?? 0));
    return known.get(instruction);
  };
}

/** States at the starts of blocks. */
function fixpoint(
  frame: Frame,
  blocks: readonly Block[],
  code: readonly MachineInstruction[],
  start: number,
): (State | undefined)[] {
  const states: (State | undefined)[] = blocks.map(() => undefined);
  const rounds = blocks.map(() => 0);
  const first = blocks.findIndex((block) => block.first === start);
  const entry = emptyState();
  entry.registers[ESP] = [{ kind: "stack", offset: -WORD }];
  seedArguments(frame, entry, (code[start] as MachineInstruction).address);
  states[first] = entry;
  const waiting = [first];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop() ?? unreached(states)) {
    rounds[number] = (rounds[number] as number) + 1;
    const block = blocks[number] as Block;
    const state = copyState(states[number] as State);
    for (let index = block.first; index < block.end; index++) {
      applyHints(frame, state, index);
      step(frame, state, code[index] as MachineInstruction);
    }
    for (const next of block.next) {
      const known = states[next];
      if (known === undefined) states[next] = copyState(state);
      else if (!join(known, state, frame.types)) continue;
      if ((rounds[next] as number) < MOST_ROUNDS && !waiting.includes(next)) waiting.push(next);
    }
  }
  return states;
}

/** What the caller pushed; later the compiler often says nothing of these places, though it still reads them. */
function seedArguments(frame: Frame, state: State, address: number): void {
  for (const { type, where, range } of frame.frameVariables) {
    if (range !== undefined && (address < range.start || address >= range.end)) continue;
    const from =
      where.kind === "indirect" ? stackOffset(state.registers[where.register]) : frameOffset(frame, state);
    if (from === undefined || (where.kind !== "indirect" && where.kind !== "frame")) continue;
    const offset = from + where.offset;
    if (offset >= 0) state.stack.set(offset, pointedTo(type, frame.types, frame.isFunctionType));
  }
}

/** A block that nothing is seen to lead to: it has the frame of the others. */
function unreached(states: (State | undefined)[]): number | undefined {
  const number = states.indexOf(undefined);
  if (number === -1) return undefined;
  const other = states.findLast((state) => stackOffset(state?.registers[EBP]) !== undefined);
  const state = emptyState();
  for (const register of [EBP, ESP]) state.registers[register] = other?.registers[register] ?? UNKNOWN;
  states[number] = state;
  return number;
}

/** What variables' types say wins: what was put into the register may come from a cast. */
function applyHints({ hints }: Frame, { registers }: State, index: number): void {
  for (const { register, value } of hints[index] ?? []) registers[register] = value;
}

/** At each instruction in the range of a place that is a register; of one register at most one. */
function hintsFor(
  unit: Unit,
  variables: readonly PlacedVariable[],
  code: readonly MachineInstruction[],
): (readonly Hint[] | undefined)[] {
  const hints: (Hint[] | undefined)[] = code.map(() => undefined);
  const inOrder = code.map(({ address }, index) => ({ address, index }));
  inOrder.sort((left, right) => left.address - right.address);
  for (const { type, where, range } of variables) {
    if (where.kind !== "register" && where.kind !== "sum") continue;
    const pointed = pointedTo(type, unit.types, unit.isFunctionType);
    if (pointed.length === 0 || where.register >= 8) continue;
    const { register } = where;
    // A variable that is a register and so much: the register is that much less.
    const value = where.kind === "sum" ? plus(pointed, -where.offset) : pointed;
    for (let at = firstFrom(inOrder, range?.start ?? 0); at < inOrder.length; at++) {
      const { address, index } = inOrder[at] as (typeof inOrder)[number];
      if (range !== undefined && address >= range.end) break;
      const list = (hints[index] ??= []);
      const known = list.findIndex((one) => one.register === register);
      const before = list[known]?.value ?? UNKNOWN;
      list[known === -1 ? list.length : known] = { register, value: union(before, value, unit.types) };
    }
  }
  return hints;
}

function firstFrom(sorted: readonly { readonly address: number }[], address: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.address ?? 0) < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

function frameBase(debug: DebugInfo, copy: CodeCopy): Frame["base"] {
  const where = debug.places(copy.entry, AT.frame_base)[0]?.where;
  return where?.kind === "register" ? where.register : "frame-address";
}

/** `jmp *table(,%reg,4)`: words from the table on, as long as they lead to code of one function. */
function jumpTable(
  { wordAt, functions }: Unit,
  code: readonly MachineInstruction[],
  index: number,
): readonly number[] {
  const own = functions.ownAt((code[index] as MachineInstruction).address);
  const use = tableOperand(code, index);
  const found: number[] = [];
  if (use === undefined || own === undefined) return found;
  for (let at = use.displacement >>> 0; found.length < MOST_CASES; at += WORD) {
    const target = wordAt(at);
    if (target === undefined || functions.ownAt(target) !== own) break;
    found.push(target);
  }
  return found;
}

/** Of the jump itself, or of the load of the register that it goes through, a few instructions before. */
function tableOperand(code: readonly MachineInstruction[], index: number): MemoryUse | undefined {
  for (let at = index; at >= 0 && at > index - LOOK_BACK; at--) {
    const { memory, effect } = code[at] as MachineInstruction;
    const use = memory[0];
    const isTable = use !== undefined && use.scale === WORD && use.index !== undefined;
    if (isTable && (at === index || effect.kind === "load")) return use;
  }
  return undefined;
}

/** An index may move in an array of objects, or in one that is a part of the object. */
function ownersIn(where: Value, { base, scale }: MemoryUse, { registers }: State) {
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

/** The address that an operand means. */
function addressOf(
  { types, stepAt }: Frame,
  { base, index, scale, displacement, isSegmented }: MemoryUse,
  { registers }: State,
  instruction: MachineInstruction,
): Value {
  if (isSegmented) return UNKNOWN;
  const heldBy = (register: number | undefined) =>
    register === undefined ? UNKNOWN : (registers[register] as Value);
  const [ofBase, ofIndex] = [typed(heldBy(base)), typed(heldBy(index))];
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

const typed = (value: Value) => value.filter(({ kind }) => kind !== "number");

function touches(frame: Frame, state: State, instruction: MachineInstruction): Touch[] {
  const { address, memory, effect, mask } = instruction;
  const found: Touch[] = [];
  const add = (
    kind: Touch["kind"],
    leaves: readonly Leaf[],
    size: number,
    whole: boolean,
    ownerOf: (leaf: Leaf) => Touch["owner"],
  ) => {
    const chosen = leaves.filter((leaf) => mask === undefined || isMasked(leaf, mask));
    const bitFields = chosen.filter(({ member }) => member?.bits !== undefined).length;
    for (const leaf of chosen) {
      const isOneOfBits = bitFields > 1 && leaf.member?.bits !== undefined;
      const shared = isOneOfBits ? "bits" : leaf.inUnion === true ? "union" : undefined;
      const owner = whole ? "unknown" : ownerOf(leaf);
      found.push({ address, kind, leaf, size, whole, owner, ...(shared === undefined ? {} : { shared }) });
    }
  };
  for (const use of memory) {
    if (effect.kind === "address") continue;
    const where = addressOf(frame, use, state, instruction);
    const size = use.size === 0 ? Number.MAX_SAFE_INTEGER : use.size;
    const leaves = leavesAt(frame, state, where, size, address);
    const ownerOf = ownersIn(where, use, state);
    if (use.reads) add("read", leaves, size, use.size === 0, ownerOf);
    if (use.writes) add("write", leaves, size, use.size === 0, ownerOf);
  }
  const made = madeAddress(frame, state, instruction);
  if (made.length > 0)
    add("address", atStart(leavesAt(frame, state, made, 1, address)), 1, false, () =>
      isSomewhere(made) ? "unknown" : "operand",
    );
  return distinct(found);
}

/** Addresses of members and variables that an instruction makes, not those that it is handed. */
function madeAddress(frame: Frame, state: State, instruction: MachineInstruction): Value {
  const { effect, memory } = instruction;
  switch (effect.kind) {
    case "address": {
      const use = memory[0];
      if (use === undefined || use.index !== undefined) return UNKNOWN;
      return use.displacement === 0 ? UNKNOWN : onlyTyped(addressOf(frame, use, state, instruction));
    }
    case "add":
      return effect.value === 0
        ? UNKNOWN
        : onlyTyped(plus(state.registers[effect.to] as Value, effect.value));
    case "constant":
    case "push":
    case "store":
      return effect.value === undefined
        ? UNKNOWN
        : [{ kind: "static", address: effect.value >>> 0, stride: 0 }];
    default:
      return UNKNOWN;
  }
}

const onlyTyped = (value: Value) => value.filter(({ kind }) => kind === "object" || kind === "static");

/** The address of a struct is that of its first member too: that one is meant only where the struct begins before it. */
function atStart(leaves: readonly Leaf[]): readonly Leaf[] {
  return leaves.filter(
    ({ distance, member }) => distance === 0 && (member === undefined || member.offset > 0),
  );
}

function leavesAt(frame: Frame, state: State, where: Value, size: number, address: number): Leaf[] {
  return where.flatMap((atom) => leavesOf(frame, state, atom, size, address));
}

function leavesOf(frame: Frame, state: State, atom: Atom, size: number, address: number): readonly Leaf[] {
  switch (atom.kind) {
    case "function":
    case "number":
      return [];
    case "object": {
      const inside = frame.locator.inObject(atom.type, atom.offset, size, atom.stride);
      const isPart = inside.length === 0 && frame.types.isRecord(atom.type);
      return isPart ? aroundObject(frame, atom.type, atom.offset, size) : inside;
    }
    case "static": {
      const found = staticAt(frame.statics, atom.address);
      if (found === undefined) return [];
      return frame.locator.inVariable(
        found.entry,
        found.type,
        atom.address - found.address,
        size,
        atom.stride,
      );
    }
    case "stack": {
      const local = localAt(frame, state, atom.offset, address);
      // Locals are no join points; their members are.
      return local === undefined
        ? []
        : frame.locator.inObject(local.type, atom.offset - local.offset, size, 0);
    }
  }
}

/** Outside of an object that is a part of another one: `container_of`, with nothing left of the pointer that it gives. */
function aroundObject(
  { records, locator, types }: Frame,
  type: EntryId,
  offset: number,
  size: number,
): readonly Leaf[] {
  for (const record of records)
    for (const member of types.members(record)) {
      if (types.bare(member.type) !== type) continue;
      const found = locator.inObject(record, member.offset + offset, size, 0);
      if (found.length > 0) return found;
    }
  // Behind the end of what other structs begin with: `(struct tcp_sock *)sk`.
  for (const record of records) {
    const found = beginsWith(record, type, types) ? locator.inObject(record, offset, size, 0) : [];
    if (found.length > 0) return found;
  }
  return [];
}

function recordsPointedTo({ debug, types }: Unit, copy: CodeCopy): EntryId[] {
  const found = new Set<EntryId>();
  for (const type of variableTypes(debug, copy)) {
    const record = types.bare(types.pointee(type));
    if (record !== undefined && types.isRecord(record)) found.add(record);
  }
  return [...found];
}

function isMasked({ member, distance }: Leaf, mask: number): boolean {
  if (member?.bits === undefined) return true;
  // Bits of the member, counted from the first byte that is touched.
  const low = member.bits.from - 8 * (member.offset + distance);
  const bits = member.bits.count >= 32 ? 0xffff_ffff : (2 ** member.bits.count - 1) * 2 ** Math.max(low, 0);
  return ((mask >>> 0) & (bits >>> 0)) !== 0;
}

function distinct(found: readonly Touch[]): Touch[] {
  const seen = new Map(found.map((touch) => [`${touch.kind} ${touch.leaf.entry}`, touch]));
  return [...seen.values()];
}

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
      if (isVariable || kept !== undefined) continue;
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

/** Of an array of pointers. */
function innermostElement(type: EntryId | undefined, types: Types): EntryId | undefined {
  let current = type;
  for (let depth = 0; depth < 8; depth++) {
    const element = types.element(current);
    if (element === undefined) return current;
    current = element;
  }
  return current;
}

function step(frame: Frame, state: State, instruction: MachineInstruction): void {
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
      registers[effect.to] = constant(effect.value);
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
