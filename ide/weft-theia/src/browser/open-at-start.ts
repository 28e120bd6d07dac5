// Shows the file that Weft was started with, once: a window that is loaded again keeps what the user left.
import type { FrontendApplicationContribution } from "@theia/core/lib/browser";
import { OpenerService, open } from "@theia/core/lib/browser/opener-service";
import { EnvVariablesServer } from "@theia/core/lib/common/env-variables";
import { FileUri } from "@theia/core/lib/common/file-uri";
import { inject, injectable } from "@theia/core/shared/inversify";

const doneKey = "weft.opened-at-start";

@injectable()
export class OpenAtStart implements FrontendApplicationContribution {
  @inject(EnvVariablesServer)
  protected readonly environment: EnvVariablesServer;

  @inject(OpenerService)
  protected readonly openers: OpenerService;

  async onDidInitializeLayout(): Promise<void> {
    const file = (await this.environment.getValue("WEFT_OPEN"))?.value;
    if (file === undefined || file === "" || sessionStorage.getItem(doneKey) === file) return;
    sessionStorage.setItem(doneKey, file);
    await open(this.openers, FileUri.create(file));
  }
}
