/** Which requests are refused as things are, before anything is done for them. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import {
  GO_TO,
  RECORDED_HITS,
  REVERSE_TO_ADVICE,
  REVERSE_TO_JOIN_POINT,
  REVERSE_TO_LINE,
  REVERSE_TO_WRITE,
  RUN_REASON,
  VALUE_ORIGIN,
} from "../../protocol/index.js";
import { DUMP_STANDS } from "../../qemu/index.js";
import { counterCommand } from "../kernel/live-counters.js";

const BACKWARDS = [REVERSE_TO_WRITE, REVERSE_TO_JOIN_POINT, REVERSE_TO_ADVICE, REVERSE_TO_LINE, GO_TO];
const RESUMES = ["continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"];
const ELSEWHERE = ["gotoTargets", "goto", "restartFrame"];

/** Requests that would send a packet to the debug stub, and so stop a running machine unasked. */
const NEEDS_STOP = new Set([
  ...["stackTrace", "scopes", "variables", "setVariable", "evaluate", "dataBreakpointInfo", "exceptionInfo"],
  ...["writeMemory", "disassemble", RECORDED_HITS, VALUE_ORIGIN, RUN_REASON],
  ...[...RESUMES, ...ELSEWHERE, ...BACKWARDS],
]);
const RUNNING = "The machine is running. Pause it first.";

/** Requests that a dump can't fulfil. */
const NEEDS_LIFE = new Set([
  ...["pause", "setVariable", "writeMemory"],
  ...[...RESUMES, ...ELSEWHERE, ...BACKWARDS],
]);

/** Requests whose answers must have a body, by the protocol, that the library may leave out. */
export const MUST_TELL: ReadonlySet<string> = new Set([
  ...["threads", "stackTrace", "scopes", "variables", "setVariable", "evaluate", "source", "disassemble"],
  ...["setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints"],
  ...["dataBreakpointInfo", "gotoTargets", "completions", "exceptionInfo"],
]);

/** Why the request is refused; `undefined` where it is not. */
export function refusalOf(
  request: DebugProtocol.Request,
  { isRunning, isDump }: { readonly isRunning: boolean; readonly isDump: boolean },
): string | undefined {
  if (isRunning && NEEDS_STOP.has(request.command) && !isOfCounters(request)) return RUNNING;
  return isDump && NEEDS_LIFE.has(request.command) ? DUMP_STANDS : undefined;
}

/** Counters in the kernel are read, and woven in, past the debugger. */
function isOfCounters({ command, arguments: args }: DebugProtocol.Request): boolean {
  const isCommand = command === "evaluate" && args.context === "repl";
  return isCommand && counterCommand(String(args.expression).trim()) !== undefined;
}
