// The tutorial view: the steps, the text of one with its buttons, and what is still to be done. Everything is a button, a
// field or text, so that the keyboard and screen readers reach it; what changes by itself is said in a live region.
import { codicon, type Message, ReactWidget } from "@theia/core/lib/browser";
import { Markdown } from "@theia/core/lib/browser/markdown-rendering/markdown";
import {
  CoreMarkdownRenderer,
  type MarkdownRenderer,
} from "@theia/core/lib/browser/markdown-rendering/markdown-renderer";
import { inject, injectable, postConstruct } from "@theia/core/shared/inversify";
import * as React from "@theia/core/shared/react";
import type { ShownStep, StepButton, TutorialState, Verdict } from "./tutorial-messages";
import { TutorialService } from "./tutorial-service";

const icons = {
  ok: "pass-filled",
  wrong: "circle-large-outline",
  waiting: "loading",
  "not run": "circle-slash",
};
const stateWords = { ok: "done", wrong: "to do", waiting: "being checked", "not run": "can't be checked" };

@injectable()
export class TutorialWidget extends ReactWidget {
  static readonly id = "weft-tutorial";
  static readonly label = "Tutorial";

  @inject(TutorialService)
  protected readonly tutorials: TutorialService;

  @inject(CoreMarkdownRenderer)
  protected readonly markdown: MarkdownRenderer;

  @postConstruct()
  protected init(): void {
    this.id = TutorialWidget.id;
    this.title.label = TutorialWidget.label;
    this.title.caption = TutorialWidget.label;
    this.title.iconClass = codicon("mortar-board");
    this.title.closable = true;
    this.addClass("weft-tutorial");
    this.node.tabIndex = 0;
    this.toDispose.push(this.tutorials.onDidChange(() => this.update()));
    this.update();
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    this.node.focus();
  }

  protected override render(): React.ReactNode {
    const { state, shown } = this.tutorials;
    if (state === undefined || shown === undefined)
      return (
        <p className="weft-quiet">
          This folder is no tutorial’s. Choose one on the Welcome page, or with “Weft: Open Tutorial…”.
        </p>
      );
    return (
      <section aria-label={`Tutorial: ${state.title}`}>
        {this.renderSteps(state)}
        <article aria-labelledby="weft-tutorial-step">
          <h2 id="weft-tutorial-step">{shown.title}</h2>
          {this.renderText(shown.text, "weft-tutorial-text")}
          {shown.buttons.length > 0 && (
            <div className="weft-tutorial-row">
              {shown.buttons.map((button) => this.renderButton(button))}
            </div>
          )}
          {this.renderChecks(shown)}
        </article>
        {this.renderFoot(state, shown)}
      </section>
    );
  }

  protected renderSteps({ title, steps, done }: TutorialState): React.ReactNode {
    const count = steps.filter(({ name }) => done.includes(name)).length;
    return (
      <header>
        <h1>{title}</h1>
        <progress max={steps.length} value={count} aria-label={`${count} of ${steps.length} steps done`} />
        <details>
          <summary>
            Step {this.tutorials.step + 1} of {steps.length}
          </summary>
          <ol className="weft-tutorial-steps">
            {steps.map((step, at) => (
              <li key={step.name}>
                <button
                  type="button"
                  className="weft-link"
                  aria-current={at === this.tutorials.step ? "step" : undefined}
                  onClick={() => void this.tutorials.go(at)}
                >
                  <i
                    className={codicon(done.includes(step.name) ? "pass-filled" : "circle-large-outline")}
                    aria-hidden="true"
                  />
                  {step.title}
                  {done.includes(step.name) && <span className="weft-unseen"> (done)</span>}
                </button>
              </li>
            ))}
          </ol>
        </details>
      </header>
    );
  }

  protected renderButton(button: StepButton): React.ReactNode {
    const label = button.label ?? button.terminal ?? `Open ${button.open}`;
    const icon =
      button.open !== undefined ? "go-to-file" : button.terminal !== undefined ? "terminal" : "play";
    return (
      <button
        type="button"
        key={label}
        className="theia-button secondary"
        onClick={() => void this.tutorials.press(button)}
      >
        <i className={codicon(icon)} aria-hidden="true" />
        {label}
      </button>
    );
  }

