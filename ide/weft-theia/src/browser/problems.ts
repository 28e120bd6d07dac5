// The Problems view without problems that are gone, and without one problem many times.
// Theia draws changes of a file's problems a moment late; when the last one is solved within that moment, the rows
// waiting to be drawn appear all the same, and stay. And an advice that is woven into twenty functions gives the
// compiler twenty occasions to say the same of its line.

import type URI from "@theia/core/lib/common/uri";
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import type { Diagnostic } from "@theia/core/shared/vscode-languageserver-protocol";
import { createProblemTreeContainer } from "@theia/markers/lib/browser/problem/problem-container";
import { ProblemManager } from "@theia/markers/lib/browser/problem/problem-manager";
import { ProblemTree } from "@theia/markers/lib/browser/problem/problem-tree-model";
import { ProblemWidget } from "@theia/markers/lib/browser/problem/problem-widget";
import type { Marker } from "@theia/markers/lib/common/marker";

@injectable()
class PromptProblemTree extends ProblemTree {
  protected override async refreshMarkerInfo(uri: URI): Promise<void> {
    this.queuedMarkers.delete(uri.toString());
    await super.refreshMarkerInfo(uri);
  }
}

@injectable()
class DistinctProblemManager extends ProblemManager {
  override setMarkers(uri: URI, owner: string, data: Diagnostic[]): Marker<Diagnostic>[] {
    const distinct = new Map(data.map((problem) => [JSON.stringify(problem), problem]));
    return super.setMarkers(uri, owner, [...distinct.values()]);
  }
}

/** For a container in which Theia's own Problems view is bound. */
export function bindProblems(rebind: interfaces.Rebind): void {
  rebind(ProblemManager).to(DistinctProblemManager).inSingletonScope();
  rebind(ProblemWidget).toDynamicValue(({ container }) => {
    const child = createProblemTreeContainer(container as never);
    child.rebind(ProblemTree).to(PromptProblemTree);
    return child.get(ProblemWidget);
  });
}
