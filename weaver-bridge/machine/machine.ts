/** What the readers of code must know of a machine; each has a folder of its own beside this file. */
import type { HookInstructions } from "./hook-instructions.js";
import type { CodeReader } from "./instruction.js";
import type { MachineFacts } from "./machine-facts.js";
import type { RelocationRules } from "./relocation-rules.js";
import type { TrapCode } from "./trap-code.js";

export interface Machine extends MachineFacts {
  readonly code: CodeReader;
  readonly relocations: RelocationRules;
  /** What code of hooks is made of. */
  readonly hooks: HookInstructions;
  readonly traps: TrapCode;
}
