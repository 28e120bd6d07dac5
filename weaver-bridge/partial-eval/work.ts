/** Where statements are carried out. */
import type { Evaluator } from "./evaluate.js";
import type { Emit, Memory } from "./memory.js";
import type { State } from "./state.js";
import type { Surroundings } from "./surroundings.js";

export interface Work {
  readonly state: State;
  readonly around: Surroundings;
  readonly emit: Emit;
  readonly memory: Memory;
  readonly evaluator: Evaluator;
  /** Of calls. */
  readonly depth: number;
}
