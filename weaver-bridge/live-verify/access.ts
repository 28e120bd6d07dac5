/** An instruction that reads or writes a member. */
export interface Access {
  readonly instruction: number;
  readonly kind: "get" | "set";
  /** Of unions each that lies there. */
  readonly names: readonly string[];
  /** Of structs that are copied whole: what these members are parts of. */
  readonly around: readonly string[];
  /** The member is an array of bytes, which may hold anything. */
  readonly isBytes?: boolean;
  /** Why it is no join point of the member, or why it should be one. */
  readonly cause?: string | undefined;
}
