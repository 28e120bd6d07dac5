/** What a client asks for, in one form for all kinds of breakpoints. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { isPointcut } from "../../engine/index.js";

/** `panic`: where the kernel gives up. */
export type BreakpointKind = "source" | "function" | "instruction" | "data" | "panic";

/** One breakpoint; absent is what the client left open or empty. */
export interface Wanted {
  readonly kind: BreakpointKind;
  /** Source file for `source`, empty for the others: one set per kind and file. */
  readonly group: string;
  readonly line?: number;
  /** Function name or the expression to watch, or a pointcut in place of either. */
  readonly subject?: string;
  readonly access?: "read" | "write" | "readWrite";
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

export function sourceWish(file: string, wanted: DebugProtocol.SourceBreakpoint): Wanted {
  const { line, condition, hitCondition, logMessage } = wanted;
  return compact({ kind: "source", group: file, line, condition, hitCondition, logMessage });
}

export function functionWish({ name, condition, hitCondition }: DebugProtocol.FunctionBreakpoint): Wanted {
  return compact({ kind: "function", subject: name, condition, hitCondition });
}

export function instructionWish(wanted: DebugProtocol.InstructionBreakpoint): Wanted {
  const { instructionReference, offset = 0, condition, hitCondition } = wanted;
  const subject = `*(${instructionReference})${offset < 0 ? "-" : "+"}${Math.abs(offset)}`;
  return compact({ kind: "instruction", subject, condition, hitCondition });
}

export function dataWish(wanted: DebugProtocol.DataBreakpoint): Wanted {
  const { dataId, accessType, condition, hitCondition } = wanted;
  return compact({ kind: "data", subject: dataId, access: accessType ?? "write", condition, hitCondition });
}

export function panicWish(subject: string): Wanted {
  return compact({ kind: "panic", subject });
}

/** The pointcut that stands in place of a function's name or of what is watched. */
export function pointcutOf({ kind, subject = "" }: Wanted): string | undefined {
  return (kind === "function" || kind === "data") && isPointcut(subject) ? subject : undefined;
}

export function sameWish(a: Wanted, b: Wanted): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** Without what the client left open or empty. */
function compact(wanted: Partial<Loose<Wanted>>): Wanted {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== "");
  return { group: "", ...Object.fromEntries(given) } as Wanted;
}
