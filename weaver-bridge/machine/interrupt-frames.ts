/** What lies on a kernel's stack when it is entered by an exception, an interrupt or a system call. Registers by DWARF's numbers. */

export interface InterruptFrames {
  /** Words that the processor pushes; where it goes on lies lowest. An error code is pushed below them. */
  readonly pushed: number;
  /** Which of them, from the lowest on, has the flags. */
  readonly flagsAt: number;
  /** Likewise the stack pointer; undefined where it is pushed only when a program was interrupted. */
  readonly stackAt: number | undefined;
  /** DWARF's rule for it then, from the address above what is pushed always: its length, and the expression. */
  readonly stackRule: readonly number[];
  /** Bytes into `struct pt_regs` of Linux. */
  readonly linuxSaved: readonly (readonly [register: number, offset: number])[];
}
