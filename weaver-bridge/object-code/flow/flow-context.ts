/** What is known while types flow through a function: of its image, and of the function itself. */
import type { DebugInfo } from "../dwarf/debug-info.js";
import type { EntryId } from "../dwarf/entries.js";
import type { CodeCopy, Functions } from "../dwarf/functions.js";
import type { Types } from "../dwarf/types.js";
import type { MachineInstruction } from "../machine/decode.js";
import type { FrameLayout } from "./frame-variables.js";
import type { Hint } from "./hints.js";
import type { Locator } from "./locate.js";
import type { RecordParts } from "./pointed-members.js";
import type { StaticVariable } from "./variables.js";

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

export interface Unit extends FlowContext {
  readonly locator: Locator;
  readonly statics: readonly StaticVariable[];
  readonly isFunctionType: (type: EntryId) => boolean;
  readonly parts: RecordParts;
  /** Structs that begin with the type, of those that the unit of a function knows. */
  recordsOf(copy: CodeCopy, first: EntryId): readonly EntryId[];
}

/** What is fixed while one function is looked at. */
export interface Frame extends Unit, FrameLayout {
  /** Structs that variables of the function point to, also those that the optimizer has no place for. */
  readonly records: readonly EntryId[];
  /** Structs that begin with the type, of those that the unit of the function knows. */
  recordsOfUnit(first: EntryId): readonly EntryId[];
  /** What a loop adds to the index of the instruction's operand, or to the register that it adds. */
  stepAt(instruction: MachineInstruction): number | undefined;
  /** By index of the instruction: what the compiler says of registers there. */
  readonly hints: readonly (readonly Hint[] | undefined)[];
}
