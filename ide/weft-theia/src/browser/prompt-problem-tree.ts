// The Problems view without problems that are gone. Theia draws changes of a file's problems a moment late; when the
// last one is solved within that moment, the rows waiting to be drawn appear all the same, and stay.
import type URI from "@theia/core/lib/common/uri";
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import { createProblemTreeContainer } from "@theia/markers/lib/browser/problem/problem-container";
import { ProblemTree } from "@theia/markers/lib/browser/problem/problem-tree-model";
import { ProblemWidget } from "@theia/markers/lib/browser/problem/problem-widget";

@injectable()
class PromptProblemTree extends ProblemTree {
  protected override async refreshMarkerInfo(uri: URI): Promise<void> {
    this.queuedMarkers.delete(uri.toString());
    await super.refreshMarkerInfo(uri);
  }
}

/** For a container in which Theia's own Problems view is bound. */
export function bindPromptProblems(rebind: interfaces.Rebind): void {
  rebind(ProblemWidget).toDynamicValue(({ container }) => {
    const child = createProblemTreeContainer(container as never);
    child.rebind(ProblemTree).to(PromptProblemTree);
    return child.get(ProblemWidget);
  });
}
