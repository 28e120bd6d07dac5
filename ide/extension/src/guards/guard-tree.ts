// The "Guards" view: what optimistic code relies on, each write of it with its reason, other names under which it could be
// written, and the versions of the running guest. The sources are read when asked for, the guest again and again.
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { needsTrust } from "../project/trust.js";
import { RowTree } from "../trees/row-tree.js";
import { type GuardAnswer, type GuardRow, guardRows, parseGuards, type Version } from "./guard-rows.js";

/** Milliseconds between an answer about the guest and the next question. */
const AGAIN = 2000;
const DEADLINE = 30_000;
/** Of a large kernel every unit that names a term is read. */
const READING = 600_000;

export class GuardTree extends RowTree<GuardRow> {
  private rows: readonly GuardRow[] = [];
  private answer: GuardAnswer | undefined;
  private reading: Promise<GuardAnswer | undefined> | undefined;
  private versions: readonly Version[] | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly ending = new vscode.CancellationTokenSource();

  constructor(private readonly projects: Projects) {
    super("weft.guards");
    this.keep(
      this.view.onDidChangeVisibility(() => this.follow()),
      projects.onDidChange(() => this.reread()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith(".spec")) this.reread();
      }),
      { dispose: () => this.stop() },
    );
    this.follow();
  }

  /** What the project's sources say; read once, until a declaration changes. */
  known(): Promise<GuardAnswer | undefined> {
    this.reading ??= this.read();
    return this.reading;
  }

  reread(): void {
    this.reading = undefined;
    this.follow();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.ending.cancel();
  }

  private follow(): void {
    clearTimeout(this.timer);
    if (this.view.visible) void this.ask();
  }

  private async ask(): Promise<void> {
    await this.known();
    await this.askGuest();
    if (this.ending.token.isCancellationRequested) return;
    this.draw();
    clearTimeout(this.timer);
    if (this.view.visible) this.timer = setTimeout(() => this.follow(), AGAIN);
  }

  private async read(): Promise<GuardAnswer | undefined> {
    if (!vscode.workspace.isTrusted) return this.told(needsTrust("The Guards view"));
    const project = this.projects.likely();
    if (project === undefined) return this.told("Open a file of the project whose guards are meant.");
    this.view.message = "Reading what the kernel writes…";
    const words = ["guards", ".", "--json"] as const;
    const run = { words, project: project.fsPath, deadline: READING };
    const answer = await runWeft(run, this.ending.token);
    if ("cancelled" in answer) return undefined;
    if ("problem" in answer) return this.told(answer.problem);
    const parsed = parseGuards(answer.out);
    const error = parsed?.problems.find(({ severity }) => severity === "error");
    if (parsed?.guards === undefined) return this.told(error?.hint ?? error?.message ?? answer.said);
    this.view.message = "";
    this.answer = parsed;
    return parsed;
  }

  private told(message: string): undefined {
    this.view.message = message;
    this.answer = undefined;
    return undefined;
  }

  private async askGuest(): Promise<void> {
    const project = this.projects.likely();
    if (this.answer === undefined || project === undefined) return;
    const words = ["guards", ".", "--state", "--json"] as const;
    const run = { words, project: project.fsPath, deadline: DEADLINE };
    const answer = await runWeft(run, this.ending.token);
    this.versions = "out" in answer ? parseGuards(answer.out)?.versions : undefined;
  }

  /** What is not drawn anew does not flicker. */
  private draw(): void {
    const rows = this.answer === undefined ? [] : guardRows(this.answer, this.versions);
    if (JSON.stringify(rows) === JSON.stringify(this.rows)) return;
    this.rows = rows;
    void this.redraw();
  }

  protected override rowsBelow(row: GuardRow | undefined): GuardRow[] {
    return [...(row?.below ?? this.rows)];
  }

  override getTreeItem(row: GuardRow): vscode.TreeItem {
    return itemOf(row);
  }
}

const ICONS: Record<GuardRow["look"], string> = {
  guard: "shield",
  plugged: "zap",
  generic: "circle-outline",
  term: "symbol-field",
  certain: "shield",
  possible: "question",
  filtered: "filter",
  missing: "warning",
  alias: "references",
  harmless: "pass",
  step: "arrow-small-right",
};

const COLOURS: Partial<Record<GuardRow["look"], string>> = { plugged: "weft.live", certain: "weft.guard" };

function itemOf(row: GuardRow): vscode.TreeItem {
  const isOpen = row.look === "guard";
  const state = row.below.length === 0 ? "None" : isOpen ? "Expanded" : "Collapsed";
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState[state]);
  const colour = COLOURS[row.look];
  item.id = row.id;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.iconPath = new vscode.ThemeIcon(
    ICONS[row.look],
    colour === undefined ? undefined : new vscode.ThemeColor(colour),
  );
  item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
  item.contextValue = contextOf(row);
  if (row.place !== undefined) item.command = openPlace(row.place);
  return item;
}

/** Which quick fixes a row has. */
function contextOf({ look, guard, site }: GuardRow): string {
  if (look === "term" && guard.terms.length > 1) return "guardTerm";
  if (site === undefined || site.within === undefined || look === "filtered") return "";
  return look === "missing" ? "guardMissing" : "guardSite";
}

function openPlace({ file, startLine, startColumn }: NonNullable<GuardRow["place"]>): vscode.Command {
  const at = new vscode.Position(startLine - 1, startColumn - 1);
  return {
    command: "vscode.open",
    title: "Open",
    arguments: [vscode.Uri.file(file), { selection: new vscode.Range(at, at) }],
  };
}
