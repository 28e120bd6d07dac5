/** What a session holds, each with its own state: what the parts do together is in its beginning, its end and its requests. */
import type { BreakpointsPart } from "./breakpoints-part.js";
import type { KernelPart } from "./kernel-part.js";
import type { MachinePart } from "./machine-part.js";
import type { MovesPart } from "./moves-part.js";
import type { StopsPart } from "./stops-part.js";
import type { ValuesPart } from "./values-part.js";

export interface SessionParts {
  readonly kernel: KernelPart;
  readonly machine: MachinePart;
  readonly breakpoints: BreakpointsPart;
  readonly values: ValuesPart;
  readonly moves: MovesPart;
  readonly stops: StopsPart;
}
