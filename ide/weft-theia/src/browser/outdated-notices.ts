// A notification whose offer no longer holds goes away: extensions can show one and never take it back. The command is for
// our extension, not for people, and so has no name.
import { CommandContribution, type CommandRegistry } from "@theia/core/lib/common/command";
import { inject, injectable } from "@theia/core/shared/inversify";
import { type Notification, NotificationManager } from "@theia/messages/lib/browser/notifications-manager";

@injectable()
export class OutdatedNotices implements CommandContribution {
  @inject(NotificationManager)
  protected readonly manager: NotificationManager;

  registerCommands(commands: CommandRegistry): void {
    let shown: readonly Notification[] = [];
    this.manager.onUpdated(({ notifications }) => {
      shown = notifications;
    });
    commands.registerCommand(
      { id: "weft.withdrawNotification" },
      {
        execute: (words: string) => {
          for (const notification of shown)
            if (plain(notification.message) === words) this.manager.clear(notification);
        },
      },
    );
  }
}

/** Theia keeps messages as HTML. */
function plain(message: string): string {
  return new DOMParser().parseFromString(message, "text/html").body.textContent?.trim() ?? "";
}
