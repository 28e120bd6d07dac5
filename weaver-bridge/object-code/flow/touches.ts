/** What an instruction touches, with what is known before it. */

import type { MachineInstruction, MemoryUse } from "../../machine/code.js";
import { AT } from "../dwarf/constants.js";
import type { Types } from "../dwarf/types.js";
import { FAR_FETCHED } from "./around-object.js";
import type { Frame } from "./flow-context.js";
import { hasBits, isReadAlone } from "./kept-bits.js";
import type { Leaf } from "./locate.js";
import { isTaken } from "./named-members.js";
import { addressOf, isSomewhere, ownersIn } from "./operands.js";
import { leavesAt } from "./pointed-members.js";
import type { State } from "./state.js";
import type { Touch } from "./touch.js";
import { exactNumber, plus, UNKNOWN, type Value } from "./values.js";

export function touches(frame: Frame, state: State, instruction: MachineInstruction): Touch[] {
  const { address, memory, effect } = instruction;
  const mask = instruction.mask ?? frame.keptBits.get(address);
  const found: Touch[] = [];
  const add = (
    kind: Touch["kind"],
    leaves: readonly Leaf[],
    size: number,
    whole: boolean,
    ownerOf: (leaf: Leaf) => Touch["owner"],
  ) => {
    const chosen = leaves.filter(
      (leaf) => isOfSource(leaf, frame) && (mask === undefined || hasBits(leaf, mask)),
    );
    const bitFields = chosen.filter(({ member }) => member?.bits !== undefined).length;
    // More than a register holds: members are moved with what is beside them.
    const isWide = size > frame.machine.word && new Set(chosen.map(({ entry }) => entry)).size > 1;
    for (const leaf of chosen) {
      // A word that is read for bits alone has members of bytes beside them.
      const isOneOfBits =
        bitFields > (leaf.member?.bits === undefined ? 0 : 1) ||
        (kind === "read" && !isReadAlone(leaf, size, mask) && frame.namesAt(address) === undefined);
      const shared = isOneOfBits ? "bits" : (sharedBy(leaf) ?? ledThere(frame, leaf, kind, address));
      const isWhole = whole || isWide || leaf.isOfCopy === true;
      const owner = isWhole ? "unknown" : ownerOf(leaf);
      found.push({
        address,
        kind,
        leaf,
        size,
        whole: isWhole,
        owner,
        scalar: scalarSize(leaf, frame.types),
        ...(shared === undefined ? {} : { shared }),
      });
    }
  };
  for (const use of memory) {
    if (effect.kind === "address" || frame.tableReads.has(address)) continue;
    const where = addressOf(use, state, instruction);
    // What is handed to a call lies on the stack, also where it is not known how far down.
    if (use.base === frame.machine.stackPointer && where.every(({ kind }) => kind === "static")) continue;
    const size = sizeOf(use, state, frame.machine.counter);
    const isWhole = use.isRepeated || use.size === 0;
    const leaves = leavesAt(frame, state, where, size, address);
    const ownerOf = ownersIn(where, use, state);
    if (use.reads)
      add(
        "read",
        leaves.filter((leaf) => !isWrittenBack(frame, leaf, address)),
        size,
        isWhole,
        ownerOf,
      );
    if (use.writes)
      add(
        "write",
        leaves.filter((leaf) => !isOnlyRead(frame, leaf, leaves, address)),
        size,
        isWhole,
        ownerOf,
      );
  }
  const made = madeAddress(state, instruction);
  if (made.length > 0)
    add("address", takenAt(frame, leavesAt(frame, state, made, 1, address), address), 1, false, () =>
      isSomewhere(made) ? "unknown" : "operand",
    );
  return distinct(found);
}

function scalarSize({ member, type }: Leaf, types: Types): number {
  if (member?.bits !== undefined) return member.size;
  let element = types.bare(type);
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = types.element(element);
    if (inner === undefined) break;
    element = types.bare(inner);
  }
  return element === undefined || types.isRecord(element) ? 0 : types.size(element);
}

const DEEPEST = 12;

