// F5 and the build key belong to Weft from the start: what the extension would say once it runs may come after the key.
import type { FrontendApplicationContribution } from "@theia/core/lib/browser";
import { ContextKeyService } from "@theia/core/lib/browser/context-key-service";
import { inject, injectable } from "@theia/core/shared/inversify";

@injectable()
export class ProductKeys implements FrontendApplicationContribution {
  @inject(ContextKeyService)
  protected readonly contextKeys: ContextKeyService;

  /** In another product the keys of a folder without a project are not ours. */
  initialize(): void {
    this.contextKeys.setContext("weft.isProduct", true);
  }
}
