// Weaving into the running kernel and out of it: the commands, each a run of `weft live`, and the view of what is woven.
import * as vscode from "vscode";
import { aspectMeant } from "../active-editor.js";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { isTrustedFor } from "../project/trust.js";
import { counted, errorIn, isWithoutGuest, type LiveAnswer, parseAnswer } from "./live-rows.js";
import { LiveTree } from "./live-tree.js";
import { tellNoGuest } from "./tell-no-guest.js";
import { registerLiveTimes } from "./times-view.js";
import { registerVerify } from "./verify-view.js";
import { WeaveAgain } from "./weave-again.js";
import { registerWhyHooked } from "./why-hooked.js";

/** Milliseconds. The first weaving into a large kernel reads its debug information and headers. */
const DEADLINE = 600_000;

export function registerLiveWeaving(projects: Projects): vscode.Disposable {
  const tree = new LiveTree(projects);
  const again = new WeaveAgain((project) => tree.follow(project));
  return vscode.Disposable.from(
    tree,
    again,
    registerWhyHooked(projects),
    registerLiveTimes(projects),
    registerVerify(projects),
    vscode.tasks.onDidStartTask(({ execution: { task } }) => {
      if (task.definition.type === "weft" && task.definition.command === "run-live") void makeRoom();
    }),
    vscode.commands.registerCommand("weft.showLive", async () => {
      await makeRoom();
      await vscode.commands.executeCommand("weft.live.focus");
    }),
    vscode.commands.registerCommand("weft.liveWeave", async (uri?: vscode.Uri) => {
      if (!isTrustedFor("Weaving into a running kernel")) return;
      const file = await savedAspect(uri);
      const project = file && ((await projects.around(file)) ?? (await projects.choose()));
      if (project === undefined || file === undefined) return;
      const answer = await visit(tree, project, ["weave", "--json", file.fsPath]);
      if (answer !== undefined) again.told(file, project, answer);
    }),
    vscode.commands.registerCommand("weft.liveUnweave", async () => {
      if (!isTrustedFor("Unweaving")) return;
      const project = await projects.choose();
      if (project === undefined) return;
      const answer = await visit(tree, project, ["unweave", "--json"]);
      const isOut = answer !== undefined && (errorIn(answer) === undefined || isWithoutGuest(answer));
      if (isOut) again.unwoven(project);
    }),
  );
}

/** The view takes room from others, so it is there from the first use on. */
async function makeRoom(): Promise<void> {
  await vscode.commands.executeCommand("setContext", "weft.isLiveShown", true);
}

/** The aspect that a menu was opened on, or that of the editor in front; as it is seen. */
async function savedAspect(uri: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const document = await aspectMeant(uri);
  if (document === undefined) {
    void vscode.window.showInformationMessage(
      "Open an aspect first: a file with the ending .ah, .klay or .klasy.",
    );
    return undefined;
  }
  return !document.isDirty || (await document.save()) ? document.uri : undefined;
}

async function visit(
  tree: LiveTree,
  project: vscode.Uri,
  words: readonly ["weave" | "unweave", ...string[]],
): Promise<LiveAnswer | undefined> {
  await makeRoom();
  tree.follow(project);
  const title = words[0] === "weave" ? "Weaving into the running kernel" : "Unweaving";
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_, token) => runWeft({ words: ["live", ...words], project: project.fsPath, deadline: DEADLINE }, token),
  );
  tree.follow(project);
  if ("cancelled" in answer) return undefined;
  const parsed = "problem" in answer ? undefined : parseAnswer(answer.out);
  if (parsed === undefined) tell("problem" in answer ? answer.problem : answer.said);
  else tellOutcome(parsed);
  return parsed;
}

function tellOutcome(answer: LiveAnswer): void {
  const error = errorIn(answer);
  if (error !== undefined) {
    if (isWithoutGuest(answer)) tellNoGuest(error);
    else tell(error);
    return;
  }
  const gaps = answer.unreachable?.length ?? 0;
  const done =
    answer.hooks === undefined
      ? `${counted(answer.unwoven ?? 0, "hook")} taken out`
      : `${counted(answer.hooks.length, "hook")} woven${gaps === 0 ? "" : `, ${counted(gaps, "place")} not hooked`}`;
  void vscode.window
    .showInformationMessage(`${done}; the guest stood for ${answer.stopped} ms.`, "Show")
    .then((chosen) => chosen && vscode.commands.executeCommand("weft.showLive"));
}

function tell(message: string): void {
  void vscode.window.showErrorMessage(message);
}
