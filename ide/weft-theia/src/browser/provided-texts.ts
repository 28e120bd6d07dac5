// Texts that an extension provides (woven text, a review, the other side of a comparison) are read-only, as in VS Code.
// Theia lets them be typed into, and a text with edits of its own no longer follows what is provided.
import type { Resource } from "@theia/core/lib/common";
import type URI from "@theia/core/lib/common/uri";
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import { TextContentResourceResolver } from "@theia/plugin-ext/lib/main/browser/workspace-main";

@injectable()
class ReadOnlyTexts extends TextContentResourceResolver {
  override async resolve(uri: URI): Promise<Resource> {
    return Object.assign(await super.resolve(uri), { readOnly: true });
  }
}

/** For a container in which Theia's own resolver is bound. */
export function bindProvidedTexts(rebind: interfaces.Rebind): void {
  rebind(TextContentResourceResolver).to(ReadOnlyTexts).inSingletonScope();
}
