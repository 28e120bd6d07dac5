// A shell that nobody asked for starts in a folder that is trusted alone. Theia opens a terminal with the first layout, before
// the question is answered, and starts shells anew for those that a window had: they stand in the folder, and what a user's own
// start files call by name comes from there, where `PATH` names the working directory.
import { inject, injectable, type interfaces } from "@theia/core/shared/inversify";
import { TerminalWidget } from "@theia/terminal/lib/browser/base/terminal-widget";
import { TerminalFrontendContribution } from "@theia/terminal/lib/browser/terminal-frontend-contribution";
import { TerminalWidgetImpl } from "@theia/terminal/lib/browser/terminal-widget-impl";
import { WorkspaceTrustService } from "@theia/workspace/lib/browser/workspace-trust-service";

@injectable()
class Terminals extends TerminalFrontendContribution {
  @inject(WorkspaceTrustService)
  protected readonly trust: WorkspaceTrustService;

  /** The layout does not wait for the answer: the question is asked when it stands. */
  override async initializeLayout(): Promise<void> {
    void this.trust
      .getWorkspaceTrust()
      .then((isTrusted) => (isTrusted ? super.initializeLayout() : undefined));
  }
}

@injectable()
class Terminal extends TerminalWidgetImpl {
  @inject(WorkspaceTrustService)
  protected readonly trust: WorkspaceTrustService;

  private isRestored = false;

  override restoreState(state: object): void {
    this.isRestored = true;
    super.restoreState(state);
  }

  /** Also where a shell that is to be shown again is gone. */
  protected override async createTerminal(): Promise<number> {
    if (this.isRestored && !(await this.trust.getWorkspaceTrust())) {
      this.dispose();
      throw new Error("No shell is started anew in a folder that is not trusted");
    }
    return super.createTerminal();
  }
}

/** For a container in which Theia's own terminals are bound. */
export function bindTrustedTerminals(rebind: interfaces.Rebind): void {
  rebind(TerminalFrontendContribution).to(Terminals).inSingletonScope();
  rebind(TerminalWidget).to(Terminal).inTransientScope();
}
