/**
 * Stops and resumes, and what a client asks at a stop: steps, the stack and its variables, breakpoints. What woven code
 * means is decided in `engine`; here GDB's stops become the client's.
 */
import { ContinuedEvent, Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import {
  indexWeaveMap,
  isPointcut,
  type ResolvedPointcut,
  type StepIntent,
  type WeaveIndex,
} from "../engine/index.js";
import type { RecordedHits, RecordedHitsArguments, ReverseToWrite, SourceLine } from "../protocol/index.js";
import { AnsweringSession } from "./answering-session.js";
import { type BreakpointTable, createBreakpointTable, type Hit } from "./breakpoint-table.js";
import { withDeadline } from "./deadline.js";
import { createGuestConsole } from "./guest-console.js";
import type { KernelFile } from "./kernel-file.js";
import type { KernelModules } from "./kernel-modules.js";
import type { KernelTasks, MiThread } from "./kernel-tasks.js";
import { expandLogMessage } from "./log-message.js";
import { continueAll, evaluate } from "./mi-commands.js";
import { PANIC_FILTER, PANICS, panicMessage, resetReport } from "./panics.js";
import type { ProgramSymbols } from "./program-symbols.js";
import { hitsAsText } from "./recorded-hits.js";
import { createStepper, type Stepper } from "./stepper.js";
import { createStopView, type StopView } from "./stop-view.js";
import type { TimeTravel } from "./time-travel.js";
import { describeStop, type GdbStop, isWatchStop } from "./to-dap.js";
import { comingAccess, type WrittenValues, watchedValues } from "./written-values.js";

const NO_RECORDING =
  "Only a recorded run goes backwards. Record one (Weft: Record Run), then replay it (Weft: Replay Recording).";

const ASLEEP =
  "This task sleeps: it has no next step until the kernel runs it again. Set a breakpoint where it goes on, or step a CPU.";

type Handler = () => Promise<void>;

export abstract class StopsSession extends AnsweringSession {
  protected index: WeaveIndex = indexWeaveMap([]);
  protected readonly console = createGuestConsole((text) => this.print(text, "stdout"));
  protected table: BreakpointTable | undefined;
  protected stepper: Stepper | undefined;
  /** Of a recording. */
  protected travel: TimeTravel | undefined;
  private shown: StopView | undefined;
  /** Of the kernel whose symbols are loaded. */
  protected tasks: KernelTasks | undefined;
  protected programs: ProgramSymbols | undefined;
  protected modules: KernelModules | undefined;
  protected kernelFile: KernelFile | undefined;
  /** GDB's breakpoint for the first stop, and the deadline until which it is met. */
  protected stopPoint: { readonly number: string; readonly timer: NodeJS.Timeout } | undefined;
  private seesStop = false;
  protected resumeAsked = false;
  private pauseAsked = false;
  /** The stop, if it was one. */
  private exception: DebugProtocol.StoppedEvent["body"] | undefined;
  private goesBack = false;
  /** Of a data breakpoint at a pointcut, while its instruction is carried out. */
  private coming: { readonly hit: Hit; after(): Promise<WrittenValues> } | undefined;
  private functionsChange: Promise<void> = Promise.resolve();

  /** Milliseconds that a command may take. */
  protected abstract readonly commandDeadline: number;

  protected abstract wasReset(): boolean;

  protected abstract endAfterReset(): Promise<void>;

  protected abstract hitsOf(args: RecordedHitsArguments): Promise<RecordedHits>;

  /** Never throws; quick for what was asked before. */
  protected abstract resolvePointcut(expression: string): Promise<ResolvedPointcut>;

  /** GDB is there: what works with it is made. */
  protected followGdb(): void {
    const gdb = this.connection;
    this.table = createBreakpointTable(
      gdb,
      () => this.index,
      (pointcut) => this.resolvePointcut(pointcut),
    );
    this.stepper = createStepper(gdb, () => this.index);
    this.shown = createStopView({
      gdb,
      index: () => this.index,
      handles: this.frameHandles,
      registers: (frameHandle) => this.handleVariableRequestRegister({ type: "registers", frameHandle }),
    });
  }

  protected override handleGDBStopped(result: GdbStop): void {
    this.onStopped(result).catch((error: Error) => {
      this.log.add("session", `after a stop: ${error.message}`);
      if (this.state === "ready")
        this.sendStop({ reason: "pause", description: "Stopped" }, threadOf(result));
    });
  }

  protected override async threadsRequest(response: DebugProtocol.ThreadsResponse): Promise<void> {
    if (this.state === "ready" && !this.isRunning)
      await this.tasks?.refresh().catch((error: Error) => this.log.add("session", `tasks: ${error.message}`));
    await super.threadsRequest(response);
  }

  protected override convertThread(thread: MiThread) {
    const name = this.tasks?.nameOf(thread) ?? thread.name ?? `CPU ${Number(thread.id) - 1}`;
    return { id: Number(thread.id), name, running: thread.state === "running", lastRunToken: undefined };
  }

  private async onStopped(result: GdbStop): Promise<void> {
    const threadId = threadOf(result);
    if (this.state !== "ready") return;
    const stepEnd = result.reason === "end-stepping-range" || result.reason === "function-finished";
    if (stepEnd && this.coming === undefined && (await this.stepper?.proceed(threadId))) return;
    const number =
      result.bkptno ?? result.wpt?.number ?? result["hw-rwpt"]?.number ?? result["hw-awpt"]?.number;
    if (await this.modules?.passed(number, threadId)) return void (await this.goOn(threadId));
    const atStopPoint = number !== undefined && number === this.stopPoint?.number;
    const access = this.coming;
    this.coming = undefined;
    const isOurs = number !== undefined && !atStopPoint;
    const hit = access?.hit ?? (isOurs ? await this.table?.hit(number) : undefined);
    if (hit?.log !== undefined) {
      if (await this.printLog(hit, threadId)) return;
    }
    // Hits are counted on the way forward.
    if (hit?.passes === true && !this.goesBack && (await this.goOn(threadId))) return;
    const written = access === undefined ? await this.accessAt(result, hit, threadId) : await access.after();
    if (written === "soon") return;
    if (this.goesBack) await this.modules?.renew();
    this.clearStopPoint();
    this.stepper?.cancel();
    const stop = describeStop(result, hit, {
      ...{ atStopPoint, pauseAsked: this.pauseAsked, stepEnd },
      isRecording: this.travel !== undefined,
      wasReset: this.wasReset(),
      written,
      panic: hit?.kind === "panic" ? await panicMessage(this.connection, threadId) : undefined,
    });
    this.pauseAsked = false;
    this.exception = stop.reason === "exception" ? stop : undefined;
    if (this.wasReset()) this.print(`${stop.text}\n${await resetReport(this.connection)}\n`, "console");
    this.sendStop(stop, threadId, hit?.file);
  }

  /**
   * What is known at a data breakpoint. That of a pointcut stops before the instruction: it is carried out (`soon`), and the
   * stop after it is the one that is told.
   */
  private async accessAt(
    result: GdbStop,
    hit: Hit | undefined,
    threadId: number,
  ): Promise<WrittenValues | "soon" | undefined> {
    if (isWatchStop(result)) return watchedValues(this.connection, result, threadId, this.goesBack);
    const access = hit?.kind === "data" ? hit.place?.meant.find(({ how }) => how === "access") : undefined;
    if (hit === undefined || access === undefined) return undefined;
    const coming = await comingAccess(this.connection, access, threadId);
    if (this.goesBack) return coming.before;
    this.coming = { hit, after: coming.after };
    await this.connection.sendCommand(`-exec-step-instruction --thread ${threadId}`);
    return "soon";
  }

  /** Prints a logpoint's message; `true` when the machine runs again. */
  private async printLog(hit: Hit, threadId: number): Promise<boolean> {
    if (hit.file !== undefined) this.view.stoppedIn(threadId, hit.file);
    const names = await this.view.namesAt({ threadId, frameId: 0 });
    this.view.forgetStacks(); // Of a stop that the client never sees.
    const ask = async (expression: string) =>
      names.constant(expression) ??
      evaluate(this.connection, names.expression(expression), { threadId, frameId: 0 });
    this.print(`${await expandLogMessage(hit.log ?? [], ask)}\n`, "console");
    return this.goOn(threadId);
  }

  /** After a stop that the client never sees; `true` when the machine runs again. */
  private async goOn(threadId: number): Promise<boolean> {
    if (this.stepper?.isActive()) return this.stepper.proceed(threadId);
    await continueAll(this.connection);
    return true;
  }

  /** `breakpointFile`: GDB's name of the file of the source breakpoint that caused the stop. */
  protected sendStop(
    stop: DebugProtocol.StoppedEvent["body"],
    threadId: number,
    breakpointFile?: string,
  ): void {
    this.forgetStop();
    if (breakpointFile !== undefined) this.shown?.stoppedIn(threadId, breakpointFile);
    this.console.flush();
    this.seesStop = true;
    this.resumeAsked = false;
    const event: DebugProtocol.StoppedEvent["body"] = { ...stop, threadId, allThreadsStopped: true };
    this.sendEvent(new Event("stopped", event));
    void this.kernelFile?.news().then((news) => news !== undefined && this.print(`${news}\n`, "important"));
  }

  protected override sendStoppedEvent(reason: string, threadId: number): void {
    this.sendStop({ reason: "exception", description: `Stopped: ${reason}` }, threadId);
  }

  /** The client is told of a resume that it did not ask for, and never of those between two steps of GDB. */
  protected override handleGDBResume(): void {
    if (this.seesStop && !this.resumeAsked) this.sendEvent(new ContinuedEvent(1, true));
    if (this.seesStop) this.forgetStop();
    this.seesStop = false;
  }

  protected forgetStop(): void {
    this.frameHandles.reset();
    this.variableHandles.reset();
    this.shown?.forget();
  }

  protected clearStopPoint(): void {
    clearTimeout(this.stopPoint?.timer);
    this.stopPoint = undefined;
  }

  protected override async continueRequest(response: DebugProtocol.ContinueResponse): Promise<void> {
    await this.resume(response, async () => {
      await continueAll(this.connection);
      response.body = { allThreadsContinued: true };
    });
  }

  protected override async nextRequest(
    response: DebugProtocol.NextResponse,
    args: DebugProtocol.NextArguments,
  ): Promise<void> {
    await this.step(response, "over", args);
  }

  protected override async stepInRequest(
    response: DebugProtocol.StepInResponse,
    args: DebugProtocol.StepInArguments,
  ): Promise<void> {
    await this.step(response, "in", args);
  }

  protected override async stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    args: DebugProtocol.StepOutArguments,
  ): Promise<void> {
    await this.step(response, "out", { ...args, granularity: "line" });
  }

  protected override stepBackRequest(
    response: DebugProtocol.StepBackResponse,
    args: DebugProtocol.StepBackArguments,
  ): void {
    const granularity = args.granularity === "instruction" ? "instruction" : "line";
    void this.goBack(response, (travel) => travel.stepBack(granularity));
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    void this.goBack(response, (travel) => travel.reverseContinue());
  }

  protected async reverseToWrite(
    response: DebugProtocol.Response,
    { expression = "", frameId }: Partial<ReverseToWrite>,
  ): Promise<void> {
    await this.goBack(response, async (travel) => {
      const frame = this.view.frame(frameId);
      const names = await this.view.namesAt(frame);
      await travel.toLastWrite(names.expression(expression.trim()), frame);
    });
  }

  protected async reverseToAdvice(
    response: DebugProtocol.Response,
    { path = "", line = 0 }: Partial<SourceLine>,
  ): Promise<void> {
    await this.goBack(response, (travel) => travel.toAdviceOn(path, line));
  }

  protected async reverseToLine(
    response: DebugProtocol.Response,
    { path = "", line = 0 }: Partial<SourceLine>,
  ): Promise<void> {
    await this.goBack(response, (travel) => travel.toLine(path, line));
  }

  protected async goBack(
    response: DebugProtocol.Response,
    go: (travel: TimeTravel) => Promise<void>,
  ): Promise<void> {
    await this.resume(response, async () => {
      if (this.travel === undefined) throw new Error(NO_RECORDING);
      try {
        this.goesBack = true;
        await this.modules?.watch(false);
        await go(this.travel);
      } catch (error) {
        this.resumeAsked = false;
        throw error;
      }
    });
  }

  protected async goTo(response: DebugProtocol.Response, position: number): Promise<void> {
    await this.goBack(response, async (travel) => {
      if (!Number.isInteger(position)) throw new Error("Go where? A position is a number of instructions.");
      await travel.goTo(position);
    });
  }

  private async step(
    response: DebugProtocol.Response,
    intent: StepIntent,
    args: { threadId: number; granularity?: string },
  ): Promise<void> {
    await this.resume(response, async () => {
      if (this.tasks?.sleeps(args.threadId)) throw new Error(ASLEEP);
      if (args.granularity !== "instruction") return this.stepper?.start(intent, args.threadId);
      const command = intent === "over" ? "next" : "step";
      await this.connection.sendCommand(`-exec-${command}-instruction --thread ${args.threadId}`);
    });
  }

  private async resume(response: DebugProtocol.Response, work: Handler): Promise<void> {
    await this.handle(response, async () => {
      if (this.wasReset()) {
        this.sendResponse(response);
        return this.endAfterReset();
      }
      this.resumeAsked = true;
      if (this.goesBack) await this.modules?.watch(true);
      this.goesBack = false;
      await work();
      this.sendResponse(response);
    });
  }

  protected override async pauseRequest(
    response: DebugProtocol.PauseResponse,
    args: DebugProtocol.PauseArguments,
  ): Promise<void> {
    this.pauseAsked = this.isRunning;
    await super.pauseRequest(response, args);
  }

  // What is seen at a stop.

  protected override async stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    args: DebugProtocol.StackTraceArguments,
  ): Promise<void> {
    await this.answer(response, async () => {
      const cpu = this.tasks?.sleeps(args.threadId) ? undefined : args.threadId - 1;
      if (cpu !== undefined)
        await this.programs?.showFor(cpu).catch((error: Error) => this.log.add("session", error.message));
      return this.view.stackTrace(args);
    });
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    args: DebugProtocol.ScopesArguments,
  ): void {
    void this.answer(response, () => this.view.scopes(args));
  }

  protected override async variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): Promise<void> {
    await this.answer(response, () => this.view.variables(args));
  }

  protected override async setVariableRequest(
    response: DebugProtocol.SetVariableResponse,
    args: DebugProtocol.SetVariableArguments,
  ): Promise<void> {
    await this.answer(response, () => this.view.setVariable(args));
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    const text = args.context === "repl" ? args.expression.trim() : "";
    const position = /^goto (\d+)$/.exec(text)?.[1];
    const pointcut = /^hits (.+)$/s.exec(text)?.[1];
    if (position !== undefined) {
      response.body = { result: "", variablesReference: 0 };
      await this.goTo(response, Number(position));
    } else if (pointcut !== undefined && isPointcut(pointcut))
      await this.answer(response, async () => ({
        result: hitsAsText(await this.hitsOf({ pointcut })),
        variablesReference: 0,
      }));
    else await this.answer(response, () => this.view.evaluate(args));
  }

  protected override async dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): Promise<void> {
    await this.answer(response, async () =>
      isPointcut(args.name) ? this.pointcutToWatch(args.name) : this.view.dataBreakpointInfo(args),
    );
  }

  /** All writes of a field, of whatever object: a pointcut is watched by its instructions, so there may be any number of them. */
  private async pointcutToWatch(pointcut: string): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]> {
    const { places, message } = await this.resolvePointcut(pointcut);
    const accesses = places.filter(({ meant }) => meant.some(({ how }) => how === "access"));
    if (accesses.length === 0) {
      const why = message ?? "None of its instructions is an access; name it with get(…) or set(…).";
      return { dataId: null, description: `${pointcut} can't be watched: ${why}` };
    }
    const count = `${accesses.length} ${accesses.length === 1 ? "place" : "places"}`;
    return { dataId: pointcut, description: `${pointcut} (${count})`, canPersist: true };
  }

  private get view(): StopView {
    if (this.shown === undefined) throw new Error("The session has not started yet.");
    return this.shown;
  }

  // Breakpoints.

  protected override async setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, (table) =>
      table.setSource(args.source.path ?? args.source.name ?? "", args.breakpoints ?? []),
    );
  }

  protected override async setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): Promise<void> {
    const change = async () => {
      // Before the machine is paused: it takes a while.
      for (const { name } of args.breakpoints) if (isPointcut(name)) await this.resolvePointcut(name);
      await this.changeBreakpoints(response, (table) => table.setFunctions(args.breakpoints));
    };
    // One after the other, so that the last list is the one that holds.
    this.functionsChange = this.functionsChange.then(change);
    await this.functionsChange;
  }

  protected override async setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    args: DebugProtocol.SetDataBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, (table) => table.setData(args.breakpoints));
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    { filters }: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    void this.changeBreakpoints(response, async (table) => {
      await table.setPanics(filters.includes(PANIC_FILTER.filter) ? PANICS : []);
      return filters.map(() => ({ verified: true }));
    });
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    void this.answer(response, async () => {
      if (this.exception === undefined) throw new Error("The machine did not stop for an exception.");
      const { description = "", text = "" } = this.exception;
      return { exceptionId: description, description: text, breakMode: "always" as const };
    });
  }

  /** Code came with a module, or went: the client's breakpoints lie elsewhere. */
  protected async followCode(change: "came" | "went"): Promise<void> {
    for (const breakpoint of (await this.table?.follow(change)) ?? [])
      this.sendEvent(new Event("breakpoint", { reason: "changed", breakpoint }));
  }

  private async changeBreakpoints(
    response: DebugProtocol.Response,
    change: (table: BreakpointTable) => Promise<DebugProtocol.Breakpoint[]>,
  ): Promise<void> {
    await this.handle(response, async () => {
      await withDeadline(this.pauseIfNeeded(), this.commandDeadline);
      try {
        response.body = { breakpoints: await change(this.table as BreakpointTable) };
      } finally {
        await this.continueIfNeeded();
      }
      this.sendResponse(response);
    });
  }
}

function threadOf(result: GdbStop): number {
  return Number(result["thread-id"] ?? 1) || 1;
}
