/** Instructions that belong to a join point. */

export interface MachinePlace {
  readonly address: number;
  /**
   * `entry`: first instruction of a function or of an inlined copy. `return`, `tail-jump`: where a function of its own is
   * left. `leave`: an instruction behind which an inlined copy is left. `call`: a call instruction; `inlined-call`: the
   * first instruction of a copy that stands for a call. `access`: touches the variable or member; `address`: computes its
   * address.
   */
  readonly how: "entry" | "return" | "tail-jump" | "leave" | "call" | "inlined-call" | "access" | "address";
  /** Inlined into the function that the address is in. */
  readonly isInlined: boolean;
  /** Why it may be another one that is meant. */
  readonly doubt?: string;
  /** Of an access: from the start of the object with the member to the first byte that is touched, where that is known. */
  readonly inOwner?: number;
  /** By an index that moves inside of that object, which begins where the operand would be without it. */
  readonly isIndexed?: boolean;
  /** Of an access that an instruction before it began: that one counts it, and no hook stands here. */
  readonly isRest?: boolean;
}
