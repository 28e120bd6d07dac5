/**
 * What the layout of messages must know of an L4 kernel on i686, and says of it. A kernel is a folder of `idl/kernels`: its
 * `abi.ts` says this, its `back-end.ts` how C calls it (`emit/back-end.ts`). Nothing else asks which kernel it is.
 */
import type { Operation } from "../check/interface-model.js";
import type { Optimizations } from "../options.js";
import type { Element } from "./elements.js";
import type { MessageLayout, Place } from "./message.js";

/** As `--kernel` and `weft.json` spell them. */
export type Kernel = "v2" | "x0" | "v4";

export interface KernelAbi {
  readonly kernel: Kernel;
  /** As people call it. */
  readonly title: string;
  /** Registers for data, in order. V4 has none: its message registers are memory of the sender. */
  readonly registers: readonly string[];
  /** Where the id of a request and the exception of a reply stand. */
  readonly idRegister: string;
  /** Offset of the first byte of data behind the registers, from the start of the message (V4: of the UTCB). */
  readonly dataOffset: number;
  /** Words that the message's size counts although they travel in registers. */
  readonly countedWords: number;
  /** Largest number of data words, typed items included. */
  readonly mostWords: number;
  /** Of the number that a request carries: interface and method. */
  readonly idBits: number;
  readonly threadWords: 1 | 2;
  /** `first`: before all data, the first one in registers. `last`: behind it, as items. */
  readonly flexpages: "first" | "last";
  /** A flexpage takes the register of the id, which then travels as the base of a void one. */
  readonly flexpageTakesId: boolean;
  /** The reply is made in the buffer of its request, so that inout values may stay where they are. */
  readonly repliesInBuffer: boolean;
  /** Whether the kernel can be entered by `sysenter`, or between threads of one space not at all (`lipc`). */
  readonly hasSysenter: boolean;
  readonly hasLocalIpc: boolean;
  /** Messages that the kernel sends itself; absent where it has none with numbers. */
  readonly kernelMessages?: KernelMessages;
  /** What the kernel decides about an optimization, by its name, whatever the operation is like. */
  readonly settled: Readonly<Record<string, Judgement>>;
  readonly words: KernelWords;
  /** Which fixed values do not travel in the message itself; adds a note for each. */
  chooseParts(elements: readonly Element[], optimizations: Optimizations, notes: string[]): PartChoice;
  /** Where the receiver finds what was sent at `place`. */
  receivePlace(place: Place, bytes: number): Place;
  /** Whether the receiver finds the flexpage sent at `place` in its first two register words. */
  receivesMapInRegisters(place: Place): boolean;
}

/** Applied, and why: half a sentence. */
export type Judgement = readonly [boolean, string];

export interface PartChoice {
  /** Parameters that are sent from where they are, a part each. */
  readonly indirect: ReadonlySet<string>;
  /** Parameters that share a block, a part of its own. */
  readonly inBlock: ReadonlySet<string>;
}

export interface KernelMessages {
  /** Finishes "this kernel message cannot be received because …"; undefined when it can. */
  whyNot(operation: Operation): string | undefined;
  layOut(operation: Operation, direction: "request" | "reply"): MessageLayout;
}

export interface KernelWords {
  /** What data behind the registers stands in, and as the title of its drawing. */
  readonly data: string;
  readonly dataTitle: string;
  readonly part: string;
  /** A place in it, by its offset. */
  place(offset: number): string;
}