/** Clang tells of the text in quotes as of a variable without a name. */
const isOfSource = ({ member, entry }: Leaf, { debug }: Frame) =>
  member !== undefined || debug.text(entry, AT.name) !== undefined;

/** Members whose address the source takes; structs too, where it says so. */
function takenAt(frame: Frame, leaves: readonly Leaf[], address: number): readonly Leaf[] {
  const names = leaves.length === 0 ? undefined : frame.namesAt(address);
  const near = leaves.filter(({ guess = 0 }) => guess < FAR_FETCHED);
  const isArray = ({ type }: Leaf) => frame.types.element(type) !== undefined;
  const structs = leaves.flatMap(({ wholes = [] }) =>
    wholes.flatMap(({ entry, name, type, scope, from, inOwner }): Leaf[] => {
      if (entry === undefined || scope === undefined || from !== 0 || name === undefined) return [];
      return names?.taken.has(name) === true ? [{ entry, type, scope, distance: 0, inOwner }] : [];
    }),
  );
  return [...atStart(near).filter((leaf) => isTaken(leaf, isArray(leaf), names)), ...structs];
}

/** Other bits around a bit-field are read to be written back with it: the source does not get it. */
function isWrittenBack(frame: Frame, { member }: Leaf, address: number): boolean {
  return member?.bits !== undefined && frame.namesAt(address)?.assigned.has(member.name) === true;
}

/** Other bits are written back with a bit-field that is written: the source only gets them. */
function isOnlyRead(frame: Frame, { member }: Leaf, leaves: readonly Leaf[], address: number): boolean {
  if (member?.bits === undefined || leaves.length < 2) return false;
  const names = frame.namesAt(address);
  return names?.hasMacro === false && names.read.has(member.name);
}

function sharedBy({ inUnion, isOneOfCasts, isNamedOnly, isChosen }: Leaf): Touch["shared"] {
  if (isChosen === true) return "choice";
  if (isNamedOnly === true) return "named";
  if (inUnion === true) return "union";
  return isOneOfCasts === true ? "casts" : undefined;
}

/** `*pp = b`: what is accessed there is accessed by no name. */
function ledThere(frame: Frame, { member, entry }: Leaf, kind: Touch["kind"], address: number) {
  const names = kind === "address" ? undefined : frame.namesAt(address);
  if (names === undefined || names.led.size === 0 || names.members.size > 0 || names.hasMacro)
    return undefined;
  const own = member?.name ?? frame.debug.text(entry, AT.name) ?? "";
  return !names.words.has(own) && [...names.led].every(frame.leadsToNumber) ? "pointer" : undefined;
}

/** Of what is repeated all of it; where nothing says how often, to the end of the object. */
function sizeOf({ size, isRepeated }: MemoryUse, { registers }: State, counter: number): number {
  const times = isRepeated ? exactNumber(registers[counter] as Value) : 1;
  return times === undefined || size === 0 ? Number.MAX_SAFE_INTEGER : times * size;
}

/** Addresses of members and variables that an instruction makes, not those that it is handed. */
function madeAddress(state: State, instruction: MachineInstruction): Value {
  const { effect, memory } = instruction;
  switch (effect.kind) {
    case "address": {
      const use = memory[0];
      if (use === undefined || use.index !== undefined) return UNKNOWN;
      return use.displacement === 0 ? UNKNOWN : onlyTyped(addressOf(use, state, instruction));
    }
    case "add":
      return effect.value === 0
        ? UNKNOWN
        : onlyTyped(plus(state.registers[effect.to] as Value, effect.value));
    case "constant":
    case "push":
    case "store":
      return effect.value === undefined ? UNKNOWN : [{ kind: "static", offset: effect.value | 0, terms: [] }];
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

/** Several units tell of one struct: by its name and the member's place it is the same one. */
function distinct(found: readonly Touch[]): Touch[] {
  const seen = new Map(found.map((touch) => [`${touch.kind} ${thingOf(touch.leaf)}`, touch]));
  return [...seen.values()];
}

const thingOf = ({ entry, scope, member }: Leaf) =>
  member === undefined || scope === undefined || scope === ""
    ? entry
    : `${scope}::${member.name} ${member.offset}`;
