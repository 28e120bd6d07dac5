// The tutorial of the open folder: its state and the verdicts of the step that is shown, asked of the extension one at a
// time, again whenever something changed. The view draws what stands here.
import { CommandRegistry } from "@theia/core/lib/common/command";
import { DisposableCollection } from "@theia/core/lib/common/disposable";
import { Emitter } from "@theia/core/lib/common/event";
import { FileUri } from "@theia/core/lib/common/file-uri";
import { MessageService } from "@theia/core/lib/common/message-service";
import { inject, injectable } from "@theia/core/shared/inversify";
import { HostedPluginSupport } from "@theia/plugin-ext/lib/hosted/browser/hosted-plugin";
import { WorkspaceService } from "@theia/workspace/lib/browser";
import { SeenByIde } from "./seen-by-ide";
import {
  commands,
  type ShownStep,
  type StepButton,
  type TutorialItem,
  type TutorialState,
  type Verdict,
} from "./tutorial-messages";

/** Between a change and the question; and until what waits is asked again. */
const pauseMilliseconds = 200;
const waitingMilliseconds = 700;

@injectable()
export class TutorialService {
  @inject(CommandRegistry)
  protected readonly registry: CommandRegistry;

  @inject(HostedPluginSupport)
  protected readonly plugins: HostedPluginSupport;

  @inject(WorkspaceService)
  protected readonly workspace: WorkspaceService;

  @inject(MessageService)
  protected readonly messages: MessageService;

  @inject(SeenByIde)
  protected readonly seen: SeenByIde;

  protected readonly changed = new Emitter<void>();
  protected readonly toDispose = new DisposableCollection(this.changed);
  readonly onDidChange = this.changed.event;

  /** Absent in folders that are no learner's copy. */
  state: TutorialState | undefined;
  /** From 0. */
  step = 0;
  /** Of the step's checks; empty until they are asked. */
  verdicts: readonly Verdict[] = [];
  isHintShown = false;
  /** What is being done, for people; nothing else can be begun then. */
  busy: string | undefined;
  answers: Record<string, string> = {};

  protected timer: number | undefined;
  protected asking: Promise<void> | undefined;
  protected isAskedAgain = false;

  get shown(): ShownStep | undefined {
    return this.state?.steps[this.step];
  }

  get isDone(): boolean {
    return this.shown !== undefined && (this.state?.done.includes(this.shown.name) ?? false);
  }

  /** All tutorials, also where no folder is open. */
  async list(): Promise<readonly TutorialItem[]> {
    return (await this.ask<TutorialItem[]>(commands.list)) ?? [];
  }

  /** Looks whether the open folder is a learner's copy; true if so. */
  async load(): Promise<boolean> {
    const state = await this.ask<TutorialState>(commands.state);
    if (state === undefined) return false;
    this.state = state;
    this.step = state.step;
    this.seen.watch();
    this.toDispose.push(this.seen.onDidChange(() => this.checkSoon()));
    this.changed.fire();
    this.checkSoon();
    return true;
  }

  /** Makes the learner's copy, if there is none, and opens it in this window. */
  async start(name: string): Promise<void> {
    const answer = await this.ask<{ folder?: string; problem?: string }>(commands.start, name);
    if (answer?.folder === undefined) {
      void this.messages.error(
        answer?.problem ?? "The tutorial can't be started: Weft's extension is not there.",
      );
      return;
    }
    this.workspace.open(FileUri.create(answer.folder), { preserveWindow: true });
  }

  async go(step: number): Promise<void> {
    if (this.state === undefined || step < 0 || step >= this.state.steps.length) return;
    this.step = step;
    this.verdicts = [];
    this.isHintShown = false;
    this.answers = {};
    this.changed.fire();
    void this.ask(commands.go, step);
    await this.check();
  }

  answer(ask: string, text: string): void {
    this.answers = { ...this.answers, [ask]: text };
    this.changed.fire();
    this.checkSoon();
  }

  /** The learner asks: commands are run again, and hints are shown. */
  async checkNow(): Promise<void> {
    this.isHintShown = true;
    await this.doing("Checking…", () => this.check(true));
  }

  showHint(): void {
    this.isHintShown = true;
    this.changed.fire();
    this.checkSoon();
  }

  async solve(): Promise<void> {
    await this.doing("Solving…", async () => {
      const done = await this.ask<{ answer?: string; problem?: string }>(commands.solve, this.step);
      const question = this.shown?.checks.find(({ ask }) => ask !== undefined)?.ask;
      if (question !== undefined && done?.answer !== undefined)
        this.answers = { ...this.answers, [question]: done.answer };
      if (done?.problem !== undefined) void this.messages.warn(done.problem);
    });
    await this.check();
  }

  async reset(): Promise<void> {
    await this.doing("Resetting…", async () => {
      const done = await this.ask<{ problem?: string }>(commands.reset, this.step);
      if (done?.problem !== undefined) void this.messages.warn(done.problem);
      this.answers = {};
      this.isHintShown = false;
    });
    await this.check();
  }

  async press(button: StepButton): Promise<void> {
    if (button.open !== undefined) await this.ask(commands.open, button.open, button.line);
    else if (button.terminal !== undefined) await this.ask(commands.type, button.terminal);
    else if (button.command !== undefined)
      await this.registry.executeCommand(button.command).catch((error: unknown) => {
        void this.messages.warn(`"${button.command}" can't be run now: ${String(error)}`);
      });
  }

  checkSoon(milliseconds = pauseMilliseconds): void {
    if (this.state === undefined || this.timer !== undefined) return;
    this.timer = window.setTimeout(() => {
      this.timer = undefined;
      void this.check();
    }, milliseconds);
  }

  protected async check(now = false): Promise<void> {
    if (this.asking !== undefined) {
      this.isAskedAgain = true;
      if (!now) return this.asking;
      await this.asking;
    }
    this.asking = this.checkOnce(now).finally(() => {
      this.asking = undefined;
      if (this.isAskedAgain) this.checkSoon();
      this.isAskedAgain = false;
    });
    return this.asking;
  }

  protected async checkOnce(now: boolean): Promise<void> {
    const { step, state } = this;
    if (state === undefined) return;
    const seen = await this.seen.see(this.answers);
    const verdicts = (await this.ask<Verdict[]>(commands.check, { step, seen, now })) ?? [];
    if (step !== this.step || this.shown === undefined) return;
    this.verdicts = verdicts;
    const isDone =
      verdicts.length === this.shown.checks.length && verdicts.every(({ state }) => state === "ok");
    if (isDone && !this.isDone) this.state = { ...state, done: [...state.done, this.shown.name] };
    this.changed.fire();
    if (verdicts.some(({ state }) => state === "waiting")) this.checkSoon(waitingMilliseconds);
  }

  protected async doing(what: string, work: () => Promise<void>): Promise<void> {
    if (this.busy !== undefined) return;
    this.busy = what;
    this.changed.fire();
    try {
      await work();
    } finally {
      this.busy = undefined;
      this.changed.fire();
    }
  }

  /** The answer of a command of the extension; `undefined` where it is not there or fails. */
  protected async ask<Result>(command: string, ...values: unknown[]): Promise<Result | undefined> {
    try {
      await this.plugins.didStart;
      await this.plugins.activateByEvent(`onCommand:${command}`);
      return await this.registry.executeCommand<Result>(command, ...values);
    } catch (error) {
      console.warn(`${command}: ${String(error)}`);
      return undefined;
    }
  }
}
