// What the window says while its backend is gone: that text is kept, and that saving waits. The starter brings a backend
// that died back on the same address, and Theia connects again by itself. Saving without a backend would wait for an
// answer that never comes, so the commands only say so meanwhile.

import { CommonCommands } from "@theia/core/lib/browser/common-commands";
import { ConnectionStatus, ConnectionStatusService } from "@theia/core/lib/browser/connection-status-service";
import type { FrontendApplicationContribution } from "@theia/core/lib/browser/frontend-application-contribution";
import { WebSocketConnectionSource } from "@theia/core/lib/browser/messaging/ws-connection-source";
import { WindowService } from "@theia/core/lib/browser/window/window-service";
import { CommandRegistry } from "@theia/core/lib/common/command";
import { DisposableCollection } from "@theia/core/lib/common/disposable";
import { MessageService } from "@theia/core/lib/common/message-service";
import { inject, injectable } from "@theia/core/shared/inversify";

const LOST =
  "Weft's backend does not answer. Text that is not saved stays in this window and can be saved when the backend is " +
  "back, which is tried all the time. If it does not come back, start Weft again on the same port.";
const SAVING_WAITS =
  "Not saved: Weft's backend does not answer. Your text stays here; save again when it is back.";
const BACK =
  "Weft's backend was started again. Your text is as it was and can be saved; help for languages, effects and views " +
  "come back when the window is loaded again.";
const RELOAD = "Save and Reload";

@injectable()
export class LostBackend implements FrontendApplicationContribution {
  @inject(ConnectionStatusService)
  protected readonly connection: ConnectionStatusService;
  @inject(CommandRegistry)
  protected readonly commands: CommandRegistry;
  @inject(WebSocketConnectionSource)
  protected readonly source: WebSocketConnectionSource;
  @inject(WindowService)
  protected readonly windows: WindowService;
  @inject(MessageService)
  protected readonly messages: MessageService;

  onStart(): void {
    const whileLost = new DisposableCollection();
    let isLost = false;
    this.connection.onStatusChange((status) => {
      if ((status === ConnectionStatus.OFFLINE) === isLost) return;
      isLost = !isLost;
      if (isLost) this.lose(whileLost);
      else {
        whileLost.dispose();
      }
    });
    // Extensions lived below the backend that is gone.
    this.source.onConnectionDidOpen(() => void this.offerReload());
  }

  private lose(whileLost: DisposableCollection): void {
    const say = { execute: () => void this.messages.warn(SAVING_WAITS), isEnabled: () => true };
    for (const { id } of [CommonCommands.SAVE, CommonCommands.SAVE_ALL])
      whileLost.push(this.commands.registerHandler(id, say));
    const shown = this.messages.showProgress({ text: LOST });
    whileLost.push({ dispose: () => void shown.then((progress) => progress.cancel()) });
  }

  private async offerReload(): Promise<void> {
    if ((await this.messages.warn(BACK, RELOAD)) !== RELOAD) return;
    await this.commands.executeCommand(CommonCommands.SAVE_ALL.id);
    this.windows.reload();
  }
}
