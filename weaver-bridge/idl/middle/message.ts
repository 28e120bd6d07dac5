/**
 * Messages as plain data: which bytes of which parameter stand where, for one kernel, one operation, one direction.
 * Back ends write code from this, `--explain` and the editor print it. Nothing here knows C.
 */

import type { Exception, Interface, Operation } from "../check/interface-model.js";
import type { KernelAbi } from "./kernel-abi.js";

/**
 * Whether a message with so many flexpages carries a void one behind them: the kernel takes what follows the first, in
 * registers, for more of them. `inMemory` says that the message has data there.
 */
export function closesMaps(abi: KernelAbi, maps: number, inMemory: boolean): boolean {
  if (abi.flexpages === "last" || maps === 0) return false;
  return maps > 1 || inMemory || abi.flexpageTakesId;
}

export type Place =
  /** Bits `shift` to `shift + bits` of data register `word`. */
  | { readonly in: "register"; readonly word: number; readonly shift: number; readonly bits: number }
  /** Byte offset from the start of the message (V4: MR n is at 4n). */
  | { readonly in: "memory"; readonly offset: number }
  /** The low four bits of the label of a kernel message (V4). */
  | { readonly in: "label" }
  /** Byte offset in the block that holds what message registers cannot (V4); indirect part `MessageLayout.block`. */
  | { readonly in: "block"; readonly offset: number }
  /** Indirect part, counted from 0. */
  | { readonly in: "indirect"; readonly part: number };

/** One marshal operation; the receiver does its inverse. */
export type Chunk =
  /** A value whose size is known now. `name` is a parameter. */
  | {
      readonly kind: "fixed-copy";
      readonly name: string;
      readonly bytes: number;
      readonly inout: boolean;
      /** Bits left out below the lowest relevant one, when fewer bytes travel than the type has. */
      readonly dropped?: number | undefined;
      readonly place: Place;
    }
  /** The number of elements of `name`, in a word. */
  | { readonly kind: "length"; readonly name: string; readonly place: Place }
  /** Elements whose number is known at run time. */
  | {
      readonly kind: "variable-copy";
      readonly name: string;
      readonly elementBytes: number;
      /** Elements, the closing zero of a string included. */
      readonly maximum: number;
      /** The sender finds the length by looking for a zero. */
      readonly scanned: boolean;
      readonly place: Place;
      readonly why: string;
    }
  /** The address of `name`, a word. */
  | { readonly kind: "reference"; readonly name: string; readonly place: Place }
  /** A flexpage; `index` 0 is the first of the message. */
  | { readonly kind: "map"; readonly name: string; readonly index: number; readonly place: Place };

export interface MessageLayout {
  readonly direction: "request" | "reply";
  /** In the order in which the sender should run them. */
  readonly chunks: readonly Chunk[];
  /** End of the data in memory at its largest, as an offset like those of the chunks; `dataOffset` when there is none. */
  readonly memoryEnd: number;
  /** Offset of the one variable copy whose end is the message's end, so that short values send less. */
  readonly trimmed: string | undefined;
  readonly maps: number;
  readonly indirectParts: number;
  readonly registersOnly: boolean;
  /** The indirect part that is a memory message in disguise, and its bytes. */
  readonly block: { readonly part: number; readonly bytes: number } | undefined;
}

export interface AppliedOptimization {
  /** As the switch is called, if there is one. */
  readonly name: string;
  /** Section of the paper. */
  readonly section: string;
  readonly applied: boolean;
  /** Half a sentence. */
  readonly why: string;
  /** What it saves where it is applied, in instructions or copies. */
  readonly effect: string;
}

export interface OperationLayout {
  readonly operation: Operation;
  readonly request: MessageLayout;
  /** Undefined for a oneway operation. */
  readonly reply: MessageLayout | undefined;
  /** Bytes from the start of the request to the start of the reply in the server's buffer: inout values stay put. */
  readonly replyShift: number;
  /** Values of exceptions with members stand at `dataOffset` of the reply. */
  readonly exceptions: readonly Exception[];
  /** What was chosen and why, a sentence each. */
  readonly notes: readonly string[];
  /** Every optimization, applied or not. Empty in what `layOutInterface` returns; `compileIdl` fills it in. */
  readonly optimizations: readonly AppliedOptimization[];
}

export interface InterfaceLayout {
  readonly abi: KernelAbi;
  readonly declared: Interface;
  readonly operations: readonly OperationLayout[];
  /** Largest end of data over all requests, and over replies as the server's buffer holds them. */
  readonly bufferEnd: number;
  readonly indirectParts: number;
  readonly receivesMaps: boolean;
  /** Client and server meet in `lipc`, not in the kernel. */
  readonly localIpc: boolean;
}
