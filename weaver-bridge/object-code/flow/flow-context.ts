/** What is known while types flow through a function: of its image, and of the function itself. */

import type { Machine, MachineInstruction } from "../../machine/code.js";
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { Functions } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";
import type { CastObjects } from "./cast-objects.js";
import type { FrameLayout } from "./frame-variables.js";
import type { Hint } from "./hints.js";
import type { Leaf, Locator } from "./locate.js";
import type { NamedHere } from "./named-members.js";
import type { AroundObject, OutsidePlace, RecordParts, UntypedPlace } from "./outside-places.js";
import type { UnitRecords } from "./unit-records.js";
import type { StaticVariable, SymbolPlace } from "./variables.js";

export interface FlowContext {
  readonly machine: Machine;
  readonly debug: DebugInfo;
  readonly types: Types;
  readonly functions: Functions;
  /** The entry of the function that is called at a place, with what it returns; undefined where nothing tells. */
  calleeAt(target: number, call: MachineInstruction): EntryId | undefined;
  /** Of a variable that another object defines. */
  placeOf(name: string): SymbolPlace | undefined;
  /** Of i386: what code that may lie anywhere counts from; undefined where there is none. */
  readonly offsetTable?: number | undefined;
  /** Of the image, in 4 bytes without a sign, in 8 with one; undefined where it has none. */
  wordAt(address: number, size: number): number | undefined;
  /** What the source names at an instruction; undefined where there is none. */
  namesAt(address: number): NamedHere | undefined;
  /** What the function there names in all of its statements; undefined without its text. */
  namesAround(address: number): NamedHere | undefined;
}

export interface Unit extends FlowContext {
  readonly locator: Locator;
  readonly statics: readonly StaticVariable[];
  readonly isFunctionType: (type: EntryId) => boolean;
  readonly parts: RecordParts;
  readonly records: UnitRecords;
}

/** What is fixed while one function is looked at. */
export interface Frame extends Unit, FrameLayout {
  readonly around: AroundObject;
  /** Outside of a number that a pointer leads to. */
  aroundNumber(place: OutsidePlace, names: NamedHere | undefined): readonly Leaf[];
  readonly casts: CastObjects;
  /** Types of arguments on the stack by their distance from the frame address, as callers push them. */
  readonly pushed: ReadonlyMap<number, EntryId>;
  /** Types of arguments in registers. */
  readonly passed: ReadonlyMap<number, EntryId>;
  /** What variables that the statement names are declared to lead to. */
  pointees(names: NamedHere | undefined): ReadonlySet<EntryId>;
  /** A struct that another unit told of, as the function's own unit has it. */
  ownType(type: EntryId): EntryId;
  /** Whether a variable of the name is a pointer to something that is no struct. */
  leadsToNumber(name: string): boolean;
  /** What lies behind an unknown pointer. */
  byName(place: UntypedPlace, names: () => NamedHere | undefined): readonly Leaf[];
  /** By index of the instruction: what the compiler says of registers there. */
  readonly hints: readonly (readonly Hint[] | undefined)[];
  /** By address of an instruction that loads: the bits that the next one keeps of what is loaded, if only some. */
  readonly keptBits: ReadonlyMap<number, number>;
  /** Addresses of instructions that read where a `switch` goes on: its table is the compiler's. */
  readonly tableReads: ReadonlySet<number>;
}
