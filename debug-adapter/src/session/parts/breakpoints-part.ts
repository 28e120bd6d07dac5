/** The breakpoints that a client sets, of all kinds. A machine that runs is stopped for them, unseen. */
import { Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { isPointcut } from "../../engine/index.js";
import { DUMP_STANDS } from "../../qemu/index.js";
import { type BreakpointTable, createBreakpointTable } from "../breakpoints/breakpoint-table.js";
import { createExceptionCatcher, type ExceptionCatcher } from "../breakpoints/exception-catcher.js";
import { PANIC_FILTER, RESET_FILTER } from "../breakpoints/exception-filters.js";
import { isRefusedRunning } from "../breakpoints/place-breakpoint.js";
import { withDeadline } from "../gdb/deadline.js";
import { linesWithCode } from "../gdb/mi-commands.js";
import { type Ground, noted } from "./ground.js";
import type { KernelPart } from "./kernel-part.js";

/** So often a machine that ran on meanwhile is stopped again. */
const MOST_TURNS = 5;
/** Milliseconds between two looks whether advice was woven that breakpoints wait for. */
const LIVE_INTERVAL = 500;

export type BreakpointsKernel = Pick<
  KernelPart,
  "index" | "resolve" | "panics" | "entries" | "symbols" | "isDump" | "live" | "learnLiveCode"
>;

export interface BreakpointsNeeds {
  /** Milliseconds that a command may take. */
  readonly deadline: () => number;
  readonly isStepping: () => boolean;
  /** Ends a short stop in the middle of a step, which goes on. */
  readonly stepOn: () => Promise<void>;
}

type Change = (table: BreakpointTable) => Promise<DebugProtocol.Breakpoint[]>;
type Answer = { breakpoints: DebugProtocol.Breakpoint[] };

export class BreakpointsPart {
  /** Undefined before GDB was started. */
  table: BreakpointTable | undefined;
  catcher: ExceptionCatcher | undefined;
  /** A reset ends the session, in place of a stop. */
  leavesAtReset = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly kernel: BreakpointsKernel,
    private readonly needs: BreakpointsNeeds,
  ) {}

  /** GDB is there. */
  followGdb(): void {
    const { gdb } = this.ground;
    this.table = createBreakpointTable({
      gdb,
      index: () => this.kernel.index(),
      resolve: (pointcut) => this.kernel.resolve(pointcut),
    });
    this.catcher = createExceptionCatcher({
      gdb,
      frames: this.kernel.entries,
      symbols: () => this.kernel.symbols,
    });
    this.timer = setInterval(
      () => void this.lookForLiveCode().catch(noted(this.ground, "live advice")),
      LIVE_INTERVAL,
    ).unref();
  }

  setSource({ source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments): Promise<Answer> | Answer {
    const { sourceReference = 0, name = "", path } = source;
    if (sourceReference > 0) {
      const message = `Set it in the source: ${name} is what the compiler made of it.`;
      return { breakpoints: breakpoints.map(() => ({ verified: false, message })) };
    }
    return this.change(breakpoints.length, (table) => table.setSource(path ?? name, breakpoints));
  }

  async setFunctions({ breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments): Promise<Answer> {
    // Before the machine is paused: it takes a while.
    for (const { name } of breakpoints) if (isPointcut(name)) await this.kernel.resolve(name);
    return this.change(breakpoints.length, (table) => table.setFunctions(breakpoints));
  }

  setInstructions({ breakpoints }: DebugProtocol.SetInstructionBreakpointsArguments): Promise<Answer> {
    return this.change(breakpoints.length, (table) => table.setInstructions(breakpoints));
  }

  setData({ breakpoints }: DebugProtocol.SetDataBreakpointsArguments): Promise<Answer> {
    return this.change(breakpoints.length, (table) => table.setData(breakpoints));
  }

  setExceptions({
    filters,
    filterOptions = [],
  }: DebugProtocol.SetExceptionBreakpointsArguments): Promise<Answer> {
    const wanted: [string, string | undefined][] = [
      ...filters.map((filter): [string, undefined] => [filter, undefined]),
      ...filterOptions.map(({ filterId, condition }): [string, string | undefined] => [
        filterId,
        condition?.trim() || undefined,
      ]),
    ];
    const isWanted = (name: string) => wanted.some(([filter]) => filter === name);
    return this.change(wanted.length, async (table) => {
      this.leavesAtReset = !isWanted(RESET_FILTER.filter);
      await table.setPanics(isWanted(PANIC_FILTER.filter) ? this.kernel.panics : []);
      return (await this.catcher?.want(new Map(wanted))) ?? [];
    });
  }

  /** Lines of a file, between two of them, that have code. */
  async locations({
    source,
    line,
    endLine = line,
  }: DebugProtocol.BreakpointLocationsArguments): Promise<DebugProtocol.BreakpointLocationsResponse["body"]> {
    const lines = await linesWithCode(this.ground.gdb, source.path ?? source.name ?? "");
    const wanted = lines.filter((its) => its >= line && its <= endLine);
    return { breakpoints: wanted.map((its) => ({ line: its })) };
  }

  /** Code came or went: the client is told of breakpoints that lie elsewhere now. */
  async follow(change: "came" | "went"): Promise<void> {
    for (const breakpoint of (await this.table?.follow(change)) ?? [])
      this.ground.send(new Event("breakpoint", { reason: "changed", breakpoint }));
  }

  /** After a restart everything is set again. */
  async renew(): Promise<void> {
    await this.table?.renew();
    await this.catcher?.renew();
  }

  /** Breakpoints that wait for advice to be woven get it when it is there, while the machine runs. */
  async lookForLiveCode(): Promise<void> {
    if (this.ground.phase !== "ready" || !this.ground.isRunning) return;
    if (this.table?.isWaiting() !== true || !this.kernel.live.isNew()) return;
    await withDeadline(this.ground.pauseIfNeeded(), this.needs.deadline());
    await this.kernel.learnLiveCode().finally(() => this.ground.continueIfNeeded());
  }

  private async change(wanted: number, change: Change): Promise<Answer> {
    if (this.kernel.isDump) {
      const none = { verified: false, message: DUMP_STANDS };
      return { breakpoints: Array.from({ length: wanted }, () => none) };
    }
    if (this.table === undefined) throw new Error("No machine is debugged yet: launch or attach first.");
    return { breakpoints: await this.whileStopped(change, this.table) };
  }

  /** A machine that runs is stopped for it, unseen; between two steps of GDB it looks as if it stood, and may run on meanwhile. */
  private async whileStopped(change: Change, table: BreakpointTable): Promise<DebugProtocol.Breakpoint[]> {
    for (let turn = 1; ; turn++) {
      await withDeadline(this.ground.pauseIfNeeded(), this.needs.deadline());
      try {
        await this.kernel.learnLiveCode();
        return await change(table);
      } catch (error) {
        if (turn === MOST_TURNS || !isRefusedRunning(error)) throw error;
      } finally {
        await this.runOn();
      }
    }
  }

  /** After a short stop that nobody sees: a step that was under way goes on as a step. */
  private async runOn(): Promise<void> {
    const isStep = this.ground.isOnlyPause() && this.needs.isStepping();
    if (isStep) this.ground.keepPause();
    await this.ground.continueIfNeeded();
    if (isStep) await this.needs.stepOn();
  }

  end(): void {
    clearInterval(this.timer);
  }
}
