/** Where statements are carried out. */
import type { Evaluator } from "../evaluate/evaluate.js";
import type { Emit, Memory } from "../objects/memory.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";

export interface Work {
  readonly state: State;
  readonly around: Surroundings;
  readonly emit: Emit;
  readonly memory: Memory;
  readonly evaluator: Evaluator;
  /** Of calls. */
  readonly depth: number;
}
