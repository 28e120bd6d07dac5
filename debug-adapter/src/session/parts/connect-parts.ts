/** How the parts of a session are put together: each is given what it needs of the others. */
import type { PublishLive } from "../../qemu/index.js";
import { BreakpointsPart } from "./breakpoints-part.js";
import type { Ground } from "./ground.js";
import { KernelPart } from "./kernel-part.js";
import { Lifetime } from "./lifetime.js";
import { MachinePart } from "./machine-part.js";
import { MovesPart } from "./moves-part.js";
import type { SessionParts } from "./session-parts.js";
import { StopsPart } from "./stops-part.js";
import { ValuesPart } from "./values-part.js";

export interface ConnectedParts extends SessionParts {
  readonly lifetime: Lifetime;
}

/** `publish` shows what is woven into a machine of ours; `makeGdb` makes the connection that the ground then gives. */
export function connectParts(
  ground: Ground,
  publish: PublishLive,
  makeGdb: () => Promise<void>,
): ConnectedParts {
  const starting = new AbortController();
  const { signal } = starting;
  const kernel: KernelPart = new KernelPart(ground, {
    signal,
    followCode: (change) => breakpoints.follow(change),
    threadsOn: () => machine.threadsOn,
  });
  const onEnded = (reason: string) => lifetime.machineEnded(reason);
  const machine = new MachinePart(ground, { signal, publish, onEnded });
  const moves = new MovesPart(ground, kernel);
  const values = new ValuesPart(ground, kernel, machine);
  const breakpoints: BreakpointsPart = new BreakpointsPart(ground, kernel, {
    deadline: () => lifetime.commandDeadline,
    isStepping: () => moves.isStepping,
    stepOn: () => stops.stepOn(),
  });
  const stops: StopsPart = new StopsPart(ground, {
    ...{ kernel, moves, values, breakpoints },
    endAfterReset: () => lifetime.endAfterReset(),
    wasReset: () => machine.wasReset(),
    flushConsole: () => machine.console.flush(),
  });
  const parts = { kernel, machine, moves, values, breakpoints, stops };
  const lifetime: Lifetime = new Lifetime(ground, { ...parts, makeGdb }, starting);
  return { ...parts, lifetime };
}
