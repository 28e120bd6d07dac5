/**
 * Stepping kernel and advice lines as one program. GDB steps through inlined functions well; what it can't know is
 * that glue frames are not a place to stop. So a step of the user is a series of steps of GDB: after each one,
 * {@link nextMove} looks at the stack and says whether the user's step is done.
 *
 * The rule: a step is done when the shown position (function, line, depth, glue left out) differs from where it
 * started, and stepping over or out is never done deeper than it started, nor in advice that the user steps past.
 */
import type { RawFrame, ShownFrame } from "./stack.js";
import { functionName } from "./weave-map.js";

export type StepIntent = "in" | "over" | "out";

/** Whether steps of the user end in advice of an aspect; else they go on behind it. */
export type Enters = (aspect: string) => boolean;

/** Where execution stands. */
export interface Position {
  /** Innermost shown frame. */
  readonly top: ShownFrame;
  /** Its function as the debugger names it: two pieces of advice may be shown alike. */
  readonly symbol: string | undefined;
  /** GDB's number of frames, innermost glue not counted. */
  readonly depth: number;
  /** Line of the shown frame below. */
  readonly outerLine: number | undefined;
  /** The shown frame below, where no glue is between. */
  readonly caller: ShownFrame | undefined;
  /** Glue frames inside of the shown one. */
  readonly glue: number;
}

export type Move =
  | { readonly kind: "done" }
  | { readonly kind: "step" | "next" }
  /** Leave the frame with this level (0 is innermost). */
  | { readonly kind: "finish"; readonly level: number };

/** `frames` are the innermost frames, `depth` the number of all. `undefined` when nothing is known of the stack. */
export function positionOf(
  shown: readonly ShownFrame[],
  frames: readonly RawFrame[],
  depth: number,
): Position | undefined {
  const top = shown[0];
  if (top === undefined) return undefined;
  const glue = frames.findIndex((frame) => frame.level === top.level);
  const outer = shown[1];
  const caller = outer?.level === top.level + 1 ? outer : undefined;
  return { top, symbol: frames[glue]?.symbol, depth: depth - glue, glue, outerLine: outer?.line, caller };
}

/** The first step of GDB for what the user asked. */
export function firstMove(intent: StepIntent, start: Position): Move {
  if (intent === "in") return { kind: "step" };
  if (intent === "out") return { kind: "finish", level: start.glue };
  return start.glue > 0 ? { kind: "finish", level: start.glue - 1 } : { kind: "next" };
}

/** What to do after a step of GDB has ended at `now`. */
export function nextMove(
  intent: StepIntent,
  start: Position,
  now: Position | undefined,
  enters: Enters = () => true,
): Move {
  if (now === undefined) return { kind: "done" };
  const move = moveAnywhere(intent, start, now);
  return move.kind === "done" ? (movePast(start, now, enters) ?? move) : move;
}

/**
 * Advice that steps go past is left, and so is what it calls; through around advice they go line by line, since the
 * function runs inside of it. Who stands in such advice steps as ever.
 */
function movePast(start: Position, now: Position, enters: Enters): Move | undefined {
  const isPassed = (frame: ShownFrame | undefined) => frame?.aspect !== undefined && !enters(frame.aspect);
  if (isPassed(start.top)) return undefined;
  if (isPassed(now.top))
    return now.top.isAround === true ? { kind: "step" } : { kind: "finish", level: now.glue };
  const isCalled = now.top.kind !== "proceed" && isPassed(now.caller);
  return isCalled ? { kind: "finish", level: now.glue } : undefined;
}

function moveAnywhere(intent: StepIntent, start: Position, now: Position): Move {
  const deeper = now.depth - start.depth;
  if (intent === "out")
    return deeper >= 0 && !returned(start, now)
      ? { kind: "finish", level: now.glue + deeper }
      : { kind: "done" };
  const settled = !samePlace(start, now) && !atHeader(start, now);
  if (intent === "in") return settled ? { kind: "done" } : { kind: "step" };
  if (deeper > 0) return { kind: "finish", level: now.glue + deeper - 1 };
  if (settled) return { kind: "done" };
  return now.glue > 0 ? { kind: "finish", level: now.glue - 1 } : { kind: "next" };
}

function samePlace(start: Position, now: Position): boolean {
  return start.depth === now.depth && start.symbol === now.symbol && start.top.line === now.top.line;
}

/**
 * From advice at the execution of a function back to the function's header: in optimized code the two alternate many
 * times before the body begins, so that is no place to stop. The header is where the function is named, and where the
 * advice's code is entered.
 */
function atHeader(start: Position, now: Position): boolean {
  const { joinPoint, kind } = start.top;
  if (kind !== "advice" || joinPoint?.kind !== "execution" || now.top.kind !== "kernel") return false;
  if (now.top.name !== functionName(joinPoint.within) || now.depth !== start.depth - 1) return false;
  return now.top.line === joinPoint.range.startLine || now.top.line === start.outerLine;
}

/** Leaving an inlined frame can end in another one of the same depth: the next advice of the join point. */
function returned(start: Position, now: Position): boolean {
  return now.depth < start.depth || (now.depth === start.depth && now.symbol !== start.symbol);
}
