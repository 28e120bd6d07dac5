// An aspect that was woven from the editor is woven again when it is saved; what is wrong with the edit stands at its
// characters, and what was woven before stays.
import * as vscode from "vscode";
import { runWeft } from "../project/run-weft.js";
import { counted, errorIn, isWithoutGuest, type LiveAnswer, type Problem, parseAnswer } from "./live-rows.js";
import { StandingWeaver } from "./standing-weaver.js";
import { tellNoGuest } from "./tell-no-guest.js";

const DEADLINE = 600_000;
const SHOWN = 8000;

export class WeaveAgain implements vscode.Disposable {
  /** Projects of the aspects that are woven, by the aspects' paths. */
  private readonly woven = new Map<string, vscode.Uri>();
  private readonly problems = vscode.languages.createDiagnosticCollection("weft live");
  private readonly saves: vscode.Disposable;
  private running: vscode.CancellationTokenSource | undefined;
  private readonly standing = new Map<string, StandingWeaver>();

  constructor(private readonly done: (project: vscode.Uri) => void) {
    this.saves = vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.again(uri));
  }

  /** Of a command: the aspect is woven from now on, or it is not. */
  told(file: vscode.Uri, project: vscode.Uri, answer: LiveAnswer): void {
    if (errorIn(answer) === undefined) {
      this.woven.set(file.fsPath, project);
      this.standBy(file, project);
    }
    this.mark(answer.problems);
  }

  private standBy(file: vscode.Uri, project: vscode.Uri): void {
    if (this.standing.get(file.fsPath)?.isThere === true) return;
    this.standing.set(file.fsPath, new StandingWeaver(file.fsPath, project.fsPath));
  }

  private forget(file: string): void {
    this.woven.delete(file);
    this.standing.get(file)?.end();
    this.standing.delete(file);
  }

  unwoven(project: vscode.Uri): void {
    for (const [file, of] of this.woven) if (of.fsPath === project.fsPath) this.forget(file);
    this.problems.clear();
  }

  dispose(): void {
    this.running?.cancel();
    for (const weaver of this.standing.values()) weaver.end();
    this.saves.dispose();
    this.problems.dispose();
  }

  private async again(file: vscode.Uri): Promise<void> {
    const project = this.woven.get(file.fsPath);
    if (project === undefined) return;
    this.running?.cancel();
    const own = new vscode.CancellationTokenSource();
    this.running = own;
    const started = Date.now();
    const standing = await this.standing.get(file.fsPath)?.weave();
    if (this.running !== own || !this.woven.has(file.fsPath)) return;
    const parsed =
      standing === undefined ? await this.weave(file, project, own.token) : parseAnswer(standing);
    if (this.running !== own || parsed === undefined || !this.woven.has(file.fsPath)) return;
    this.standBy(file, project);
    this.mark(parsed.problems);
    if (isWithoutGuest(parsed)) this.tellEnded(project);
    else this.tell(file, parsed, Date.now() - started);
    this.done(project);
  }

  /** By a process of its own; undefined where it was told why not, or is not wanted any more. */
  private async weave(
    file: vscode.Uri,
    project: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<LiveAnswer | undefined> {
    const words = ["live", "weave", "--json", file.fsPath] as const;
    const answer = await runWeft({ words, project: project.fsPath, deadline: DEADLINE }, token);
    if ("cancelled" in answer) return undefined;
    const parsed = "problem" in answer ? undefined : parseAnswer(answer.out);
    if (parsed === undefined && !token.isCancellationRequested)
      void vscode.window.showErrorMessage("problem" in answer ? answer.problem : answer.said);
    return parsed;
  }

  /** With the guest all that was woven into it went. */
  private tellEnded(project: vscode.Uri): void {
    this.unwoven(project);
    tellNoGuest("The guest has ended, and what was woven into it is gone.");
  }

  private tell(file: vscode.Uri, answer: LiveAnswer, milliseconds: number): void {
    const error = errorIn(answer);
    const name = file.path.split("/").at(-1);
    if (error === undefined) {
      const words = `${name} is woven again: ${counted(answer.hooks?.length ?? 0, "hook")}, ${milliseconds} ms`;
      vscode.window.setStatusBarMessage(`$(zap) ${words}`, SHOWN);
    } else
      void vscode.window.showWarningMessage(`${name} is not woven again; what was woven stays. ${error}`);
  }

  private mark(problems: readonly Problem[]): void {
    const files = new Map<string, vscode.Diagnostic[]>();
    for (const { range, message, hint, severity, code } of problems) {
      if (range === undefined) continue;
      const { startLine, startColumn, endLine, endColumn } = range;
      const at = new vscode.Range(startLine - 1, startColumn - 1, endLine - 1, endColumn - 1);
      const level = vscode.DiagnosticSeverity[severity === "error" ? "Error" : "Warning"];
      const diagnostic = new vscode.Diagnostic(at, [message, hint].filter(Boolean).join(". "), level);
      diagnostic.source = "weft live";
      diagnostic.code = code;
      files.set(range.file, [...(files.get(range.file) ?? []), diagnostic]);
    }
    this.problems.clear();
    for (const [file, found] of files) this.problems.set(vscode.Uri.file(file), found);
  }
}