  protected renderChecks({ checks }: ShownStep): React.ReactNode {
    if (checks.length === 0) return undefined;
    const { verdicts, isHintShown } = this.tutorials;
    // Only the first that is wrong gets its hint: what is right after it may follow by itself.
    const hinted = isHintShown ? verdicts.findIndex(({ state }) => state !== "ok") : -1;
    return (
      <section aria-label="To do">
        <ul className="weft-tutorial-checks">
          {checks.map(({ says, ask }, at) => (
            <li key={says} data-state={verdicts[at]?.state ?? "waiting"}>
              {this.renderCheck(says, verdicts[at])}
              {ask !== undefined && this.renderQuestion(ask)}
              {at === hinted && this.renderText(verdicts[at]?.hint ?? "", "weft-tutorial-hint")}
            </li>
          ))}
        </ul>
      </section>
    );
  }

  protected renderCheck(says: string, verdict: Verdict | undefined): React.ReactNode {
    const state = verdict?.state ?? "waiting";
    const spin = state === "waiting" ? " codicon-modifier-spin" : "";
    return (
      <div className="weft-tutorial-check">
        <i className={`${codicon(icons[state])}${spin}`} aria-hidden="true" />
        <span className="weft-unseen">{stateWords[state]}: </span>
        {this.renderText(says, "weft-tutorial-says")}
      </div>
    );
  }

  protected renderQuestion(ask: string): React.ReactNode {
    return (
      <label className="weft-tutorial-question">
        <span>
          {ask.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}
        </span>
        <input
          className="theia-input"
          type="text"
          spellCheck={false}
          value={this.tutorials.answers[ask] ?? ""}
          onChange={({ target }) => this.tutorials.answer(ask, target.value)}
        />
      </label>
    );
  }

  protected renderFoot(state: TutorialState, shown: ShownStep): React.ReactNode {
    const { step, busy, isDone, verdicts, isHintShown } = this.tutorials;
    const isLast = step === state.steps.length - 1;
    const isFinished = isLast && isDone;
    const hint = isHintShown ? verdicts.find(({ state }) => state === "wrong")?.hint : undefined;
    return (
      <footer>
        <p role="status" className={isDone ? "weft-tutorial-done" : "weft-unseen"}>
          {busy ?? (isFinished ? "Done. That was the last step." : isDone ? "Done." : (hint ?? ""))}
        </p>
        <div className="weft-tutorial-row">
          {step > 0 && this.renderAction("Back", "arrow-left", () => this.tutorials.go(step - 1), true)}
          {!isLast &&
            this.renderAction("Next", "arrow-right", () => this.next(), !isDone && shown.checks.length > 0)}
        </div>
        <div className="weft-tutorial-row weft-tutorial-help">
          {shown.checks.length > 0 &&
            this.renderAction("Check", "check", () => this.tutorials.checkNow(), true)}
          {shown.checks.length > 0 &&
            this.renderAction("Hint", "lightbulb", async () => this.tutorials.showHint(), true)}
          {shown.isSolvable && this.renderAction("Solve", "wand", () => this.tutorials.solve(), true)}
          {this.renderAction("Reset", "discard", () => this.tutorials.reset(), true)}
        </div>
      </footer>
    );
  }

  protected renderAction(
    label: string,
    icon: string,
    act: () => Promise<void>,
    isSecondary: boolean,
  ): React.ReactNode {
    return (
      <button
        type="button"
        className={`theia-button${isSecondary ? " secondary" : " main"}`}
        title={titles.get(label)}
        disabled={this.tutorials.busy !== undefined}
        onClick={() => void act()}
      >
        <i className={codicon(icon)} aria-hidden="true" />
        {label}
      </button>
    );
  }

  /** The focus comes at once: later it would be taken from what the learner does meanwhile. */
  protected async next(): Promise<void> {
    this.node.focus();
    await this.tutorials.go(this.tutorials.step + 1);
    this.node.scrollTop = 0;
  }

  protected renderText(text: string, className: string): React.ReactNode {
    return <Markdown markdown={text} markdownRenderer={this.markdown} className={className} />;
  }
}

const titles: ReadonlyMap<string, string> = new Map([
  ["Check", "Check this step now"],
  ["Hint", "What is still wrong, from what you did"],
  ["Solve", "Let Weft do this step"],
  ["Reset", "Bring your copy back to the beginning of this step; what you changed in it is lost"],
]);
