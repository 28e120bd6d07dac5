// A count in the status bar: which join points gained or lost advice since the last commit. Found out in the background
// when nothing changed for a while, be it here, on disk or in Git; a kernel too large for that goes without.
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import type { Projects } from "../project/projects.js";
import { summaryOf } from "./differences.js";
import { GitLate, git, watchHead } from "./git.js";
import { lastCommit, runDiff } from "./run-diff.js";

const DEADLINE = 60_000;
const QUIET = 4_000;

/** Empty where nothing is changed, or there is no commit. */
async function changesIn(project: string): Promise<string | undefined | GitLate> {
  try {
    const isCommitted = (await git(project, ["rev-parse", "--verify", "HEAD"])) !== undefined;
    return isCommitted ? await git(project, ["status", "--porcelain", "--", "."]) : "";
  } catch (error) {
    if (error instanceof GitLate) return error;
    throw error;
  }
}

export function countSinceLastCommit(server: LanguageServer, projects: Projects): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("weft.matchSet", vscode.StatusBarAlignment.Left, 1);
  item.name = "Weft: Join Points Since the Last Commit";
  item.command = "weft.compareWithLastCommit";
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;
  let isTooLarge = false;
  let head: { readonly project: string; readonly watch: Promise<vscode.Disposable> } | undefined;
  const isWanted = () => vscode.workspace.getConfiguration("weft").get("matchSet.statusBar", true);
  const show = (summary: string) => {
    if (summary === "") return item.hide();
    item.text = `$(git-compare) ${summary} join points`;
    item.tooltip = `Advice since the last commit: ${summary}. Click to see which join points.`;
    item.accessibilityInformation = { label: `${summary} join points since the last commit` };
    item.show();
  };
  const complain = (message: string) => {
    item.text = "$(warning) Git gives no answer";
    item.tooltip = message;
    item.accessibilityInformation = { label: message };
    item.show();
  };
  const count = async () => {
    const project = projects.all()[0]?.fsPath;
    running?.cancel();
    const isAsked = vscode.workspace.isTrusted && isWanted();
    if (project === undefined || isTooLarge || !isAsked) return show("");
    follow(project);
    const own = new vscode.CancellationTokenSource();
    running = own;
    const changes = await changesIn(project);
    if (running !== own) return;
    if (changes instanceof GitLate) return complain(changes.message);
    if (changes === "") return show("");
    const started = Date.now();
    const answer = await runDiff(lastCommit(project, DEADLINE, false), "json", own.token);
    if (running !== own || own.token.isCancellationRequested) return;
    isTooLarge = "problem" in answer && Date.now() - started >= DEADLINE;
    show("difference" in answer ? summaryOf(answer.difference.differences) : "");
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void count(), QUIET);
  };
  const follow = (project: string) => {
    if (head?.project === project) return;
    void head?.watch.then((watch) => watch.dispose());
    head = { project, watch: watchHead(project, soon) };
  };
  const files = vscode.workspace.createFileSystemWatcher(
    "**/{weft.json,*.ah,*.c,*.h,*.cc,*.cpp,*.cxx,*.hh,*.hpp,*.hxx}",
  );
  return vscode.Disposable.from(
    item,
    files,
    files.onDidChange(soon),
    files.onDidCreate(soon),
    files.onDidDelete(soon),
    server.onDidStart(soon),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("weft.matchSet")) soon();
    }),
    { dispose: () => clearTimeout(timer) },
    { dispose: () => running?.cancel() },
    { dispose: () => void head?.watch.then((watch) => watch.dispose()) },
  );
}
