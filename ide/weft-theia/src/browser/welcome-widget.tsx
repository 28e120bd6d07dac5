// The Welcome page: the sample kernels, what was open lately, and the first steps from a line to a stepped advice.
// It opens folders and runs commands that exist elsewhere; it holds no logic of its own.
import { codicon } from "@theia/core/lib/browser";
import { KeybindingRegistry } from "@theia/core/lib/browser/keybinding";
import URI from "@theia/core/lib/common/uri";
import { inject, injectable } from "@theia/core/shared/inversify";
import * as React from "@theia/core/shared/react";
import { FileService } from "@theia/filesystem/lib/browser/file-service";
import { GettingStartedWidget } from "@theia/getting-started/lib/browser/getting-started-widget";
import { WorkspaceCommands } from "@theia/workspace/lib/browser";
import { type FirstStep, firstSteps } from "./first-steps";
import { type SampleProject, SampleProjects } from "./sample-projects";
import { aboutTutorial } from "./tutorial/tutorial-contribution";
import type { TutorialItem } from "./tutorial/tutorial-messages";
import { TutorialService } from "./tutorial/tutorial-service";

@injectable()
export class WelcomeWidget extends GettingStartedWidget {
  @inject(SampleProjects)
  protected readonly sampleProjects: SampleProjects;

  @inject(KeybindingRegistry)
  protected readonly keybindings: KeybindingRegistry;

  @inject(TutorialService)
  protected readonly tutorials: TutorialService;

  @inject(FileService)
  protected readonly files: FileService;

  protected samples: SampleProject[] | undefined;
  protected tutorialItems: readonly TutorialItem[] | undefined;

  /** The open folder, when it has no weft.json. */
  protected unready: URI | undefined;

  protected override async doInit(): Promise<void> {
    await super.doInit();
    this.addClass("weft-welcome");
    this.node.tabIndex = -1;
    this.toDispose.push(this.keybindings.onKeybindingsChanged(() => this.update()));
    this.toDispose.push(this.workspaceService.onWorkspaceChanged(() => void this.lookForProject()));
    this.toDispose.push(
      this.files.onDidFilesChange(({ changes }) => {
        if (changes.some(({ resource }) => resource.path.base === "weft.json")) void this.lookForProject();
      }),
    );
    await this.lookForProject();
    this.samples = await this.sampleProjects.list();
    this.update();
    this.tutorialItems = await this.tutorials.list();
    this.update();
  }

  protected async lookForProject(): Promise<void> {
    await this.workspaceService.ready;
    const [root, ...more] = this.workspaceService.tryGetRoots();
    const isReady =
      root === undefined || more.length > 0 || (await this.files.exists(root.resource.resolve("weft.json")));
    this.unready = isReady ? undefined : root.resource;
    this.update();
  }

  protected override render(): React.ReactNode {
    return (
      <main className="weft-welcome-page">
        <header className="weft-welcome-header">
          <span className="weft-logo" aria-hidden="true" />
          <div>
            <h1>Weft</h1>
            <p>For every line of a kernel: what is woven into it, what that costs, and how it runs.</p>
          </div>
        </header>
        <div className="weft-welcome-columns">
          <div>
            {this.renderSamples()}
            {this.renderOpen()}
          </div>
          <div>
            {this.renderTutorials()}
            {this.renderSteps()}
          </div>
        </div>
        <footer>{this.renderFooter()}</footer>
      </main>
    );
  }

  protected renderSamples(): React.ReactNode {
    return (
      <section aria-label="Sample kernels">
        <h2>Sample kernels</h2>
        {this.samples === undefined && <p className="weft-quiet">Looking for samples…</p>}
        {this.samples?.length === 0 && (
          <p className="weft-quiet">None found: the samples stand in the folder sample-projects of Weft.</p>
        )}
        {this.samples?.map((sample) => (
          <button
            type="button"
            key={sample.name}
            className="weft-sample"
            data-sample={sample.name}
            title={`Open ${sample.uri.path.fsPath()}`}
            onClick={() => void this.openSample(sample)}
          >
            <i className={codicon("circuit-board")} aria-hidden="true" />
            <span>
              <strong>{sample.name}</strong>
              <span>{sample.summary}</span>
            </span>
          </button>
        ))}
      </section>
    );
  }

