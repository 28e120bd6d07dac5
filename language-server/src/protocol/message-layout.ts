/** What a client needs to draw the messages of IDL operations: boxes with names and sizes, nothing to compute. */
import type { LabelledPlace, Position } from "./places.js";

/** Client to server: the message layouts of the operations at a place in IDL, or of the stub at a place in C. */
export const idlLayoutRequest = "weft/idlLayout";

/**
 * Command of the layout's code lens; the client registers it. Arguments: uri, {@link Position}. It should draw the
 * answer to {@link idlLayoutRequest}.
 */
export const showMessageLayoutCommand = "weft.showMessageLayout";

export interface IdlLayoutParams {
  readonly uri: string;
  readonly position: Position;
}

export type IdlLayoutResult =
  | {
      /** Of one operation, of an attribute's accessors, or of all operations of an interface. */
      readonly operations: readonly OperationDrawing[];
    }
  /** Why there is none. */
  | { readonly message: string };

export interface OperationDrawing {
  /** `files::storage::open` */
  readonly name: string;
  /** The operation as IDL. */
  readonly signature: string;
  /** `X0` */
  readonly kernel: string;
  /** Names in C. */
  readonly stub: string;
  readonly implementation: string;
  readonly declaration?: LabelledPlace;
  /** The request, then the reply; a oneway operation has no reply. */
  readonly messages: readonly MessageDrawing[];
  /** What was chosen and why, a sentence each. */
  readonly notes: readonly string[];
  readonly optimizations: readonly OptimizationDrawing[];
}

export interface MessageDrawing {
  readonly direction: "request" | "reply";
  /** `2 words in registers, 1 indirect part` */
  readonly summary: string;
  /** In the order of the message: registers, memory, indirect parts. */
  readonly parts: readonly PartDrawing[];
}

export interface PartDrawing {
  readonly kind: "register" | "memory" | "indirect";
  /** `EDX`, `Memory from +24`, `Indirect part 1` */
  readonly title: string;
  /** In the order of their places, without gaps. */
  readonly boxes: readonly BoxDrawing[];
}

export interface BoxDrawing {
  readonly kind: "value" | "length" | "address" | "flexpage" | "id" | "unused";
  readonly name: string;
  /** Place in words: `+24`, `MR1`, `bits 0 to 7`; empty where the part's title says it. */
  readonly place: string;
  readonly bits: number;
  /** `4 bytes`, `up to 48 bytes`, `3 bits` */
  readonly size: string;
}

export interface OptimizationDrawing {
  readonly name: string;
  /** Section of the paper. */
  readonly section: string;
  readonly applied: boolean;
  readonly why: string;
  readonly effect: string;
}
