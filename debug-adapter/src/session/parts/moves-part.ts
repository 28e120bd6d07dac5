/** What makes the machine run, forward and backward, until it stops again; and whether the client asked for it. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { StepIntent } from "../../engine/index.js";
import type { SteppedAdvice, SteppedInto } from "../../protocol/index.js";
import type { ReplayedMachine } from "../../qemu/index.js";
import type { FrameReference } from "../gdb/mi-commands.js";
import { continueAll } from "../gdb/mi-commands.js";
import { callBeginning, createJumps, type Jumps } from "../moves/jumps.js";
import { createNextAdvice, type NextAdvice } from "../moves/next-advice.js";
import { createStepper, type Stepper } from "../moves/stepper.js";
import { createTimeTravel, type TimeTravel } from "../moves/time-travel.js";
import type { Ground } from "./ground.js";
import type { KernelPart } from "./kernel-part.js";

const NO_RECORDING =
  "Only a recorded run goes backwards. Record one (Weft: Record Run), then replay it (Weft: Replay Recording).";

const ASLEEP =
  "This task sleeps: it has no next step until the kernel runs it again. Set a breakpoint where it goes on, or step a CPU.";

const RECORDED_AS_IT_WAS =
  "A recording is run as it was: nothing in it can be made to go elsewhere. Go to another time of it, or boot the kernel anew.";

const NOT_UNDONE =
  "What the function did to memory and devices since it was called can't be undone, so its frame can't be restarted. In a recorded run it can: the run goes back to the call.";

/** What moves need of the kernel. */
export type MovedKernel = Pick<
  KernelPart,
  "index" | "builtIndex" | "live" | "modules" | "tasks" | "aspects" | "unknownAspects"
>;

export class MovesPart {
  /** The way to the next stop, or from the last one, is backwards. */
  goesBack = false;
  /** The client knows that the machine runs: it asked for it. */
  resumeAsked = false;
  private stepper: Stepper | undefined;
  private nextAdvice: NextAdvice | undefined;
  /** Aspects in whose advice steps end. */
  private stepped: SteppedAdvice = "all";
  /** Of a recording. */
  private travel: TimeTravel | undefined;
  private jumps: Jumps | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly kernel: MovedKernel,
  ) {}

  /** GDB is there. */
  followGdb(): void {
    const { gdb } = this.ground;
    const index = () => this.kernel.index();
    this.stepper = createStepper(gdb, index, this.enters, this.kernel.live.named);
    this.nextAdvice = createNextAdvice(gdb, index);
  }

  /** The run can be gone through in both directions from now on. */
  followRecording({ time }: ReplayedMachine, symbols: string): void {
    this.travel = createTimeTravel(this.ground.gdb, time, () => this.kernel.builtIndex(), symbols);
  }

  get isRecording(): boolean {
    return this.travel !== undefined;
  }

  // Which advice steps go into.

  private readonly enters = (aspect: string) => this.stepped === "all" || this.stepped.includes(aspect);

  /** Taken as it is: names that the kernel does not have are told later. */
  begin(stepped: SteppedAdvice): void {
    this.stepped = stepped;
  }

  tellUnknownAspects(): void {
    const unknown = this.kernel.unknownAspects(this.stepped);
    if (unknown !== undefined) this.ground.print(`"stepIntoAdvice": ${unknown}\n`, "important");
  }

  /** Throws for aspects that the kernel does not have. */
  stepInto(advice: SteppedAdvice | undefined): SteppedInto {
    const unknown = advice === undefined ? undefined : this.kernel.unknownAspects(advice);
    if (unknown !== undefined) throw new Error(unknown);
    if (advice !== undefined) this.stepped = advice;
    return { advice: this.stepped, aspects: this.kernel.aspects() };
  }

  // Forward.

  /** Runs what lets the machine run; the stop after it comes as an event. */
  async resume(run: () => Promise<unknown>): Promise<void> {
    this.resumeAsked = true;
    if (this.goesBack) await this.kernel.modules?.watch(true);
    this.goesBack = false;
    await run();
  }

  continue(): Promise<void> {
    return this.resume(() => continueAll(this.ground.gdb));
  }

  step(intent: StepIntent, { threadId, granularity }: DebugProtocol.NextArguments): Promise<void> {
    return this.resume(async () => {
      if (this.kernel.tasks?.sleeps(threadId)) throw new Error(ASLEEP);
      if (granularity !== "instruction") return this.stepper?.start(intent, threadId);
      const command = intent === "over" ? "next" : "step";
      await this.ground.gdb.sendCommand(`-exec-${command}-instruction --thread ${threadId}`);
    });
  }

  toNextAdvice(): Promise<void> {
    return this.resume(async () => this.nextAdvice?.go(this.enters));
  }

  get isStepping(): boolean {
    return this.stepper?.isActive() === true;
  }

  /** After a stop of GDB that ends no step of the client; `true` when the machine runs again. */
  async proceed(threadId: number): Promise<boolean> {
    return (await this.stepper?.proceed(threadId)) === true;
  }

  /** After a stop that the client never sees; `true` when the machine runs again. */
  async goOn(threadId: number): Promise<boolean> {
    if (this.isStepping) return this.proceed(threadId);
    await continueAll(this.ground.gdb);
    return true;
  }

  isAtNextAdvice(breakpoint: string | undefined): boolean {
    return this.nextAdvice?.isAt(breakpoint) === true;
  }

  /** What was under way has ended here. */
  async cancel(): Promise<void> {
    this.stepper?.cancel();
    await this.nextAdvice?.cancel();
  }

  cancelStep(): void {
    this.stepper?.cancel();
  }

  // Backward.

  goBack(go: (travel: TimeTravel) => Promise<void>): Promise<void> {
    return this.resume(async () => {
      if (this.travel === undefined) throw new Error(NO_RECORDING);
      try {
        this.goesBack = true;
        await this.kernel.modules?.watch(false);
        await go(this.travel);
      } catch (error) {
        this.resumeAsked = false;
        throw error;
      }
    });
  }

  goTo(position: number): Promise<void> {
    return this.goBack(async (travel) => {
      if (!Number.isInteger(position)) throw new Error("Go where? A position is a number of instructions.");
      await travel.goTo(position);
    });
  }

  /** In a recording the call's beginning is there, with all that was so then. */
  restartFrame(frame: () => FrameReference): Promise<void> {
    if (this.travel === undefined) throw new Error(NOT_UNDONE);
    return this.goBack(async (travel) => {
      await callBeginning(this.ground.gdb, frame());
      await travel.reverseContinue();
    });
  }

  // Elsewhere.

  async jumpTargets(threadId: number, file: string, line: number): Promise<DebugProtocol.GotoTarget[]> {
    this.refuseInRecording();
    this.jumps ??= createJumps(this.ground.gdb);
    return this.jumps.targets(threadId, file, line);
  }

  async jump({ threadId, targetId }: DebugProtocol.GotoArguments): Promise<void> {
    this.refuseInRecording();
    if (this.kernel.tasks?.sleeps(threadId)) throw new Error(ASLEEP);
    await this.jumps?.jump(threadId, targetId);
  }

  private refuseInRecording(): void {
    if (this.travel !== undefined) throw new Error(RECORDED_AS_IT_WAS);
  }

  /** What was of the last stop. */
  forgetStop(): void {
    this.jumps?.forget();
  }
}