  protected renderTutorials(): React.ReactNode {
    return (
      <section aria-label="Tutorials">
        <h2>Tutorials</h2>
        {this.tutorialItems === undefined && <p className="weft-quiet">Looking for tutorials…</p>}
        {this.tutorialItems?.length === 0 && (
          <p className="weft-quiet">None found: they stand in sample-projects/tutorials of Weft.</p>
        )}
        {this.tutorialItems?.map((item) => (
          <button
            type="button"
            key={item.name}
            className="weft-link"
            data-tutorial={item.name}
            title={item.summary}
            onClick={() => void this.tutorials.start(item.name)}
          >
            <i
              className={codicon(item.done >= item.steps ? "pass-filled" : "mortar-board")}
              aria-hidden="true"
            />
            {item.title}
            <span className="weft-quiet">{aboutTutorial(item)}</span>
          </button>
        ))}
      </section>
    );
  }

  protected renderOpen(): React.ReactNode {
    const recent = this.recentWorkspaces.slice(0, this.recentLimit).map((text) => new URI(text));
    return (
      <section aria-label="Open">
        <h2>Your kernel</h2>
        {this.renderSetUp()}
        <button
          type="button"
          className="weft-link"
          onClick={() => this.runCommand(WorkspaceCommands.OPEN_FOLDER.id)}
        >
          <i className={codicon("folder-opened")} aria-hidden="true" />
          Open a folder…
        </button>
        {recent.map((uri) => (
          <button
            type="button"
            key={uri.toString()}
            className="weft-link"
            onClick={() => this.openFolder(uri)}
          >
            <i className={codicon("history")} aria-hidden="true" />
            {this.labelProvider.getName(uri)}
            <span className="weft-quiet">{this.labelProvider.getLongName(uri.parent)}</span>
          </button>
        ))}
      </section>
    );
  }

  protected renderSteps(): React.ReactNode {
    return (
      <section aria-label="First steps">
        <h2>First steps</h2>
        <ol className="weft-steps">
          {firstSteps.map((step) => (
            <li key={step.title}>
              <h3>
                {step.title}
                {this.renderKeys(step)}
              </h3>
              <p>{step.text}</p>
              {this.renderStepButton(step)}
            </li>
          ))}
        </ol>
      </section>
    );
  }

  protected renderStepButton({ command, label }: FirstStep): React.ReactNode {
    if (command === undefined || label === undefined) return undefined;
    return (
      <button type="button" className="weft-link" onClick={() => this.runCommand(command)}>
        {label}
      </button>
    );
  }

  /** For an open folder that is no project yet. */
  protected renderSetUp(): React.ReactNode {
    if (this.unready === undefined) return undefined;
    return (
      <button
        type="button"
        className="weft-sample"
        data-set-up={this.unready.path.base}
        onClick={() => this.runCommand("weft.setUp")}
      >
        <i className={codicon("wand")} aria-hidden="true" />
        <span>
          <strong>Set up {this.labelProvider.getName(this.unready)}…</strong>
          <span>Weft finds out how this kernel is built and boots, and tries it.</span>
        </span>
      </button>
    );
  }

  protected renderKeys(step: FirstStep): React.ReactNode {
    const binding =
      step.command === undefined ? undefined : this.keybindings.getKeybindingsForCommand(step.command)[0];
    return binding && <kbd>{this.keybindings.acceleratorFor(binding, "+").join(" ")}</kbd>;
  }

  protected renderFooter(): React.ReactNode {
    return (
      <>
        <button type="button" className="weft-link" onClick={() => void this.doOpenPreferences()}>
          Settings
        </button>
        <button type="button" className="weft-link" onClick={() => void this.doOpenKeyboardShortcuts()}>
          Keyboard shortcuts
        </button>
        <span className="weft-quiet">{this.applicationInfo && `Weft ${this.applicationInfo.version}`}</span>
      </>
    );
  }

  protected openFolder(uri: URI): void {
    this.workspaceService.open(uri, { preserveWindow: true });
  }

  protected async openSample(sample: SampleProject): Promise<void> {
    this.openFolder(await this.sampleProjects.ownFolder(sample));
  }

  protected runCommand(command: string): void {
    void this.commandRegistry.executeCommand(command);
  }
}
