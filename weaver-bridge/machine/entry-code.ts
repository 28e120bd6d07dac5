/** A kernel's assembler that nothing describes to debuggers, as objdump prints it in AT&T's syntax. */

export interface StackChange {
  /** Bytes by which the stack pointer goes up. */
  readonly by: number;
  /** Registers that are loaded, by DWARF's numbers, and from how far above the stack pointer. */
  readonly restored: readonly (readonly [register: number, offset: number])[];
}

export interface EntryCode {
  /** Prefixes that objdump prints before the mnemonic. */
  readonly prefixes: string;
  /** In bytes. */
  readonly longestInstruction: number;
  /** What comes behind it is reached from elsewhere alone. */
  endsStraightCode(mnemonic: string): boolean;
  /** Back to what was interrupted, by what the processor pushed. */
  returnsFromInterrupt(mnemonic: string): boolean;
  /** Away, or on a stack that is not known. */
  leavesOtherwise(mnemonic: string): boolean;
  isCall(mnemonic: string): boolean;
  isJump(mnemonic: string): boolean;
  isUnconditionalJump(mnemonic: string): boolean;
  /** Mnemonic of what makes a table of exceptions the processor's. */
  readonly loadsTrapTable: string;
  /** Another stack is taken: what lies on it is the same. */
  switchesStack(mnemonic: string, operands: string): boolean;
  /** Undefined where it can't be told. */
  stackChange(mnemonic: string, operands: string): StackChange | undefined;
}
