/** The breakpoints that a client sets, of all kinds, and what it asks of an exception. */
import { Event } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { isPointcut } from "../../engine/index.js";
import { DUMP_STANDS } from "../../qemu/index.js";
import { type BreakpointTable, isRefusedRunning } from "../breakpoints/breakpoint-table.js";
import { PANIC_FILTER, RESET_FILTER } from "../breakpoints/exception-filters.js";
import { withDeadline } from "../gdb/deadline.js";
import { linesWithCode } from "../gdb/mi-commands.js";
import { LooksSession } from "./looks-session.js";

/** So often a machine that ran on meanwhile is stopped again. */
const MOST_TURNS = 5;

export abstract class BreakpointsSession extends LooksSession {
  /** Milliseconds that a command may take. */
  protected abstract readonly commandDeadline: number;

  /** Functions that the kernel calls when it can't go on. */
  protected abstract readonly panics: readonly string[];

  protected override async setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): Promise<void> {
    const { sourceReference = 0, name = "" } = args.source;
    if (sourceReference > 0) {
      const message = `Set it in the source: ${name} is what the compiler made of it.`;
      const breakpoints = (args.breakpoints ?? []).map(() => ({ verified: false, message }));
      return this.answer(response, async () => ({ breakpoints }));
    }
    await this.changeBreakpoints(response, args.breakpoints?.length ?? 0, (table) =>
      table.setSource(args.source.path ?? args.source.name ?? "", args.breakpoints ?? []),
    );
  }

  protected override async setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): Promise<void> {
    // Before the machine is paused: it takes a while.
    for (const { name } of args.breakpoints) if (isPointcut(name)) await this.resolvePointcut(name);
    await this.changeBreakpoints(response, args.breakpoints.length, (table) =>
      table.setFunctions(args.breakpoints),
    );
  }

  protected override async setInstructionBreakpointsRequest(
    response: DebugProtocol.SetInstructionBreakpointsResponse,
    args: DebugProtocol.SetInstructionBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, args.breakpoints.length, (table) =>
      table.setInstructions(args.breakpoints),
    );
  }

  protected override async setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    args: DebugProtocol.SetDataBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, args.breakpoints.length, (table) =>
      table.setData(args.breakpoints),
    );
  }

  protected override setExceptionBreakPointsRequest(
    response: DebugProtocol.SetExceptionBreakpointsResponse,
    { filters, filterOptions = [] }: DebugProtocol.SetExceptionBreakpointsArguments,
  ): void {
    const wanted: [string, string | undefined][] = [
      ...filters.map((filter): [string, undefined] => [filter, undefined]),
      ...filterOptions.map(({ filterId, condition }): [string, string | undefined] => [
        filterId,
        condition?.trim() || undefined,
      ]),
    ];
    void this.changeBreakpoints(response, wanted.length, async (table) => {
      this.leavesAtReset = !wanted.some(([filter]) => filter === RESET_FILTER.filter);
      await table.setPanics(wanted.some(([filter]) => filter === PANIC_FILTER.filter) ? this.panics : []);
      return (await this.catcher?.want(new Map(wanted))) ?? [];
    });
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    void this.answer(response, async () => {
      if (this.exception === undefined) throw new Error("The machine did not stop for an exception.");
      const { description = "", text = "" } = this.exception;
      return { exceptionId: description, description: text, breakMode: "always" as const };
    });
  }

  protected override async followCode(change: "came" | "went"): Promise<void> {
    for (const breakpoint of (await this.table?.follow(change)) ?? [])
      this.sendEvent(new Event("breakpoint", { reason: "changed", breakpoint }));
  }

  /** Breakpoints that wait for advice to be woven get it when it is there, while the machine runs. */
  protected async lookForLiveCode(): Promise<void> {
    if (this.state !== "ready" || !this.isRunning || this.table?.isWaiting() !== true || !this.live.isNew())
      return;
    await withDeadline(this.pauseIfNeeded(), this.commandDeadline);
    await this.learnLiveCode().finally(() => this.continueIfNeeded());
  }

  private async changeBreakpoints(
    response: DebugProtocol.Response,
    wanted: number,
    change: (table: BreakpointTable) => Promise<DebugProtocol.Breakpoint[]>,
  ): Promise<void> {
    await this.handle(response, async () => {
      if (this.isDump) {
        const none = { verified: false, message: DUMP_STANDS };
        response.body = { breakpoints: Array.from({ length: wanted }, () => none) };
        return this.sendResponse(response);
      }
      if (this.table === undefined) throw new Error("No machine is debugged yet: launch or attach first.");
      response.body = { breakpoints: await this.whileStopped(change, this.table) };
      this.sendResponse(response);
    });
  }

  /** A machine that runs is stopped for it, unseen; between two steps of GDB it looks as if it stood, and may run on meanwhile. */
  private async whileStopped(
    change: (table: BreakpointTable) => Promise<DebugProtocol.Breakpoint[]>,
    table: BreakpointTable,
  ): Promise<DebugProtocol.Breakpoint[]> {
    for (let turn = 1; ; turn++) {
      await withDeadline(this.pauseIfNeeded(), this.commandDeadline);
      try {
        await this.learnLiveCode();
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
    const isStep = this.waitPausedNeeded && this.pauseCount === 1 && this.stepper?.isActive() === true;
    if (isStep) this.waitPausedNeeded = false;
    await this.continueIfNeeded();
    if (isStep && !(await this.goOn(this.stoppedThread)))
      this.sendStop({ reason: "step" }, this.stoppedThread);
  }

  protected override breakpointLocationsRequest(
    response: DebugProtocol.BreakpointLocationsResponse,
    { source, line, endLine = line }: DebugProtocol.BreakpointLocationsArguments,
  ): void {
    void this.answer(response, async () => {
      const lines = await linesWithCode(this.connection, source.path ?? source.name ?? "");
      const wanted = lines.filter((its) => its >= line && its <= endLine);
      return { breakpoints: wanted.map((its) => ({ line: its })) };
    });
  }
}
