// Composition of the backend half: the token guard in place of Theia's cookie, the link to the starter, the icon, the
// answer to probes, colours of extensions in every theme, which processes end with one, files that keep nobody waiting, and
// translations that are read when one is asked for.
import { BackendApplicationContribution } from "@theia/core/lib/node";
import {
  BrowserConnectionToken,
  BrowserConnectionTokenBackendContribution,
} from "@theia/core/lib/node/hosting/browser-connection-token";
import { TheiaLocalizationContribution } from "@theia/core/lib/node/i18n/theia-localization-contribution";
import { ProcessUtils } from "@theia/core/lib/node/process-utils";
import { ContainerModule } from "@theia/core/shared/inversify";
import { DiskFileSystemProvider } from "@theia/filesystem/lib/node/disk-file-system-provider";
import { NodeFileUploadService } from "@theia/filesystem/lib/node/upload/node-file-upload-service";
import { PluginScanner } from "@theia/plugin-ext";
import { Health } from "./health";
import { LateTranslations } from "./late-translations";
import { LauncherLink } from "./launcher-link";
import { withLightContrast } from "./light-contrast";
import { PrivateUploads } from "./private-uploads";
import { ProcessTree } from "./process-tree";
import { RegularFiles } from "./regular-files";
import { takeToken } from "./token";
import { TokenGuard } from "./token-guard";
import { WindowIcon } from "./window-icon";

const token = takeToken(process.env);

export default new ContainerModule((bind, _unbind, _isBound, rebind, _unbindAsync, onActivation) => {
  rebind(BrowserConnectionToken).toConstantValue({ value: token.value });
  rebind(BrowserConnectionTokenBackendContribution).to(TokenGuard).inSingletonScope();
  rebind(NodeFileUploadService).to(PrivateUploads).inSingletonScope();
  rebind(DiskFileSystemProvider).to(RegularFiles);
  rebind(ProcessUtils).to(ProcessTree).inSingletonScope();
  rebind(TheiaLocalizationContribution).to(LateTranslations).inSingletonScope();
  bind(LauncherLink)
    .toSelf()
    .inSingletonScope()
    .onActivation((_context, link) =>
      Object.assign(link, { ownToken: token.given ? undefined : token.value }),
    );
  bind(BackendApplicationContribution).toService(LauncherLink);
  onActivation<PluginScanner>(PluginScanner, (_context, scanner) => withLightContrast(scanner));
  bind(Health).toSelf().inSingletonScope();
  bind(BackendApplicationContribution).toService(Health);
  bind(WindowIcon).toSelf().inSingletonScope();
  bind(BackendApplicationContribution).toService(WindowIcon);
});
