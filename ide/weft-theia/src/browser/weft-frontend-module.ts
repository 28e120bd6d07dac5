// Composition of the frontend half: the Welcome page, the tutorials' view in place of Theia's, the first layout and the logo; a
// repaired Problems view, provided texts that are read-only, a focus that stays where the user put it, the kernel's memory
// in the memory inspector, links that run no more than they may, and settings that a folder may not make.

import {
  bindViewContribution,
  FrontendApplicationContribution,
  WidgetFactory,
} from "@theia/core/lib/browser";
import { CommandContribution } from "@theia/core/lib/common/command";
import { ContainerModule } from "@theia/core/shared/inversify";
import { GettingStartedWidget } from "@theia/getting-started/lib/browser/getting-started-widget";
import { ChosenRow } from "./chosen-row";
import { bindCommandLinks } from "./command-links";
import { FirstLayout } from "./first-layout";
import { bindFocus } from "./focus";
import { bindKernelMemory } from "./kernel-memory";
import { bindLightIcons } from "./light-icons";
import { LiveRows } from "./live-rows";
import { LostBackend } from "./lost-backend";
import { OpenAtStart } from "./open-at-start";
import { OutdatedNotices } from "./outdated-notices";
import { bindPlainNotices } from "./plain-notices";
import { bindProblems } from "./problems";
import { ProductKeys } from "./product-keys";
import { bindProvidedTexts } from "./provided-texts";
import { SampleProjects } from "./sample-projects";
import { SpeakingMarks } from "./speaking-marks";
import { bindTrustedTerminals } from "./trusted-terminals";
import { SeenByIde } from "./tutorial/seen-by-ide";
import { TutorialContribution } from "./tutorial/tutorial-contribution";
import { TutorialService } from "./tutorial/tutorial-service";
import { TutorialWidget } from "./tutorial/tutorial-widget";
import { bindUserOnlySettings } from "./user-only-settings";
import { WelcomeWidget } from "./welcome-widget";
import "../../src/browser/style/branding.css";
import "../../src/browser/style/contrast.css";
import "../../src/browser/style/tutorial.css";
import "../../src/browser/style/welcome.css";

export default new ContainerModule((bind, unbind, _isBound, rebind) => {
  bind(SampleProjects).toSelf().inSingletonScope();
  bind(WelcomeWidget).toSelf();
  rebind(GettingStartedWidget).toService(WelcomeWidget);
  bind(SeenByIde).toSelf().inSingletonScope();
  bind(TutorialService).toSelf().inSingletonScope();
  bind(TutorialWidget).toSelf();
  bind(WidgetFactory)
    .toDynamicValue(({ container }) => ({
      id: TutorialWidget.id,
      createWidget: () => container.get(TutorialWidget),
    }))
    .inSingletonScope();
  bindViewContribution(bind, TutorialContribution);
  bind(FrontendApplicationContribution).toService(TutorialContribution);
  bindUserOnlySettings(bind, unbind);
  bindProblems(rebind);
  bindPlainNotices(rebind);
  bindCommandLinks(rebind);
  bindFocus(rebind);
  bindProvidedTexts(rebind);
  bindTrustedTerminals(rebind);
  bindLightIcons(rebind);
  bindKernelMemory(bind, rebind);
  bind(ChosenRow).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(ChosenRow);
  bind(LiveRows).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(LiveRows);
  bind(SpeakingMarks).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(SpeakingMarks);
  bind(OutdatedNotices).toSelf().inSingletonScope();
  bind(CommandContribution).toService(OutdatedNotices);
  bind(LostBackend).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(LostBackend);
  bind(OpenAtStart).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(OpenAtStart);
  bind(ProductKeys).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(ProductKeys);
  bind(FirstLayout).toSelf().inSingletonScope();
  bind(FrontendApplicationContribution).toService(FirstLayout);
});
