/**
 * What each request asks of which part: from its arguments to the body of its answer. What is not here is the library's, or
 * begins or ends the session.
 */
import { isAbsolute } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import {
  CONSOLE_INPUT,
  type ConsoleInput,
  DUMP_MEMORY,
  type DumpMemory,
  GO_TO,
  type GoTo,
  RECORDED_HITS,
  REVERSE_TO_ADVICE,
  REVERSE_TO_JOIN_POINT,
  REVERSE_TO_LINE,
  REVERSE_TO_WRITE,
  type ReverseToWrite,
  RUN_REASON,
  type RunReasonArguments,
  SHOW_WOVEN,
  type ShowWoven,
  type SourceLine,
  STEP_INTO,
  type StepInto,
  TO_NEXT_ADVICE,
  VALUE_ORIGIN,
} from "../../protocol/index.js";
import { DUMP_STANDS } from "../../qemu/index.js";
import type { Ground } from "../parts/ground.js";
import type { MovesPart } from "../parts/moves-part.js";
import type { SessionParts } from "../parts/session-parts.js";

export interface AskedParts extends SessionParts {
  readonly ground: Ground;
  /** The machine stands where it was reset, and can't go on: the session ends. */
  readonly endAfterReset: () => Promise<void>;
}

// Arguments were held against the protocol's types before (`check-arguments`).
// biome-ignore lint/suspicious/noExplicitAny: each row names the type of its own.
type Handler = (args: any) => unknown;
export type RequestTable = Readonly<Record<string, Handler>>;

export function createRequestTable(parts: AskedParts): RequestTable {
  return {
    ...breakpointRequests(parts),
    ...lookRequests(parts),
    ...moveRequests(parts),
    ...backwardRequests(parts),
    ...machineRequests(parts),
  };
}

function breakpointRequests({ breakpoints, values, stops }: AskedParts): RequestTable {
  return {
    setBreakpoints: (args: DebugProtocol.SetBreakpointsArguments) => breakpoints.setSource(args),
    setFunctionBreakpoints: (args: DebugProtocol.SetFunctionBreakpointsArguments) =>
      breakpoints.setFunctions(args),
    setInstructionBreakpoints: (args: DebugProtocol.SetInstructionBreakpointsArguments) =>
      breakpoints.setInstructions(args),
    setDataBreakpoints: (args: DebugProtocol.SetDataBreakpointsArguments) => breakpoints.setData(args),
    setExceptionBreakpoints: (args: DebugProtocol.SetExceptionBreakpointsArguments) =>
      breakpoints.setExceptions(args),
    breakpointLocations: (args: DebugProtocol.BreakpointLocationsArguments) => breakpoints.locations(args),
    dataBreakpointInfo: (args: DebugProtocol.DataBreakpointInfoArguments) => values.dataBreakpointInfo(args),
    exceptionInfo: () => stops.exceptionInfo(),
  };
}

function lookRequests(parts: AskedParts): RequestTable {
  const { values } = parts;
  return {
    stackTrace: (args: DebugProtocol.StackTraceArguments) => values.stackTrace(args),
    source: (args: DebugProtocol.SourceArguments) => values.source(args),
    scopes: (args: DebugProtocol.ScopesArguments) => values.view.scopes(args),
    variables: (args: DebugProtocol.VariablesArguments) => values.view.variables(args),
    setVariable: (args: DebugProtocol.SetVariableArguments) => values.view.setVariable(args),
    setExpression: (args: DebugProtocol.SetExpressionArguments) => values.view.setExpression(args),
    disassemble: (args: DebugProtocol.DisassembleArguments) => values.disassemble(args),
    completions: (args: DebugProtocol.CompletionsArguments) => values.completions(args),
    evaluate: (args: DebugProtocol.EvaluateArguments) => evaluate(parts, args),
    [SHOW_WOVEN]: (args: Partial<ShowWoven>) => showWoven(parts, args),
    [VALUE_ORIGIN]: (args: object) => values.originOf({ expression: "", ...args }),
    [RUN_REASON]: (args: RunReasonArguments) => values.reasonOf(args),
    [RECORDED_HITS]: (args: object) => values.hitsOf({ pointcut: "", ...args }),
  };
}

