// "Compare Match Set…": what a change does to the advice of a kernel, before it is committed: a view with both sides
// of each difference, and a review document.
import { basename, dirname, join, relative } from "node:path";
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { isTrustedFor } from "../project/trust.js";
import { configurationsIn } from "./configurations.js";
import { type Difference, type MatchSetDifference, revisionIn } from "./differences.js";
import { GitLate, revisionsIn, textAt } from "./git.js";
import { MatchSetTree } from "./match-set-tree.js";
import { registerReviews } from "./review.js";
import { type DiffRequest, lastCommit, runDiff } from "./run-diff.js";

const revisionScheme = "weft-revision";
/** The user waits for it. */
const DEADLINE = 600_000;

interface Shown {
  readonly request: DiffRequest;
  readonly difference: MatchSetDifference;
}

export function registerMatchSet(projects: Projects): vscode.Disposable {
  const tree = new MatchSetTree();
  const reviews = registerReviews();
  let shown: Shown | undefined;

  /** The comparison that was asked for last: an older one that takes longer shows nothing. */
  let asked: DiffRequest | undefined;

  const show = async (request: DiffRequest) => {
    asked = request;
    tree.say("Comparing…");
    const answer = await withProgress("Comparing match sets", (token, report) =>
      runDiff(request, "json", token, report),
    );
    if (asked !== request) return;
    if ("problem" in answer) tree.say(answer.problem);
    if ("cancelled" in answer) tree.say("The comparison was cancelled.");
    if ("problem" in answer) return void vscode.window.showErrorMessage(answer.problem);
    if (!("difference" in answer)) return;
    shown = { request, difference: answer.difference };
    tree.show(answer.difference);
    await vscode.commands.executeCommand("setContext", "weft.hasMatchSet", true);
    await vscode.commands.executeCommand("weft.matchSet.focus");
  };
  const review = async () => {
    if (shown === undefined) await compare();
    const request = shown?.request;
    if (request === undefined) return;
    const answer = await withProgress("Writing the review", (token, report) =>
      runDiff(request, "markdown", token, report),
    );
    if ("problem" in answer) return void vscode.window.showErrorMessage(answer.problem);
    if (!("markdown" in answer)) return;
    await reviews.show({ markdown: answer.markdown, folder: request.project });
  };
  const compare = async () => {
    // Git is asked nothing about a folder before.
    if (!isTrustedFor("Comparing match sets")) return;
    const request = await chooseRequest(projects);
    if (request !== undefined) await show(request);
  };
  return vscode.Disposable.from(
    tree,
    reviews,
    vscode.commands.registerCommand("weft.compareMatchSet", compare),
    vscode.commands.registerCommand("weft.compareWithLastCommit", async () => {
      const project = await projectFolder(projects);
      if (project !== undefined) await show(lastCommit(project, DEADLINE, true));
    }),
    vscode.commands.registerCommand("weft.reviewMatchSet", review),
    vscode.commands.registerCommand("weft.groupMatchSet", () => tree.toggleGrouping()),
    vscode.commands.registerCommand("weft.openMatchSetDifference", (item: Difference) => {
      if (shown !== undefined) return openBothSides(shown, item);
    }),
    vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
      provideTextDocumentContent: async (uri) => {
        const { folder, revision, path } = JSON.parse(uri.query) as Record<
          "folder" | "revision" | "path",
          string
        >;
        return (await textAt(folder, revision, path)) ?? "";
      },
    }),
  );
}

function withProgress<T>(
  title: string,
  run: (token: vscode.CancellationToken, report: (done: number, all: number) => void) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    let before = 0;
    return run(token, (done, all) => {
      const percent = (100 * done) / all;
      progress.report({ increment: percent - before, message: `${done} of ${all} units` });
      before = percent;
    });
  });
}

async function projectFolder(projects: Projects): Promise<string | undefined> {
  return (await projects.choose())?.fsPath;
}

