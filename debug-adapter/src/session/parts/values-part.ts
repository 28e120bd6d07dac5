/** What a client sees at a stop, and what it asks there. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { isPointcut } from "../../engine/index.js";
import type {
  RecordedHits,
  RecordedHitsArguments,
  RunReason,
  RunReasonArguments,
  ValueOrigin,
  ValueOriginArguments,
} from "../../protocol/index.js";
import type { ReplayedMachine } from "../../qemu/index.js";
import { memoryOf } from "../gdb/mi-commands.js";
import { counterCommand, type LiveCounters } from "../kernel/live-counters.js";
import { askOrigin } from "../origin/ask-origin.js";
import { originAsText } from "../origin/origin-text.js";
import { requireInRun } from "../origin/require-in-run.js";
import { whereIs, whereIsAt } from "../origin/where-is.js";
import { askReason } from "../reason/ask-reason.js";
import { reasonAsText } from "../reason/reason-text.js";
import { hitsAsText, recordedHits } from "../recorded/recorded-hits.js";
import { completions } from "../values/completions.js";
import { showTable, tableCommand } from "../values/cpu-tables.js";
import { disassemble } from "../values/disassembly.js";
import { createStopView, type StopView } from "../values/stop-view.js";
import { type Ground, noted } from "./ground.js";
import type { KernelPart } from "./kernel-part.js";

const WHY = /^why (.+?)(?:@(\d+))?$/s;
const WHY_RAN = /^why-ran(?: (\d+))?$/;
const HITS = /^hits (?:--most (\d+) )?(?:--seconds (\d+) )?(.+)$/s;

export type ValuesKernel = Pick<
  KernelPart,
  | ("index" | "live" | "woven" | "programs" | "symbols" | "tasks" | "counters")
  | ("isDump" | "opened" | "resolve" | "learnLiveCode")
>;

export interface ValuesMachine {
  readonly replayed: ReplayedMachine | undefined;
  readonly isRecorded: boolean;
}

export class ValuesPart {
  private shown: StopView | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly kernel: ValuesKernel,
    private readonly machine: ValuesMachine,
  ) {}

  /** GDB is there. */
  followGdb(): void {
    this.shown = createStopView({
      gdb: this.ground.gdb,
      index: () => this.kernel.index(),
      named: this.kernel.live.shown,
      woven: this.kernel.woven,
      symbols: () => this.kernel.programs?.shown() ?? this.kernel.symbols,
      handles: this.ground.frames,
      registers: (frameHandle) => this.ground.registers(frameHandle),
    });
  }

  /** Throws before GDB was started. */
  get view(): StopView {
    if (this.shown === undefined) throw new Error("The session has not started yet.");
    return this.shown;
  }

  async stackTrace(
    args: DebugProtocol.StackTraceArguments,
  ): Promise<DebugProtocol.StackTraceResponse["body"]> {
    const cpu = this.kernel.tasks?.sleeps(args.threadId) ? undefined : args.threadId - 1;
    if (cpu !== undefined)
      await this.kernel.programs?.showFor(cpu).catch(noted(this.ground, "symbols of programs"));
    return this.view.stackTrace(args);
  }

  source({ source, sourceReference }: DebugProtocol.SourceArguments): DebugProtocol.SourceResponse["body"] {
    const content = this.kernel.woven.content(source?.sourceReference ?? sourceReference);
    if (content === undefined) throw new Error("This text is of a session that has ended.");
    return { content, mimeType: "text/x-c" };
  }

  /** What hooks displaced is shown as the kernel has it. */
  async disassemble(
    args: DebugProtocol.DisassembleArguments,
  ): Promise<DebugProtocol.DisassembleResponse["body"]> {
    await this.kernel.learnLiveCode();
    const { gdb } = this.ground;
    return { instructions: [...(await this.kernel.live.inCode(await disassemble(gdb, args), gdb))] };
  }

  async completions(
    args: DebugProtocol.CompletionsArguments,
  ): Promise<DebugProtocol.CompletionsResponse["body"]> {
    return { targets: await completions(this.ground.gdb, args) };
  }

  /** What a text in the debug console asks of Weft; `undefined` where it is an expression. */
  consoleCommand(text: string, frameId: number | undefined): (() => Promise<string>) | undefined {
    const counting = counterCommand(text);
    if (counting !== undefined) return async () => counting(this.countersHere());
    const table = tableCommand(text);
    if (table !== undefined) return () => showTable(this.ground.gdb, table, this.view.frame(frameId));
    const [, asked, at] = WHY.exec(text) ?? [];
    if (asked !== undefined)
      return async () => {
        const position = at === undefined ? {} : { position: Number(at) };
        const frame = frameId === undefined ? {} : { frameId };
        return originAsText(await this.originOf({ expression: asked, ...frame, ...position }));
      };
    const ran = WHY_RAN.exec(text);
    if (ran !== null) {
      const position = ran[1] === undefined ? {} : { position: Number(ran[1]) };
      return async () => reasonAsText(await this.reasonOf(position));
    }
    const [, most, seconds, pointcut] = HITS.exec(text) ?? [];
    if (pointcut === undefined || !isPointcut(pointcut)) return undefined;
    const limits = {
      ...(most === undefined ? {} : { most: Number(most) }),
      ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    };
    return async () => hitsAsText(await this.hitsOf({ pointcut, ...limits }), true);
  }

  private countersHere(): LiveCounters {
    if (this.kernel.isDump || this.kernel.opened !== undefined || this.machine.isRecorded)
      throw new Error(
        "A recording or a dump can't be woven into, so nothing is counted in it. Ask a recording: hits POINTCUT",
      );
    return this.kernel.counters;
  }

  async hitsOf({ pointcut, ...limits }: RecordedHitsArguments): Promise<RecordedHits> {
    const { replayed } = this.machine;
    if (replayed === undefined) throw new Error("Only a recording knows what ran when. Replay one.");
    return recordedHits(replayed.time, await this.kernel.resolve(pointcut), this.kernel.symbols, limits);
  }

  async originOf({ expression, frameId, position, ...limits }: ValueOriginArguments): Promise<ValueOrigin> {
    const { replayed } = this.machine;
    if (replayed === undefined)
      throw new Error("Only a recording knows where a value came from. Replay one.");
    if (expression.trim() === "") throw new Error("Of what? Say a variable, a member or a register ($NAME).");
    const { time } = replayed;
    const now = await time.position();
    const at = position ?? now;
    requireInRun(time, at);
    const { symbols } = this.kernel;
    const meant =
      at === now
        ? await whereIs(this.ground.gdb, expression, this.view.frame(frameId))
        : await whereIsAt(time, symbols, expression, at);
    return askOrigin(time, symbols, { expression, position: at, ...meant, ...limits });
  }

  async reasonOf({ position, ...limits }: RunReasonArguments): Promise<RunReason> {
    const { replayed } = this.machine;
    if (replayed === undefined) throw new Error("Only a recording knows why something ran. Replay one.");
    const { time } = replayed;
    const at = position ?? (await time.position());
    return askReason(time, this.kernel.symbols, { position: at, ...limits });
  }

  async dataBreakpointInfo(
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]> {
    return isPointcut(args.name) ? this.pointcutToWatch(args.name) : this.view.dataBreakpointInfo(args);
  }

  /** All writes of a field, of whatever object: a pointcut is watched by its instructions, so there may be any number of them. */
  private async pointcutToWatch(pointcut: string): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]> {
    const { places, message } = await this.kernel.resolve(pointcut);
    const accesses = places.filter(({ meant }) => meant.some(({ how }) => how === "access"));
    if (accesses.length === 0) {
      const why = message ?? "None of its instructions is an access; name it with get(…) or set(…).";
      return { dataId: null, description: `${pointcut} can't be watched: ${why}` };
    }
    const count = `${accesses.length} ${accesses.length === 1 ? "place" : "places"}`;
    return { dataId: pointcut, description: `${pointcut} (${count})`, canPersist: true };
  }

  /**
   * A machine that runs is not stopped for a look, and one that is gone has no memory: nothing can be read then, which is
   * no error. A view asks again at the next stop, and one that asked late finds the session's end.
   */
  async readMemory({
    memoryReference,
    offset = 0,
    count,
  }: DebugProtocol.ReadMemoryArguments): Promise<NonNullable<DebugProtocol.ReadMemoryResponse["body"]>> {
    const stands = () => !this.ground.isRunning && this.ground.phase !== "ended";
    const nothing = { address: memoryReference, unreadableBytes: count };
    if (!stands() || count === 0) return nothing;
    try {
      const { address, bytes } = await memoryOf(this.ground.gdb, memoryReference, count, offset);
      return { address, data: bytes.toString("base64") };
    } catch (error) {
      // Whoever let it run meanwhile, or ended it, was quicker.
      if (stands() && !/target is running/.test((error as Error).message)) throw error;
      return nothing;
    }
  }

  /** The machine runs, or stands elsewhere. */
  forgetStop(): void {
    this.ground.forgetHandles();
    this.shown?.forget();
  }

  /** Of a stop in a source breakpoint's file, by GDB's name of it. */
  stoppedIn(threadId: number, file: string): void {
    this.shown?.stoppedIn(threadId, file);
  }
}
