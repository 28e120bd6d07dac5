/** Stops: GDB's become the client's, or are passed unseen. What woven code means is decided in `engine`. */
import { ContinuedEvent, Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { LogPart } from "../../engine/index.js";
import type { Hit } from "../breakpoints/breakpoint-hit.js";
import type { CaughtException } from "../breakpoints/exception-place.js";
import { expandLogMessage } from "../breakpoints/log-message.js";
import { type GdbStop, isWatchStop } from "../gdb/gdb-stop.js";
import { evaluate } from "../gdb/mi-commands.js";
import { panicMessage, resetReport } from "../kernel/panics.js";
import { comingAccess, type WrittenValues, watchedValues } from "../values/written-values.js";
import type { BreakpointsPart } from "./breakpoints-part.js";
import { describeStop } from "./describe-stop.js";
import { type Ground, noted } from "./ground.js";
import type { KernelPart } from "./kernel-part.js";
import type { MovesPart } from "./moves-part.js";
import type { ValuesPart } from "./values-part.js";

type StopBody = DebugProtocol.StoppedEvent["body"];

export interface StopsNeeds {
  readonly kernel: Pick<KernelPart, "learnLiveCode" | "modules" | "tasks" | "file">;
  readonly breakpoints: Pick<BreakpointsPart, "table" | "catcher" | "leavesAtReset">;
  readonly values: Pick<ValuesPart, "view" | "forgetStop" | "stoppedIn">;
  readonly moves: Pick<
    MovesPart,
    | ("proceed" | "goOn" | "cancel" | "isAtNextAdvice" | "isRecording")
    | ("goesBack" | "resumeAsked" | "forgetStop")
  >;
  readonly wasReset: () => boolean;
  readonly endAfterReset: () => Promise<void>;
  /** The kernel's last line, though it has no end yet. */
  readonly flushConsole: () => void;
}

export class StopsPart {
  /** Of the last stop that the client saw. */
  thread = 1;
  /** The stop, if it was one. */
  private exception: StopBody | undefined;
  private pauseAsked = false;
  private isSeen = false;
  private last: Parameters<StopsPart["send"]> | undefined;
  /** GDB's breakpoint for the first stop, and the deadline until which it is met. */
  private point: { readonly number: string; readonly timer: NodeJS.Timeout } | undefined;
  /** Of a data breakpoint at a pointcut, while its instruction is carried out. */
  private coming: { readonly hit: Hit; after(): Promise<WrittenValues> } | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly needs: StopsNeeds,
  ) {}

  /** The first stop is at GDB's breakpoint `number`, within `deadline` milliseconds. */
  expect(number: string, deadline: number, onLate: () => void): void {
    const late = () => {
      this.point = undefined;
      onLate();
    };
    this.point = { number, timer: setTimeout(late, deadline) };
  }

  forgetPoint(): void {
    clearTimeout(this.point?.timer);
    this.point = undefined;
  }

  /** The client asks for a stop; nothing comes of it where the machine stands already. */
  askPause(isRunning: boolean): void {
    this.pauseAsked = isRunning;
  }

  exceptionInfo(): DebugProtocol.ExceptionInfoResponse["body"] {
    if (this.exception === undefined) throw new Error("The machine did not stop for an exception.");
    const { description = "", text = "" } = this.exception;
    return { exceptionId: description, description: text, breakMode: "always" };
  }

  /** Each stop of GDB. Never throws: a stop that can't be understood is told as one. */
  async take(result: GdbStop): Promise<void> {
    try {
      await this.understand(result);
    } catch (error) {
      noted(this.ground, "after a stop")(error as Error);
      if (this.ground.phase === "ready")
        this.send({ reason: "pause", description: "Stopped" }, threadOf(result));
    }
  }

  private async understand(result: GdbStop): Promise<void> {
    const { kernel, moves, wasReset } = this.needs;
    const threadId = threadOf(result);
    if (this.ground.phase !== "ready") return;
    await kernel.learnLiveCode();
    const stepEnd = isStepEnd(result);
    const number = numberIn(result);
    if (await this.isUnseen(number, stepEnd, threadId)) return;
    const atStopPoint = number !== undefined && number === this.point?.number;
    const access = this.coming;
    this.coming = undefined;
    const met = access?.hit ?? (atStopPoint ? undefined : await this.hitAt(result, number, threadId));
    const atAdvice = moves.isAtNextAdvice(number);
    const stopping = await this.logHits(met, threadId);
    if (met !== undefined && stopping.length === 0 && (await moves.goOn(threadId))) return;
    const hit = stopping[0] ?? met;
    const written = access === undefined ? await this.accessAt(result, hit, threadId) : await access.after();
    if (written === "soon") return;
    if (moves.goesBack) await kernel.modules?.renew();
    this.forgetPoint();
    await moves.cancel();
    const stop = describeStop(result, hit, {
      hitIds: stopping.filter(({ kind }) => kind !== "panic").map(({ id }) => id),
      ...{ atStopPoint, pauseAsked: this.pauseAsked, stepEnd: stepEnd || atAdvice },
      isRecording: moves.isRecording,
      wasReset: wasReset(),
      written,
      panic: hit?.kind === "panic" ? await panicMessage(this.ground.gdb, threadId) : undefined,
      caught: await this.caughtAt(number, threadId),
    });
    await this.tell(stop, threadId, hit?.file);
  }

  /** Logpoints among what is met here print; the hits that stop the machine are returned. */
  private async logHits(met: Hit | undefined, threadId: number): Promise<Hit[]> {
    const all = met === undefined ? [] : [met, ...(met.also ?? [])];
    for (const { log, file } of all) if (log !== undefined) await this.printLog(log, file, threadId);
    // Hits are counted on the way forward.
    const { goesBack } = this.needs.moves;
    return all.filter(({ log, passes }) => log === undefined && (passes !== true || goesBack));
  }

  /** Between the steps of a longer one, where nobody wants to stop, and at a reset that ends the session. */
  private async isUnseen(number: string | undefined, stepEnd: boolean, threadId: number): Promise<boolean> {
    const { breakpoints, moves, wasReset, endAfterReset } = this.needs;
    if (stepEnd && this.coming === undefined && (await moves.proceed(threadId))) return true;
    if (await this.isPassed(number, threadId)) {
      await moves.goOn(threadId);
      return true;
    }
    if (!wasReset() || !breakpoints.leavesAtReset) return false;
    await endAfterReset();
    return true;
  }

  /** Where modules come and go, and where the CPU's table of handlers changes, nobody wants to stop. */
  private async isPassed(number: string | undefined, threadId: number): Promise<boolean> {
    const { kernel, breakpoints, moves } = this.needs;
    if (await kernel.modules?.passed(number, threadId)) return true;
    return !moves.goesBack && (await breakpoints.catcher?.passed(number, threadId)) === true;
  }

  private async hitAt(
    { frame }: GdbStop,
    number: string | undefined,
    threadId: number,
  ): Promise<Hit | undefined> {
    if (number === undefined) return undefined;
    const address = Number(frame?.addr ?? Number.NaN);
    return this.needs.breakpoints.table?.hit(number, { address, threadId });
  }

  private async tell(stop: StopBody, threadId: number, file: string | undefined): Promise<void> {
    this.pauseAsked = false;
    this.exception = stop.reason === "exception" ? stop : undefined;
    if (this.needs.wasReset())
      this.ground.print(`${stop.text}\n${await resetReport(this.ground.gdb)}\n`, "console");
    else if (this.exception !== undefined) this.ground.print(`${stop.text}\n`, "console");
    this.send(stop, threadId, file);
  }

  /** An exception of the CPU, and which task met it. */
  private async caughtAt(number: string | undefined, threadId: number): Promise<CaughtException | undefined> {
    const { kernel, breakpoints } = this.needs;
    const caught = await breakpoints.catcher?.caught(number, threadId);
    if (caught === undefined) return undefined;
    await kernel.tasks?.refresh().catch(noted(this.ground, "tasks"));
    const details = `CPU#${threadId - 1}`;
    const task = kernel.tasks?.nameOf({ id: String(threadId), details, state: "stopped" }) ?? "";
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
    const { gdb } = this.ground;
    const { goesBack } = this.needs.moves;
    if (isWatchStop(result)) return watchedValues(gdb, result, threadId, goesBack);
    const access = hit?.kind === "data" ? hit.place?.meant.find(({ how }) => how === "access") : undefined;
    if (hit === undefined || access === undefined) return undefined;
    const coming = await comingAccess(gdb, access, threadId);
    if (goesBack) return coming.before;
    this.coming = { hit, after: coming.after };
    await gdb.sendCommand(`-exec-step-instruction --thread ${threadId}`);
    return "soon";
  }

  private async printLog(log: readonly LogPart[], file: string | undefined, threadId: number): Promise<void> {
    const { view } = this.needs.values;
    if (file !== undefined) view.stoppedIn(threadId, file);
    const names = await view.namesAt({ threadId, frameId: 0 });
    view.forgetStacks(); // Of a stop that the client never sees.
    const ask = async (expression: string) =>
      names.constant(expression) ??
      evaluate(this.ground.gdb, names.expression(expression), { threadId, frameId: 0 });
    this.ground.print(`${await expandLogMessage(log, ask)}\n`, "console");
  }

  /** `breakpointFile`: GDB's name of the file of the source breakpoint that caused the stop. */
  send(stop: StopBody, threadId: number, breakpointFile?: string): void {
    this.forget();
    this.last = [stop, threadId, breakpointFile];
    if (breakpointFile !== undefined) this.needs.values.stoppedIn(threadId, breakpointFile);
    this.needs.flushConsole();
    this.isSeen = true;
    this.thread = threadId;
    this.needs.moves.resumeAsked = false;
    this.ground.send(new Event("stopped", { ...stop, threadId, allThreadsStopped: true }));
    const tell = (news: string | undefined) =>
      news !== undefined && this.ground.print(`${news}\n`, "important");
    void this.needs.kernel.file?.news().then(tell);
  }

  /** Has the client ask for the stack anew. */
  sendAgain(): void {
    if (this.isSeen && this.last !== undefined) this.send(...this.last);
  }

  /** After a short stop in the middle of a step: it goes on, or has ended here. */
  async stepOn(): Promise<void> {
    if (!(await this.needs.moves.goOn(this.thread))) this.send({ reason: "step" }, this.thread);
  }

  /** The client is told of a resume that it did not ask for, and never of those between two steps of GDB. */
  resumed(): void {
    if (this.isSeen && !this.needs.moves.resumeAsked) this.ground.send(new ContinuedEvent(1, true));
    if (this.isSeen) this.forget();
    this.isSeen = false;
  }

  /** What was seen at the stop is over. */
  forget(): void {
    this.needs.values.forgetStop();
    this.needs.moves.forgetStop();
  }
}

function threadOf(result: GdbStop): number {
  return Number(result["thread-id"] ?? 1) || 1;
}

function isStepEnd({ reason }: GdbStop): boolean {
  return reason === "end-stepping-range" || reason === "function-finished";
}

/** GDB's number of the breakpoint that it stopped for. */
function numberIn(result: GdbStop): string | undefined {
  return result.bkptno ?? result.wpt?.number ?? result["hw-rwpt"]?.number ?? result["hw-awpt"]?.number;
}
