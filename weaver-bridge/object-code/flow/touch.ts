/** What an instruction does to a member or a variable. */
import type { Leaf } from "./locate.js";

export interface Touch {
  readonly address: number;
  readonly kind: "read" | "write" | "address";
  readonly leaf: Leaf;
  /** Bytes that are touched; the largest safe integer for all of the object from there on. */
  readonly size: number;
  /** In bytes, of the number or pointer that is touched, perhaps in part; of an array of one element, of a struct 0. */
  readonly scalar: number;
  /**
   * Several bit-fields, members of a union or of structs share the bytes: the instruction does not say which is meant. Or the
   * source goes through a pointer to the member or variable there, and names neither. Or one of several is touched each time.
   */
  readonly shared?: "bits" | "union" | "casts" | "named" | "pointer" | "choice";
  /** Several members at once, by a repeated instruction or the like. */
  readonly whole: boolean;
  /**
   * Where the struct with the member begins, by the instruction's operand and {@link Leaf.inOwner}: of the operand as it
   * is, or without its index, which moves inside of the struct, or not to be had.
   */
  readonly owner: "operand" | "without-index" | "unknown";
}
