// Composition of the backend half: the token guard in place of Theia's cookie, the link to the starter, the icon.
import { BackendApplicationContribution } from "@theia/core/lib/node";
import {
  BrowserConnectionToken,
  BrowserConnectionTokenBackendContribution,
} from "@theia/core/lib/node/hosting/browser-connection-token";
import { ContainerModule } from "@theia/core/shared/inversify";
import { LauncherLink } from "./launcher-link";
import { takeToken } from "./token";
import { TokenGuard } from "./token-guard";
import { WindowIcon } from "./window-icon";

const token = takeToken(process.env);

export default new ContainerModule((bind, _unbind, _isBound, rebind) => {
  rebind(BrowserConnectionToken).toConstantValue({ value: token.value });
  rebind(BrowserConnectionTokenBackendContribution).to(TokenGuard).inSingletonScope();
  bind(LauncherLink)
    .toSelf()
    .inSingletonScope()
    .onActivation((_context, link) =>
      Object.assign(link, { ownToken: token.given ? undefined : token.value }),
    );
  bind(BackendApplicationContribution).toService(LauncherLink);
  bind(WindowIcon).toSelf().inSingletonScope();
  bind(BackendApplicationContribution).toService(WindowIcon);
});