async function chooseRequest(projects: Projects): Promise<DiffRequest | undefined> {
  const project = await projectFolder(projects);
  if (project === undefined) return undefined;
  const unsaved = vscode.workspace.textDocuments.some(({ isDirty }) => isDirty);
  const choices = [
    { label: "Last commit", description: "with the saved files", words: ["HEAD"], withUnsaved: false },
    ...(unsaved
      ? [
          {
            label: "Last commit, with unsaved edits",
            description: "as the editors show it",
            words: ["HEAD"],
            withUnsaved: true,
          },
        ]
      : []),
    { label: "Another branch or revision…", description: "of Git", words: undefined, withUnsaved: true },
    {
      label: "Another configuration…",
      description: "of weft.json, or another weft.json or compile_commands.json",
      words: [],
      withUnsaved: false,
    },
  ];
  const choice = await vscode.window.showQuickPick(choices, { placeHolder: "Compare the match set with" });
  if (choice === undefined) return undefined;
  const words =
    choice.words === undefined
      ? await chooseRevision(project)
      : choice.words.length > 0
        ? choice.words
        : await chooseConfiguration(project);
  return words && { project, words, withUnsaved: choice.withUnsaved, deadline: DEADLINE };
}

async function chooseRevision(project: string): Promise<readonly string[] | undefined> {
  const revisions = await revisionsIn(project).catch(showLate);
  if (revisions === undefined) return undefined;
  if (revisions.length === 0)
    return void vscode.window.showWarningMessage(`${project} is not in a Git working tree with commits.`);
  const items = revisions.map(({ name, description }) => ({ label: name, description }));
  const options = { placeHolder: "Branch, tag or commit", matchOnDescription: true };
  const choice = await vscode.window.showQuickPick(items, options);
  return choice && [choice.label];
}

function showLate(error: unknown): undefined {
  if (!(error instanceof GitLate)) throw error;
  void vscode.window.showErrorMessage(error.message);
}

async function chooseConfiguration(project: string): Promise<readonly string[] | undefined> {
  const own = join(project, "weft.json");
  const { names, current } = await configurationsIn(own);
  const found = await vscode.workspace.findFiles(
    "**/{weft*.json,compile_commands*.json}",
    "**/node_modules/**",
    100,
  );
  const named = names
    .filter((name) => name !== current)
    .map((name) => ({ label: name, description: "configuration of weft.json", value: name }));
  const files = found
    .map(({ fsPath }) => fsPath)
    .filter((path) => path !== own)
    .map((path) => ({ label: relative(project, path), description: basename(dirname(path)), value: path }));
  const items = [...named, ...files];
  if (items.length === 0)
    return void vscode.window.showWarningMessage(
      `${basename(project)} has one configuration, and there is no other weft.json or compile_commands.json in the workspace. Add others under "configurations" in weft.json.`,
    );
  const choice = await vscode.window.showQuickPick(items, {
    placeHolder: `Configuration to compare ${current ?? own} with`,
  });
  return choice && ["--config", choice.value, "--config", current ?? own];
}

/** What was at the left, what is at the right, at the join point. */
async function openBothSides({ request, difference }: Shown, item: Difference): Promise<void> {
  const { file, startLine } = item.joinPoint.range;
  const folder = request.project;
  const at = new vscode.Position(Math.max(0, startLine - 1), 0);
  const selection = new vscode.Range(at, at);
  const now = vscode.Uri.file(join(folder, file));
  const sideOf = (name: string) => {
    const revision = revisionIn(name);
    return revision === undefined
      ? now
      : now.with({ scheme: revisionScheme, query: JSON.stringify({ folder, revision, path: file }) });
  };
  const [left, right] = [sideOf(difference.from), sideOf(difference.to)];
  if (left.toString() === right.toString()) await vscode.window.showTextDocument(right, { selection });
  else
    await vscode.commands.executeCommand(
      "vscode.diff",
      left,
      right,
      `${basename(file)}: ${difference.from} ↔ ${difference.to}`,
      { selection },
    );
}