/** An expression, or a command to Weft in the debug console. */
async function evaluate(
  parts: AskedParts,
  args: DebugProtocol.EvaluateArguments,
): Promise<DebugProtocol.EvaluateResponse["body"]> {
  const { values, moves } = parts;
  const text = args.context === "repl" ? args.expression.trim() : "";
  const position = /^goto (\d+)$/.exec(text)?.[1];
  if (position !== undefined) {
    await unlessReset(parts, () => moves.goTo(Number(position)));
    return { result: "", variablesReference: 0 };
  }
  const command = values.consoleCommand(text, args.frameId);
  if (command === undefined) return values.view.evaluate(args);
  return { result: await command(), variablesReference: 0 };
}

async function showWoven(
  { ground, kernel, values, stops }: AskedParts,
  { woven = !kernel.woven.isShown }: Partial<ShowWoven>,
): Promise<ShowWoven> {
  kernel.woven.show(woven);
  if (ground.isRunning) return { woven };
  stops.sendAgain();
  const { stackFrames } = await values.view.stackTrace({ threadId: stops.thread, levels: 1 });
  const source = stackFrames[0]?.source;
  if (woven && source?.path !== undefined)
    ground.print(`Nothing is woven into ${source.name} here: its source is what was compiled.\n`, "console");
  return { woven };
}

function moveRequests(parts: AskedParts): RequestTable {
  const { moves, stops, values } = parts;
  const resuming =
    <Args>(go: (args: Args) => Promise<void>) =>
    (args: Args) =>
      unlessReset(parts, () => go(args));
  return {
    continue: async () => {
      await unlessReset(parts, () => moves.continue());
      return { allThreadsContinued: true };
    },
    next: resuming((args: DebugProtocol.NextArguments) => moves.step("over", args)),
    stepIn: resuming((args: DebugProtocol.StepInArguments) => moves.step("in", args)),
    stepOut: resuming(({ threadId }: DebugProtocol.StepOutArguments) => moves.step("out", { threadId })),
    restartFrame: ({ frameId }: DebugProtocol.RestartFrameArguments) => {
      const frame = () => values.view.frame(frameId);
      return unlessReset(parts, () => moves.restartFrame(frame));
    },
    gotoTargets: async ({ source, line }: DebugProtocol.GotoTargetsArguments) => {
      const file = source.path ?? source.name ?? "";
      return { targets: await moves.jumpTargets(stops.thread, file, line) };
    },
    [TO_NEXT_ADVICE]: resuming(() => moves.toNextAdvice()),
    [STEP_INTO]: ({ advice }: Partial<StepInto>) => moves.stepInto(advice),
  };
}

function backwardRequests(parts: AskedParts): RequestTable {
  const { moves, values } = parts;
  const goBack = (go: Parameters<MovesPart["goBack"]>[0]) => unlessReset(parts, () => moves.goBack(go));
  return {
    stepBack: ({ granularity }: DebugProtocol.StepBackArguments) =>
      goBack((travel) => travel.stepBack(granularity === "instruction" ? "instruction" : "line")),
    reverseContinue: () => goBack((travel) => travel.reverseContinue()),
    [REVERSE_TO_WRITE]: ({ expression = "", frameId }: Partial<ReverseToWrite>) =>
      goBack(async (travel) => {
        const frame = values.view.frame(frameId);
        const names = await values.view.namesAt(frame);
        await travel.toLastWrite(names.expression(expression.trim()), frame);
      }),
    [REVERSE_TO_JOIN_POINT]: () => goBack((travel) => travel.toJoinPoint()),
    [REVERSE_TO_ADVICE]: ({ path = "", line = 0 }: Partial<SourceLine>) =>
      goBack((travel) => travel.toAdviceOn(path, line)),
    [REVERSE_TO_LINE]: ({ path = "", line = 0 }: Partial<SourceLine>) =>
      goBack((travel) => travel.toLine(path, line)),
    [GO_TO]: ({ position }: Partial<GoTo>) => unlessReset(parts, () => moves.goTo(Number(position))),
  };
}

function machineRequests({ kernel, machine }: AskedParts): RequestTable {
  return {
    [DUMP_MEMORY]: async ({ file = "" }: Partial<DumpMemory>) => {
      if (!isAbsolute(file)) throw new Error("Dump into which file? Its path must be absolute.");
      if (kernel.isDump) throw new Error(DUMP_STANDS);
      await machine.dumpInto(file);
      return { file };
    },
    [CONSOLE_INPUT]: ({ text }: Partial<ConsoleInput>) => machine.type(String(text ?? "")),
  };
}

/** A machine that was reset does not run again: its session ends, once the request is answered. */
async function unlessReset({ machine, endAfterReset }: AskedParts, go: () => Promise<void>): Promise<void> {
  if (machine.wasReset()) void endAfterReset();
  else await go();
}
