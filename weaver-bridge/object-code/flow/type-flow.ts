/**
 * Which instructions of a function touch which members and variables: types flow through its code. They come in where the
 * compiler says that a variable is in a register, from loads of typed members and variables, and from calls whose result
 * is a typed pointer; moves, spills, sums and addresses hand them on. Where ways join, a register may hold what it held
 * on any of them: no access is missed because another way says less.
 */

import type { MachineInstruction } from "../../machine/code.js";
import type { CodeCopy } from "../dwarf/code-copy.js";
import { AT, TAG } from "../dwarf/constants.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import { aroundNumber } from "./around-number.js";
import { createAroundObject } from "./around-object.js";
import { type Block, blocksOf } from "./blocks.js";
import { createCastObjects } from "./cast-objects.js";
import { step } from "./effects.js";
import type { FlowContext, Frame, Unit } from "./flow-context.js";
import { frameOffset, stackOffset } from "./frame-variables.js";
import { applyHints, hintsFor } from "./hints.js";
import { readTable } from "./jump-tables.js";
import { keptBits } from "./kept-bits.js";
import { createLocator } from "./locate.js";
import { membersByName } from "./members-by-name.js";
import { createRecordParts, recordsPointedTo } from "./pointed-members.js";
import { pushedArguments } from "./pushed-arguments.js";
import { registerArguments } from "./register-arguments.js";
import { settledStack } from "./settled-stack.js";
import { copyState, emptyState, join, type State } from "./state.js";
import type { Touch } from "./touch.js";
import { touches } from "./touches.js";
import { createUnitRecords } from "./unit-records.js";
import { pointedTo, type Value } from "./values.js";
import { pointeesByName, staticAt, staticVariables, variablesOf } from "./variables.js";

export interface TypeFlow {
  /** In the order of the code, each once. */
  touchesIn(copy: CodeCopy, code: readonly MachineInstruction[]): readonly Touch[];
}

const MOST_ROUNDS = 12;

export function createTypeFlow(context: FlowContext): TypeFlow {
  const { debug, types } = context;
  const unit: Unit = {
    ...context,
    locator: createLocator(debug, types),
    statics: staticVariables(context),
    parts: createRecordParts(types),
    records: createUnitRecords(context),
    isFunctionType: (type) => debug.entries.tags[type] === TAG.subroutine_type,
  };
  return { touchesIn: (copy, code) => flowThrough(unit, copy, code) };
}

function flowThrough(unit: Unit, copy: CodeCopy, code: readonly MachineInstruction[]): Touch[] {
  const start = code.findIndex(({ address }) => address === copy.start);
  if (start === -1) return [];
  const variables = variablesOf(unit.debug, unit.types, copy);
  const { pointees, leadsToNumber } = namedPointees(unit, copy);
  const { blocks, tableReads } = blocksWithTables(unit, code, start);
  const casts = createCastObjects(unit.types);
  const frame: Frame = {
    ...{ ...unit, casts },
    frameVariables: variables.filter(({ where }) => where.kind === "frame" || where.kind === "indirect"),
    around: createAroundObject(unit, copy, recordsPointedTo(unit, copy), { pointees, casts }),
    ...{ pointees, leadsToNumber, ownType: (type) => unit.records.own(copy, type) },
    aroundNumber: (place, names) => aroundNumber(unit, copy, place, names, pointees(names)),
    byName: (place, names) => membersByName(unit, copy, place, names(), pointees(names())),
    hints: hintsFor(unit, variables, code),
    base: frameBase(unit.debug, copy),
    settled: settledStack(frameBase(unit.debug, copy), code.slice(start), unit.machine),
    pushed: pushedArguments(unit, copy, variables),
    passed: registerArguments(unit, copy, variables),
    ...{ tableReads, keptBits: keptBits(code) },
  };
  const states = fixpoint(frame, blocks, code, start);
  const found: Touch[] = [];
  for (const [number, block] of blocks.entries()) {
    const state = copyState(states[number] ?? emptyState(number, frame.machine));
    for (let index = block.first; index < block.end; index++) {
      const instruction = code[index] as MachineInstruction;
      applyHints(frame, state, index);
      found.push(...touches(frame, state, instruction));
      step(frame, state, instruction);
    }
  }
  return found.sort((left, right) => left.address - right.address);
}

/** An array of labels (`goto *labels[n]`) is the source's own, and read as others are. */
function blocksWithTables(unit: Unit, code: readonly MachineInstruction[], start: number) {
  const tableReads = new Set<number>();
  const targetsAt = (index: number) => {
    const { targets, table } = readTable(unit, code, index);
    if (table !== undefined && staticAt(unit.statics, table.address) === undefined)
      tableReads.add(table.readAt);
    return targets;
  };
  return { blocks: blocksOf(code, targetsAt, start), tableReads };
}

function namedPointees({ debug, types }: Unit, copy: CodeCopy): Pick<Frame, "pointees" | "leadsToNumber"> {
  let byName: ReturnType<typeof pointeesByName> | undefined;
  const ledTo = (word: string) => [...((byName ??= pointeesByName(debug, types, copy)).get(word) ?? [])];
  return {
    pointees: (names) =>
      new Set([...(names?.words ?? [])].flatMap((word) => ledTo(word).filter(types.isRecord))),
    leadsToNumber: (name) => {
      const targets = ledTo(name);
      return targets.length > 0 && !targets.some(types.isRecord);
    },
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
  const { machine } = frame;
  const entry = emptyState(first, machine);
  entry.registers[machine.stackPointer] = [{ kind: "stack", offset: -machine.word, terms: [] }];
  seedArguments(frame, entry, (code[start] as MachineInstruction).address);
  for (const [offset, type] of frame.pushed)
    if (!entry.stack.has(offset)) keepPointer(frame, entry, offset, type);
  for (const [register, type] of frame.passed) {
    const value = pointedTo(type, frame.types, frame.isFunctionType);
    if (value.length > 0) entry.registers[register] = value;
  }
  states[first] = entry;
  const waiting = [first];
  for (
    let number = waiting.pop();
    number !== undefined;
    number = waiting.pop() ?? unreached(states, machine)
  ) {
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
      else if (!join(known, state, frame.types, next, blocks[next]?.isLoop === true)) continue;
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
    if (offset >= 0) keepPointer(frame, state, offset, type);
  }
}

function keepPointer(frame: Frame, state: State, offset: number, type: EntryId): void {
  const value = pointedTo(type, frame.types, frame.isFunctionType);
  if (value.length > 0) state.stack.set(offset, value);
}

/** A block that nothing is seen to lead to: it has the frame of the others. */
function unreached(states: (State | undefined)[], machine: FlowContext["machine"]): number | undefined {
  const number = states.indexOf(undefined);
  if (number === -1) return undefined;
  const { framePointer, stackPointer } = machine;
  const other = states.findLast((state) => stackOffset(state?.registers[framePointer]) !== undefined);
  const state = emptyState(number, machine);
  for (const register of [framePointer, stackPointer])
    state.registers[register] = other?.registers[register] ?? (state.registers[register] as Value);
  states[number] = state;
  return number;
}

function frameBase(debug: DebugInfo, copy: CodeCopy): Frame["base"] {
  const where = debug.places(copy.entry, AT.frame_base)[0]?.where;
  if (where?.kind === "register") return { register: where.register };
  return { fromFrame: where?.kind === "frame-address" ? where.offset : 0 };
}
