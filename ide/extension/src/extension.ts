// The editor half of Weft: asks the servers and shows what they answer. It knows VS Code's API and the protocols of
// the two servers, never how effects are computed. Composition root; each feature has a file or folder of its own.
import * as vscode from "vscode";
import { trackActiveEditor } from "./active-editor.js";
import { AffectedLinesTree } from "./aspects/affected-lines-tree.js";
import { AspectsTree } from "./aspects/aspects-tree.js";
import { registerGoAcross } from "./aspects/go-across.js";
import { registerFileBadges } from "./badges/file-badges.js";
import { registerCostView } from "./cost/cost-view.js";
import { registerDebugging } from "./debug/debugging.js";
import { createKernelConsole } from "./debug/kernel-console.js";
import { showEffects } from "./effects/decorations.js";
import { createEffectStore } from "./effects/effect-store.js";
import { createMeasuredCosts } from "./effects/measured-costs.js";
import { registerStatus } from "./effects/status.js";
import { registerGuards } from "./guards/guards.js";
import { createLanguageServer } from "./language-server.js";
import { registerLayoutView } from "./layout/layout-view.js";
import { registerLiveWeaving } from "./live/live-weaving.js";
import { registerMapView } from "./map/map-view.js";
import { createProjectMap } from "./map/project-map.js";
import { countSinceLastCommit } from "./match-set/count-since-commit.js";
import { registerMatchSet } from "./match-set/match-set-view.js";
import { registerOrderView } from "./order/order-view.js";
import { registerPeekLine } from "./peek/peek-line.js";
import { registerPointcuts } from "./pointcut/pointcuts.js";
import { trackKindsOfFiles } from "./project/kinds-of-files.js";
import { registerProjectFile } from "./project/project-file.js";
import { trackProjects } from "./project/projects.js";
import { registerSetUp } from "./project/set-up.js";
import { registerTasks } from "./project/tasks.js";
import { isTrustedFor, whenTrusted } from "./project/trust.js";
import { registerConfirmRefactoring } from "./refactor/confirm-refactoring.js";
import { registerProveRefactoring } from "./refactor/prove-refactoring.js";
import { registerUndoEverywhere } from "./refactor/undo-everywhere.js";
import { CrossReferencesTree } from "./relations/cross-references-tree.js";
import { registerQuickReferences } from "./relations/quick-references.js";
import { registerShownCommands } from "./shown/shown-commands.js";
import { createShownEffects } from "./shown/shown-effects.js";
import { registerBindingTimes } from "./specialization/binding-times.js";
import { registerContexts } from "./specialization/contexts.js";
import { registerDeclareSpecialization } from "./specialization/declare.js";
import { registerWhyDynamic } from "./specialization/why-dynamic.js";
import { registerTablesView } from "./tables/tables-view.js";
import { registerViewCommands } from "./trees/view-commands.js";
import { registerTutorials } from "./tutorial/tutorials.js";
import { WhyTree } from "./why/why-tree.js";
import { registerWovenView } from "./woven/woven-view.js";

export function activate(context: vscode.ExtensionContext): void {
  // The host of extensions would outlive a backend that was killed, and with it the servers.
  process.once("disconnect", () => process.exit(0));
  const keep = <Kept extends vscode.Disposable>(disposable: Kept): Kept => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const server = keep(createLanguageServer());
  const store = keep(createEffectStore(server));
  const projects = keep(trackProjects());
  const console = keep(createKernelConsole());

  const shown = keep(createShownEffects(context.workspaceState, server));
  const map = keep(createProjectMap(server));
  const costs = keep(createMeasuredCosts(server));

  keep(showEffects(store, { shown, costs }, context.extensionUri));
  keep(registerStatus(store, shown));
  keep(trackActiveEditor());
  keep(trackKindsOfFiles());
  keep(new AspectsTree(server));
  keep(new AffectedLinesTree(store, shown, context.extensionUri));
  keep(registerGoAcross(server));
  keep(registerShownCommands(shown, server));
  keep(new CrossReferencesTree(server, context.workspaceState));
  keep(registerQuickReferences(server));
  keep(registerPeekLine({ server, store, costs }));
  keep(registerFileBadges(map, store, shown));
  keep(registerMapView(map, shown, context.extensionUri));
  keep(registerWovenView(server));
  keep(registerConfirmRefactoring());
  keep(registerProveRefactoring(server));
  keep(registerUndoEverywhere());
  keep(registerLayoutView(server));
  keep(registerOrderView(server));
  keep(registerCostView(projects, costs));
  keep(registerTablesView());
  keep(registerLiveWeaving(projects));
  keep(registerGuards(projects));
  keep(registerMatchSet(projects));
  keep(countSinceLastCommit(server, projects));
  keep(registerPointcuts(server, projects));
  keep(new WhyTree(server));
  keep(registerBindingTimes(server, context.workspaceState));
  keep(registerWhyDynamic(server));
  keep(registerContexts(server));
  keep(registerDeclareSpecialization(server));
  keep(registerViewCommands());
  keep(registerProjectFile(context.extensionUri));
  keep(registerSetUp());
  keep(registerTasks(projects));
  keep(registerTutorials(server));
  keep(registerDebugging(projects, console));
  keep(
    vscode.commands.registerCommand("weft.restartServer", () => {
      if (isTrustedFor("The language server")) return server.restart();
    }),
  );
  // weft.json names commands and the server reads it, so nothing of it starts before the folder is trusted.
  keep(whenTrusted(() => void server.start()));
}
