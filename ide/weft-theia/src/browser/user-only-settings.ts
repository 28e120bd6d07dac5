// Settings that decide about trust, or that name a program to run, count from the user's own settings only: a folder that
// somebody opens to read (its .vscode, its .theia, a workspace file) must not answer the question about itself, nor choose
// what runs. Theia knows the scope of some of them, but only its events respect it: the values themselves are read.
import { bindFactory } from "@theia/core/lib/common";
import { Container, injectable, type interfaces } from "@theia/core/shared/inversify";
import {
  FolderPreferenceProvider,
  FolderPreferenceProviderFactory,
  FolderPreferenceProviderFolder,
} from "@theia/preferences/lib/browser/folder-preference-provider";
import {
  WorkspaceFilePreferenceProvider,
  WorkspaceFilePreferenceProviderFactory,
  WorkspaceFilePreferenceProviderOptions,
} from "@theia/preferences/lib/browser/workspace-file-preference-provider";
import {
  SectionPreferenceProviderSection,
  SectionPreferenceProviderUri,
} from "@theia/preferences/lib/common/section-preference-provider";
import { type Settings, withoutUserOnly } from "./folder-settings";

@injectable()
class CautiousFolderPreferenceProvider extends FolderPreferenceProvider {
  protected override getParsedContent(content: Settings): Settings {
    return withoutUserOnly(super.getParsedContent(content));
  }
}

@injectable()
class CautiousWorkspaceFilePreferenceProvider extends WorkspaceFilePreferenceProvider {
  protected override getParsedContent(content: Settings): Settings {
    return withoutUserOnly(super.getParsedContent(content));
  }
}

export function bindUserOnlySettings(bind: interfaces.Bind, unbind: interfaces.Unbind): void {
  unbind(FolderPreferenceProviderFactory);
  bindFactory(
    bind,
    FolderPreferenceProviderFactory,
    CautiousFolderPreferenceProvider,
    SectionPreferenceProviderUri,
    SectionPreferenceProviderSection,
    FolderPreferenceProviderFolder,
  );
  unbind(WorkspaceFilePreferenceProviderFactory);
  bind(WorkspaceFilePreferenceProviderFactory).toFactory(
    ({ container }) =>
      (options: WorkspaceFilePreferenceProviderOptions) => {
        const child = new Container({ defaultScope: "Singleton" });
        child.parent = container;
        child.bind(CautiousWorkspaceFilePreferenceProvider).toSelf();
        child.bind(WorkspaceFilePreferenceProviderOptions).toConstantValue(options);
        return child.get(CautiousWorkspaceFilePreferenceProvider);
      },
  );
}
