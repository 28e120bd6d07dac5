/** What is told to debuggers of code that was woven into a running kernel: `.weft/live/frames.json`. */

/** How a stack goes on from a piece of a trampoline's code. */
export interface TrampolineFrame {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Bytes that it has pushed above the kernel's own stack. */
  readonly pushed: number;
  /** DWARF's numbers of registers, as they were pushed; `null` for what is none that is looked at. */
  readonly saved: readonly (number | null)[];
  /** The kernel's instruction that it stands for; none where a call was hooked: there it was called as a function is. */
  readonly at?: number;
  /** It runs in place of a return: the address of the table that has where it goes. */
  readonly nodes?: number;
}

/** Of one piece of advice at one hook. */
export interface LiveAdviceName {
  /** Of the hook. What it calls has the same symbol, with endings or without. */
  readonly symbol: string;
  /** The function of its text begins with it; another name goes on with a digit. */
  readonly body: string;
  readonly isAfter: boolean;
  readonly title: string;
  readonly aspect: string;
}

/** Of the kernel's text, where hooks that share it lead away. */
export interface HookedText {
  readonly address: number;
  /** What the kernel has there, whole instructions, in hex. */
  readonly original: string;
  readonly isTrap: boolean;
  readonly trampoline: number;
  /** Of the advice. */
  readonly titles: readonly string[];
}

export interface LiveFrames {
  readonly version: 2;
  /** Of the guest's record. */
  readonly guest: string;
  /** An ELF file with the advice's lines and call frames, at its addresses in the guest. */
  readonly symbols: string;
  readonly advice: readonly LiveAdviceName[];
  /** By address. */
  readonly hooked: readonly HookedText[];
  /** How many pairs each table of return addresses has, and where a byte behind a place on a stack is looked for first. */
  readonly table: { readonly pairs: number; readonly factor: number; readonly shift: number };
  /** Of each trampoline its pieces. */
  readonly trampolines: readonly (readonly TrampolineFrame[])[];
}
