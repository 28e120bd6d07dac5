/** How a kernel keeps its tasks: `tasks` of `weft.json`, read by the debugger. */

/** Expressions are C, in the kernel's names; members are paths in `struct`. */
export interface TaskTable {
  readonly struct: string;
  /** A list's head (with `link`), the first task (with `next`), or an array of tasks. */
  readonly list: string;
  /** Member that holds the task in a list whose links point to links, as Linux's `list_head` does. */
  readonly link?: string;
  /** Member that points to the next task. */
  readonly next?: string;
  /** Member that holds the threads of a process in a list of links without a head. */
  readonly group?: string;
  /** Tasks that are in no list. */
  readonly more?: readonly string[];
  /** The task on the CPU `$cpu`; the first of several that can be evaluated. */
  readonly running: string | readonly string[];
  readonly id?: string;
  readonly name?: string;
  readonly state?: string;
  /** What numbers of `state` are called. */
  readonly states?: Readonly<Record<string, string>>;
  /** States of entries that hold no task. */
  readonly unused?: readonly string[];
  /** Member that keeps the stack pointer of a task that does not run. */
  readonly stack: string;
  /** File with the symbols of the user program that a task runs; `$name` stands for the task's name. */
  readonly programs?: string;
  /** Registers that lie there, lowest address first; the program counter is one of them. */
  readonly saved: readonly string[];
}
