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

/** Names of settings, without a language in front. The last one: by custom, what tools call a program or its words. */
const USER_ONLY = [
  /^security\./,
  /^task\.(allowAutomaticTasks|autoDetect)$/,
  /^terminal\.(external\.|integrated\.(shell|shellArgs|automationShell|automationProfile|profiles|defaultProfile|env|inheritEnv|cwd)\b)/,
  /^(http|extensions|plugin|trace)\./,
  /\.(?:\w*(?:Path|Paths|Executable|Interpreter|Command|Binary)|path|paths|executable|interpreter|command|binary|args|arguments|fallbackFlags)(?:\.(?:linux|osx|windows))?$/,
];

type Settings = Record<string, unknown>;

/** The settings that a folder or a workspace file may make. */
function withoutUserOnly(settings: Settings): Settings {
  const kept = Object.entries(settings).filter(([name]) => !isUserOnly(name));
  return Object.fromEntries(kept);
}

function isUserOnly(name: string): boolean {
  const bare = name.replace(/^(?:\[[^\]]*\])+\.?/, "");
  return USER_ONLY.some((pattern) => pattern.test(bare));
}

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
