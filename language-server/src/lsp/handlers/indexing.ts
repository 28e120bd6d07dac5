/** Shows that a kernel is being read in the background and how long it takes, and lets the user stop it and go on. */

import { ShowMessageRequest, WorkDoneProgressCreateRequest } from "vscode-languageserver/node";
import type { ServerContext } from "../context.js";
import { timeLeft } from "../time-left.js";

/** Units. */
interface Count {
  readonly done: number;
  readonly total: number;
}

interface Shown {
  readonly token: string;
  /** Created by the editor; what is told before is lost. */
  created: boolean;
  ended: boolean;
  percentage: number;
  readonly began: { readonly time: number; readonly done: number };
  last: Count;
}

export function registerIndexing({ connection, workspace, client }: ServerContext): void {
  if (client.window?.workDoneProgress !== true) return;
  const shown = new Map<string, Shown>();
  let last = 0;
  const report = (token: string, value: object) =>
    void connection.sendNotification("$/progress", { token, value });
  const begin = (root: string, progress: Count): Shown => {
    const one: Shown = {
      token: `weft-index-${++last}`,
      created: false,
      ended: false,
      percentage: -1,
      began: { time: Date.now(), done: progress.done },
      last: progress,
    };
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
      (error: Error) => {
        shown.delete(root);
        connection.console.debug(`the editor shows no progress: ${error.message}`);
      },
    );
    return one;
  };
  workspace.onDidIndex((root, progress) => {
    const { active, done, total } = progress;
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
    const current = one ?? begin(root, progress);
    current.last = progress;
    const percentage = Math.floor((100 * done) / Math.max(1, total));
    if (!current.created || percentage === current.percentage) return;
    current.percentage = percentage;
    const left = timeLeft(Date.now() - current.began.time, done - current.began.done, total - done);
    report(current.token, { kind: "report", message: `${done} of ${total} units${left}`, percentage });
  });
  connection.onNotification("window/workDoneProgress/cancel", ({ token }: { token: string }) => {
    for (const [root, one] of shown) if (one.token === token) void stop(root, one);
  });
  const stop = async (root: string, { last: { done, total } }: Shown) => {
    workspace.pauseIndexing(root);
    const chosen = await connection.sendRequest(ShowMessageRequest.type, {
      type: 3,
      message: `Reading the kernel is paused after ${done} of ${total} units: answers about all of it leave the rest out. It goes on when a file changes.`,
      actions: [GO_ON],
    });
    if (chosen?.title === GO_ON.title) workspace.resumeIndexing(root);
  };
}

const GO_ON = { title: "Go On" };
const FEW = 10;
