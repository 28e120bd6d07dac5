/** What makes the machine run, forward and backward, until it stops again. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { StepIntent } from "../../engine/index.js";
import type { ReverseToWrite, SourceLine } from "../../protocol/index.js";
import { continueAll } from "../gdb/mi-commands.js";
import { callBeginning, createJumps, type Jumps } from "../moves/jumps.js";
import type { TimeTravel } from "../moves/time-travel.js";
import { StopsSession } from "./stops-session.js";

const NO_RECORDING =
  "Only a recorded run goes backwards. Record one (Weft: Record Run), then replay it (Weft: Replay Recording).";

const ASLEEP =
  "This task sleeps: it has no next step until the kernel runs it again. Set a breakpoint where it goes on, or step a CPU.";

const RECORDED_AS_IT_WAS =
  "A recording is run as it was: nothing in it can be made to go elsewhere. Go to another time of it, or boot the kernel anew.";

const NOT_UNDONE =
  "What the function did to memory and devices since it was called can't be undone, so its frame can't be restarted. In a recorded run it can: the run goes back to the call.";

export abstract class ResumesSession extends StopsSession {
  private jumps: Jumps | undefined;

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

  protected async resume(response: DebugProtocol.Response, work: () => Promise<void>): Promise<void> {
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

  protected override gotoTargetsRequest(
    response: DebugProtocol.GotoTargetsResponse,
    { source, line }: DebugProtocol.GotoTargetsArguments,
  ): void {
    void this.answer(response, async () => {
      if (this.travel !== undefined) throw new Error(RECORDED_AS_IT_WAS);
      this.jumps ??= createJumps(this.connection);
      const file = source.path ?? source.name ?? "";
      return { targets: await this.jumps.targets(this.stoppedThread, file, line) };
    });
  }

  protected override gotoRequest(
    response: DebugProtocol.GotoResponse,
    { threadId, targetId }: DebugProtocol.GotoArguments,
  ): void {
    void this.handle(response, async () => {
      if (this.travel !== undefined) throw new Error(RECORDED_AS_IT_WAS);
      if (this.tasks?.sleeps(threadId)) throw new Error(ASLEEP);
      await this.jumps?.jump(threadId, targetId);
      this.sendResponse(response);
      this.sendStop({ reason: "goto" }, threadId);
    });
  }

  /** In a recording the call's beginning is there, with all that was so then. */
  protected override restartFrameRequest(
    response: DebugProtocol.RestartFrameResponse,
    { frameId }: DebugProtocol.RestartFrameArguments,
  ): void {
    if (this.travel === undefined) this.fail(response, new Error(NOT_UNDONE));
    else
      void this.goBack(response, async (travel) => {
        await callBeginning(this.connection, this.view.frame(frameId));
        await travel.reverseContinue();
      });
  }

  protected override forgetStop(): void {
    super.forgetStop();
    this.jumps?.forget();
  }
}
