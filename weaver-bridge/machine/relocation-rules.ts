/** Relocations of a machine's objects. */

/** How wide, and whether the place's own address is taken from the value. */
export type RelocationRule = readonly [width: 1 | 2 | 4 | 8, isRelative: boolean];

/** By number: those that compilers write to code and debug information. The others leave zeros. */
export interface RelocationRules {
  readonly kinds: Readonly<Record<number, RelocationRule>>;
  /** The address of a variable is loaded from a table that the linker makes, or would. */
  readonly fromTable: readonly number[];
  /** The way to that table, which is taken to be at 0; undefined where places are not counted from it. */
  readonly toTable?: number;
  /**
   * As linkers do where a variable of `fromTable` is near enough: the load that has its operand there becomes one of the
   * address itself. False for what is no load.
   */
  loadAddress(code: Uint8Array, operand: number): boolean;
}
