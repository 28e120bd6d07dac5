// Notifications are Markdown to Theia, and a link in one runs the command that it names, with arguments. Most of what they
// say comes from elsewhere: names of a folder, messages of a compiler, a guest or a recording. So a link in one leads to a
// page in the web or is text; what is to be chosen in a notification has a button.
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import { NotificationContentRenderer } from "@theia/messages/lib/browser/notification-content-renderer";
import { isWebPage } from "./web-page";

@injectable()
class PlainNotices extends NotificationContentRenderer {
  constructor() {
    super();
    this.mdEngine.validateLink = isWebPage;
  }
}

/** For a container in which Theia's own renderer is bound. */
export function bindPlainNotices(rebind: interfaces.Rebind): void {
  rebind(NotificationContentRenderer).to(PlainNotices).inSingletonScope();
}
