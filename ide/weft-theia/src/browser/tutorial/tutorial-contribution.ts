// Opens the tutorial view where the folder is a learner's copy, and the commands that lead to a tutorial.
import type { FrontendApplication, FrontendApplicationContribution } from "@theia/core/lib/browser";
import { QuickInputService } from "@theia/core/lib/browser/quick-input";
import { AbstractViewContribution } from "@theia/core/lib/browser/shell/view-contribution";
import type { CommandRegistry } from "@theia/core/lib/common/command";
import { inject, injectable } from "@theia/core/shared/inversify";
import { commands, type TutorialItem } from "./tutorial-messages";
import { TutorialService } from "./tutorial-service";
import { TutorialWidget } from "./tutorial-widget";

const openTutorial = { id: "weft.openTutorial", category: "Weft", label: "Open Tutorial…" };
const viewPixels = 420;

@injectable()
export class TutorialContribution
  extends AbstractViewContribution<TutorialWidget>
  implements FrontendApplicationContribution
{
  @inject(TutorialService)
  protected readonly tutorials: TutorialService;

  @inject(QuickInputService)
  protected readonly quickInput: QuickInputService;

  constructor() {
    super({
      widgetId: TutorialWidget.id,
      widgetName: TutorialWidget.label,
      defaultWidgetOptions: { area: "right", rank: 100 },
      toggleCommandId: "weft.showTutorial",
    });
  }

  onDidInitializeLayout(app: FrontendApplication): void {
    void this.showWhereItIs(app);
  }

  override registerCommands(registry: CommandRegistry): void {
    super.registerCommands(registry);
    registry.registerCommand({ id: commands.changed }, { execute: () => this.tutorials.checkSoon() });
    registry.registerCommand(openTutorial, { execute: () => this.choose() });
  }

  protected async showWhereItIs(app: FrontendApplication): Promise<void> {
    if (!(await this.tutorials.load())) return;
    await this.openView({ activate: false, reveal: true });
    app.shell.resize(viewPixels, "right");
  }

  protected async choose(): Promise<void> {
    const items = await this.tutorials.list();
    const picked = await this.quickInput.showQuickPick(
      items.map((item) => ({
        label: item.title,
        description: aboutTutorial(item),
        detail: item.summary,
        item,
      })),
      { placeholder: items.length === 0 ? "Weft has no tutorials here" : "Which tutorial?" },
    );
    if (picked !== undefined) await this.tutorials.start(picked.item.name);
  }
}

/** `10 min, mini-unix, 3 of 9 done` */
export function aboutTutorial({ minutes, sample, steps, done }: TutorialItem): string {
  const progress = done === 0 ? [] : [done >= steps ? "done" : `${done} of ${steps} done`];
  return [`${minutes} min`, sample, ...progress].join(", ");
}
