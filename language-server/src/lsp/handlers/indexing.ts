/** Shows that a kernel is being read in the background, and lets the user stop it. */
import { WorkDoneProgressCreateRequest } from "vscode-languageserver/node";
import type { ServerContext } from "../context.js";

interface Shown {
  readonly token: string;
  /** Created by the editor; what is told before is lost. */
  created: boolean;
  ended: boolean;
  percentage: number;
}

export function registerIndexing({ connection, workspace, client }: ServerContext): void {
  if (client.window?.workDoneProgress !== true) return;
  const shown = new Map<string, Shown>();
  let last = 0;
  const report = (token: string, value: object) =>
    void connection.sendNotification("$/progress", { token, value });
  const begin = (root: string): Shown => {
    const one: Shown = { token: `weft-index-${++last}`, created: false, ended: false, percentage: -1 };
    shown.set(root, one);
    connection.sendRequest(WorkDoneProgressCreateRequest.type, { token: one.token }).then(
      () => {
        one.created = true;
        report(one.token, {
          kind: "begin",
          title: "Weft: reading the kernel",
          cancellable: true,
          percentage: 0,
        });
        if (one.ended) report(one.token, { kind: "end" });
      },
      () => shown.delete(root),
    );
    return one;
  };
  workspace.onDidIndex((root, { active, done, total }) => {
    const one = shown.get(root);
    if (!active) {
      if (one === undefined) return;
      shown.delete(root);
      one.ended = true;
      if (one.created) report(one.token, { kind: "end" });
      return;
    }
    // A few units, as after an edit, are no news.
    if (one === undefined && total < FEW) return;
    const current = one ?? begin(root);
    const percentage = Math.floor((100 * done) / Math.max(1, total));
    if (!current.created || percentage === current.percentage) return;
    current.percentage = percentage;
    report(current.token, { kind: "report", message: `${done} of ${total} units`, percentage });
  });
  connection.onNotification("window/workDoneProgress/cancel", ({ token }: { token: string }) => {
    for (const [root, one] of shown) if (one.token === token) workspace.pauseIndexing(root);
  });
}

const FEW = 10;
