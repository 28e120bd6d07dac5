/** A place in the kernel's code at which something else may stand. */
import type { Machine } from "../../object-code/index.js";

export interface HookSite {
  readonly address: number;
  /** Whole instructions from there on. */
  readonly original: Buffer;
  /** Why it is a breakpoint, which takes the place of one instruction, and no jump. */
  readonly trap?: string;
}

export type SiteOrReason = { readonly site: HookSite } | { readonly reason: string };

export const endOf = ({ address, original }: HookSite) => address + original.length;

/** Where its instructions begin. */
export function startsIn({ address, original }: HookSite, { code }: Machine): number[] {
  return Array.from(code.eachMovable(original, address), (instruction) => instruction.address);
}
