import type { EntryId } from "../object-code/index.js";

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
  /** Of a variable that is no struct: which of those of its name. */
  readonly variable?: EntryId | undefined;
  /** Why it is no join point of the member, or why it should be one. */
  readonly cause?: string | undefined;
}
