/**
 * What an interface offers, resolved: operations with numbers, parameters with types and wire meaning, exceptions.
 * This is all that later stages read; they never look at the tree again except for places.
 */
import type { Span } from "../parse/source.js";
import type { MemberType, Type } from "./types.js";

export interface Interface {
  readonly name: string;
  /** `mod_iface`. */
  readonly cName: string;
  readonly span: Span;
  /** Interface number, bits 6 and up of a message's id. */
  readonly number: number;
  readonly local: boolean;
  /** Own and inherited, in order of their numbers. */
  readonly operations: readonly Operation[];
  readonly bases: readonly string[];
}

export interface Operation {
  readonly name: string;
  /** `mod_iface_op`. */
  readonly cName: string;
  /** C name of the interface that declares it. */
  readonly declaredIn: string;
  readonly span: Span;
  /** (interface number << 6) | method number. */
  readonly id: number;
  readonly oneway: boolean;
  readonly local: boolean;
  /** Value of `kernelmsg`. */
  readonly kernelMessage: number | undefined;
  readonly result: Parameter | undefined;
  readonly parameters: readonly Parameter[];
  readonly raises: readonly Exception[];
}

export type Direction = "in" | "out" | "inout";

export interface Parameter {
  /** `__return` for the result. */
  readonly name: string;
  readonly direction: Direction;
  readonly type: Type;
  readonly span: Span;
  readonly transfer: Transfer;
  readonly prealloc: boolean;
  readonly ref: boolean;
  readonly inTransform: string | undefined;
  readonly outTransform: string | undefined;
  readonly maxValue: bigint | undefined;
  /** The other bits are always zero and need not travel. */
  readonly relevantBits: RelevantBits | undefined;
  /** Of the pages behind a flexpage. */
  readonly cache: CachePolicy | undefined;
}

/** Inclusive, counted from the lowest bit. */
export interface RelevantBits {
  readonly first: number;
  readonly last: number;
}

/** `nocache`, `l1_only`, `all_caches`. */
export type CachePolicy = "none" | "l1" | "all";

/** How a parameter's value travels. */
export type Transfer =
  /** All its bytes, always. */
  | { readonly kind: "fixed"; readonly bytes: number }
  /** Characters up to a zero; `maximum` counts characters without it. */
  | {
      readonly kind: "string";
      readonly wide: boolean;
      readonly maximum: number | undefined;
      readonly typical: number | undefined;
    }
  /** A `_length` and so many elements. */
  | {
      readonly kind: "sequence";
      readonly elementBytes: number;
      readonly maximum: number | undefined;
      readonly typical: number | undefined;
    }
  /** Elements behind a pointer; another parameter or a constant says how many. */
  | {
      readonly kind: "array";
      readonly elementBytes: number;
      readonly length: { readonly parameter: string } | { readonly constant: number };
      readonly maximum: number | undefined;
      readonly typical: number | undefined;
    }
  /** A value with strings or sequences inside, as a stream of at most `maximum` bytes (see `packed.ts`). */
  | { readonly kind: "packed"; readonly maximum: number | undefined }
  | { readonly kind: "map" }
  /** Stays in the signature only: `noxfer`, and the destination (`handle`). */
  | { readonly kind: "none"; readonly destination: boolean };

export interface Exception {
  readonly name: string;
  readonly cName: string;
  /** From 1 on, unique in the file. */
  readonly number: number;
  readonly members: readonly MemberType[];
  readonly size: number;
  /** Strings or sequences are inside: the value travels as a stream (see `packed.ts`), behind a word that says if there is one. */
  readonly packed: boolean;
  /** Bytes of the longest stream; undefined when something in it has no bound. */
  readonly mostPacked: number | undefined;
  readonly span: Span;
}
