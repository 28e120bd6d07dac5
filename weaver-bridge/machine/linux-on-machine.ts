/** Where Linux does something of its own for a machine. */

export interface LinuxOnMachine {
  /** What lies on the stack of a thread that was switched away from, lowest first, by GDB's names. */
  readonly switchedOut: readonly string[];
  /** Names of the functions that system calls come to; undefined where nobody waits for them yet. */
  readonly systemCalls: RegExp | undefined;
  /** In bytes, of a thread's stack where all stacks are mapped as one with the kernel's data; else undefined. */
  readonly threadStack: number | undefined;
  /** In C: constants of its calls by programs, and the statement that calls `number` with `a` to `e` and sets `result`. */
  readonly programCalls: { readonly numbers: string; readonly call: string };
  /** Levels of its own page tables, by what its symbols are; undefined where they are not read. */
  pageLevels(hasSymbol: (name: string) => boolean): number | undefined;
  /** The same by what a dump notes of it. */
  dumpedPageLevels(facts: ReadonlyMap<string, string>): number;
  /** Symbols of the first table: the one that there is. */
  readonly pageRoots: readonly string[];
}
