/**
 * Stops: GDB's become the client's, or are passed unseen. What woven code means is decided in `engine`. What a client
 * then asks is answered in the layers above: `resumes-session`, `looks-session`, `breakpoints-session`.
 */
import { ContinuedEvent, Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { indexWeaveMap, type LogPart, type ResolvedPointcut, type WeaveIndex } from "../../engine/index.js";
import type { SteppedAdvice } from "../../protocol/index.js";
import { type BreakpointTable, createBreakpointTable, type Hit } from "../breakpoints/breakpoint-table.js";
import type { ExceptionCatcher } from "../breakpoints/exception-catcher.js";
import type { CaughtException } from "../breakpoints/exception-place.js";
import { expandLogMessage } from "../breakpoints/log-message.js";
import { type GdbStop, isWatchStop } from "../gdb/gdb-stop.js";
import { continueAll, evaluate } from "../gdb/mi-commands.js";
import { createGuestConsole } from "../kernel/guest-console.js";
import type { KernelModules } from "../kernel/kernel-modules.js";
import type { KernelTasks, MiThread } from "../kernel/kernel-tasks.js";
import { createLiveCode } from "../kernel/live-code.js";
import { panicMessage, resetReport } from "../kernel/panics.js";
import type { ProgramSymbols } from "../kernel/program-symbols.js";
import { createNextAdvice, type NextAdvice } from "../moves/next-advice.js";
import { createStepper, type Stepper } from "../moves/stepper.js";
import type { TimeTravel } from "../moves/time-travel.js";
import type { KernelFile } from "../project/kernel-file.js";
import { createStopView, type StopView } from "../values/stop-view.js";
import { createWovenSources } from "../values/woven-sources.js";
import { comingAccess, type WrittenValues, watchedValues } from "../values/written-values.js";
import { AnsweringSession } from "./answering-session.js";
import { describeStop } from "./describe-stop.js";

export abstract class StopsSession extends AnsweringSession {
  protected index: WeaveIndex = indexWeaveMap([]);
  protected readonly console = createGuestConsole((text) => this.print(text, "stdout"));
  protected table: BreakpointTable | undefined;
  protected stepper: Stepper | undefined;
  protected nextAdvice: NextAdvice | undefined;
  /** Aspects in whose advice steps end. */
  protected stepped: SteppedAdvice = "all";
  protected readonly enters = (aspect: string) => this.stepped === "all" || this.stepped.includes(aspect);
  /** What to say when none of the kernel's aspects has one of these names. */
  protected unknownAspects(advice: SteppedAdvice): string | undefined {
    const aspects = [...this.index.aspects].sort();
    const unknown = advice === "all" ? [] : advice.filter((name) => !aspects.includes(name));
    if (unknown.length === 0) return undefined;
    const there = aspects.length === 0 ? "none does" : `there are ${aspects.join(", ")}`;
    return `No aspect ${unknown.join(" or ")} affects this kernel; ${there}.`;
  }

  /** Of a recording. */
  protected travel: TimeTravel | undefined;
  private shown: StopView | undefined;
  protected readonly woven = createWovenSources({
    index: () => this.index,
    weave: (source) => this.weaveUnit(source),
    tell: (sentence) => this.print(`${sentence}\n`, "console"),
  });
  private lastStop: Parameters<StopsSession["sendStop"]> | undefined;
  /** Of the kernel whose symbols are loaded. */
  protected tasks: KernelTasks | undefined;
  protected programs: ProgramSymbols | undefined;
  protected modules: KernelModules | undefined;
  protected kernelFile: KernelFile | undefined;
  /** GDB's breakpoint for the first stop, and the deadline until which it is met. */
  protected stopPoint: { readonly number: string; readonly timer: NodeJS.Timeout } | undefined;
  private seesStop = false;
  protected stoppedThread = 1;
  protected resumeAsked = false;
  protected pauseAsked = false;
  protected catcher: ExceptionCatcher | undefined;
  /** A reset ends the session, in place of a stop. */
  protected leavesAtReset = false;
  /** The stop, if it was one. */
  protected exception: DebugProtocol.StoppedEvent["body"] | undefined;
  protected goesBack = false;
  /** Of a data breakpoint at a pointcut, while its instruction is carried out. */
  private coming: { readonly hit: Hit; after(): Promise<WrittenValues> } | undefined;

  protected abstract wasReset(): boolean;

  protected abstract endAfterReset(): Promise<void>;

  /** Never throws; quick for what was asked before. */
  protected abstract resolvePointcut(expression: string): Promise<ResolvedPointcut>;

  /** With the kernel's symbols. */
  protected abstract readonly symbolFile: string;

  protected abstract readonly folder: string;

  /** Code came with a module, or went: the client's breakpoints lie elsewhere. */
  protected abstract followCode(change: "came" | "went"): Promise<void>;

  /** What `weft live` put into the machine. */
  protected readonly live = createLiveCode(() => this.folder);

  /** What the compiler was given for a unit. Throws with the reason why nobody knows. */
  protected abstract weaveUnit(source: string): Promise<string>;

  /** GDB is there: what works with it is made. */
  protected followGdb(): void {
    const gdb = this.connection;
    const index = () => this.live.indexWith(this.index);
    this.table = createBreakpointTable(gdb, index, (pointcut) => this.resolvePointcut(pointcut));
    this.stepper = createStepper(gdb, index, this.enters, this.live.named);
    this.nextAdvice = createNextAdvice(gdb, index);
    this.shown = createStopView({
      gdb,
      index,
      named: this.live.shown,
      woven: this.woven,
      symbols: () => this.programs?.shown() ?? this.symbolFile,
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

  /** The machine stands: what is woven by now is known to GDB. */
  protected async learnLiveCode(): Promise<void> {
    if (this.isDump || this.travel !== undefined || !this.live.isNew()) return;
    try {
      await this.live.learn(this.connection);
      for (const change of ["went", "came"] as const) await this.followCode(change);
    } catch (error) {
      this.log.add("session", `live advice: ${(error as Error).message}`);
    }
  }

  private async onStopped(result: GdbStop): Promise<void> {
    const threadId = threadOf(result);
    if (this.state !== "ready") return;
    await this.learnLiveCode();
    const stepEnd = result.reason === "end-stepping-range" || result.reason === "function-finished";
    if (stepEnd && this.coming === undefined && (await this.stepper?.proceed(threadId))) return;
    const number =
      result.bkptno ?? result.wpt?.number ?? result["hw-rwpt"]?.number ?? result["hw-awpt"]?.number;
    if (await this.modules?.passed(number, threadId)) return void (await this.goOn(threadId));
    if (!this.goesBack && (await this.catcher?.passed(number, threadId)))
      return void (await this.goOn(threadId));
    if (this.wasReset() && this.leavesAtReset) return this.endAfterReset();
    const atStopPoint = number !== undefined && number === this.stopPoint?.number;
    const access = this.coming;
    this.coming = undefined;
    const isOurs = number !== undefined && !atStopPoint;
    const address = Number(result.frame?.addr ?? Number.NaN);
    const met = access?.hit ?? (isOurs ? await this.table?.hit(number, { address, threadId }) : undefined);
    const atAdvice = this.nextAdvice?.isAt(number) === true;
    const all = met === undefined ? [] : [met, ...(met.also ?? [])];
    for (const { log, file } of all) if (log !== undefined) await this.printLog(log, file, threadId);
    // Hits are counted on the way forward.
    const stopping = all.filter(({ log, passes }) => log === undefined && (passes !== true || this.goesBack));
    if (met !== undefined && stopping.length === 0 && (await this.goOn(threadId))) return;
    const hit = stopping[0] ?? met;
    const written = access === undefined ? await this.accessAt(result, hit, threadId) : await access.after();
    if (written === "soon") return;
    if (this.goesBack) await this.modules?.renew();
    this.clearStopPoint();
    this.stepper?.cancel();
    await this.nextAdvice?.cancel();
    const stop = describeStop(result, hit, {
      hitIds: stopping.filter(({ kind }) => kind !== "panic").map(({ id }) => id),
      ...{ atStopPoint, pauseAsked: this.pauseAsked, stepEnd: stepEnd || atAdvice },
      isRecording: this.travel !== undefined,
      wasReset: this.wasReset(),
      written,
      panic: hit?.kind === "panic" ? await panicMessage(this.connection, threadId) : undefined,
      caught: await this.caughtAt(number, threadId),
    });
    this.pauseAsked = false;
    this.exception = stop.reason === "exception" ? stop : undefined;
    if (this.wasReset()) this.print(`${stop.text}\n${await resetReport(this.connection)}\n`, "console");
    else if (this.exception !== undefined) this.print(`${stop.text}\n`, "console");
    this.sendStop(stop, threadId, hit?.file);
  }

  /** An exception of the CPU, and which task met it. */
  private async caughtAt(
    breakpoint: string | undefined,
    threadId: number,
  ): Promise<CaughtException | undefined> {
    const caught = await this.catcher?.caught(breakpoint, threadId);
    if (caught === undefined) return undefined;
    await this.tasks?.refresh().catch(() => {}); // The threads view says why.
    const details = `CPU#${threadId - 1}`;
    const task = this.tasks?.nameOf({ id: String(threadId), details, state: "stopped" }) ?? "";
    return task.includes(":") ? { ...caught, text: `${caught.text}, on ${task}` } : caught;
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

  private async printLog(log: readonly LogPart[], file: string | undefined, threadId: number): Promise<void> {
    if (file !== undefined) this.view.stoppedIn(threadId, file);
    const names = await this.view.namesAt({ threadId, frameId: 0 });
    this.view.forgetStacks(); // Of a stop that the client never sees.
    const ask = async (expression: string) =>
      names.constant(expression) ??
      evaluate(this.connection, names.expression(expression), { threadId, frameId: 0 });
    this.print(`${await expandLogMessage(log, ask)}\n`, "console");
  }

  /** After a stop that the client never sees; `true` when the machine runs again. */
  protected async goOn(threadId: number): Promise<boolean> {
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
    this.lastStop = [stop, threadId, breakpointFile];
    if (breakpointFile !== undefined) this.shown?.stoppedIn(threadId, breakpointFile);
    this.console.flush();
    this.seesStop = true;
    this.stoppedThread = threadId;
    this.resumeAsked = false;
    const event: DebugProtocol.StoppedEvent["body"] = { ...stop, threadId, allThreadsStopped: true };
    this.sendEvent(new Event("stopped", event));
    void this.kernelFile?.news().then((news) => news !== undefined && this.print(`${news}\n`, "important"));
  }

  /** Has the client ask for the stack anew. */
  protected sendStopAgain(): void {
    if (this.seesStop && this.lastStop !== undefined) this.sendStop(...this.lastStop);
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

  protected get view(): StopView {
    if (this.shown === undefined) throw new Error("The session has not started yet.");
    return this.shown;
  }
}

function threadOf(result: GdbStop): number {
  return Number(result["thread-id"] ?? 1) || 1;
}
