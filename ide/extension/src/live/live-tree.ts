// The "Live" view: the running guest, the aspects that are woven into it, each hook with its hits, and what has none.
// While it is seen it asks the weft command again and again.
import * as vscode from "vscode";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { needsTrust } from "../project/trust.js";
import { RowTree } from "../trees/row-tree.js";
import { errorIn, type LiveRow, liveRows, parseAnswer } from "./live-rows.js";

/** Milliseconds between an answer and the next question. */
const WOVEN = 2000;
const NO_GUEST = 3000;
const DEADLINE = 30_000;

export class LiveTree extends RowTree<LiveRow> {
  private rows: readonly LiveRow[] = [];
  private timer: NodeJS.Timeout | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  /** The one that a command was about last. */
  private project: vscode.Uri | undefined;

  constructor(private readonly projects: Projects) {
    super("weft.live");
    this.keep(
      this.view.onDidChangeVisibility(() => this.refresh()),
      projects.onDidChange(() => this.refresh()),
      { dispose: () => this.stop() },
    );
    this.refresh();
  }

  /** Shows the guest of this project, now. */
  follow(project: vscode.Uri): void {
    this.project = project;
    this.refresh();
  }

  private refresh(): void {
    this.stop();
    if (this.view.visible) void this.ask();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.asking = undefined;
  }

  private async ask(): Promise<void> {
    const own = new vscode.CancellationTokenSource();
    this.asking = own;
    const found = await this.answer(own.token);
    if (this.asking !== own) return;
    this.asking = undefined;
    this.show(found);
    this.timer = setTimeout(() => this.refresh(), found.rows.length > 0 ? WOVEN : NO_GUEST);
  }

  private async answer(token: vscode.CancellationToken): Promise<Shown> {
    if (!vscode.workspace.isTrusted) return { rows: [], message: needsTrust("The Live view") };
    const project = this.project ?? this.projects.likely();
    if (project === undefined)
      return { rows: [], message: "Open a file of the project whose running kernel is meant." };
    const words = ["live", "list", "--json"] as const;
    const answer = await runWeft({ words, project: project.fsPath, deadline: DEADLINE }, token);
    if ("cancelled" in answer) return { rows: this.rows, message: "" };
    if ("problem" in answer) return { rows: [], message: answer.problem };
    const parsed = parseAnswer(answer.out);
    if (parsed === undefined) return { rows: [], message: answer.said };
    return { rows: liveRows(parsed), message: errorIn(parsed) ?? "" };
  }

  /** What is not drawn anew does not flicker. */
  private show({ rows, message }: Shown): void {
    if (this.view.message !== message) this.view.message = message;
    if (JSON.stringify(rows) === JSON.stringify(this.rows)) return;
    this.rows = rows;
    void this.redraw();
  }

  protected override rowsBelow(row: LiveRow | undefined): LiveRow[] {
    return [...(row?.below ?? this.rows)];
  }

  override getTreeItem(row: LiveRow): vscode.TreeItem {
    return itemOf(row);
  }
}

interface Shown {
  readonly rows: readonly LiveRow[];
  readonly message: string;
}

const ICONS: Record<LiveRow["look"], string> = {
  guest: "vm-running",
  problem: "warning",
  aspect: "layers",
  jump: "zap",
  trap: "debug-breakpoint",
  gaps: "circle-slash",
  gap: "circle-slash",
};

function itemOf(row: LiveRow): vscode.TreeItem {
  const state = row.look === "gaps" ? "Collapsed" : row.below.length > 0 ? "Expanded" : "None";
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState[state]);
  item.id = row.id;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.iconPath = new vscode.ThemeIcon(ICONS[row.look], colourOf(row));
  item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
  if (row.place !== undefined) item.command = openPlace(row.place);
  return item;
}

function colourOf({ look }: LiveRow): vscode.ThemeColor | undefined {
  return look === "jump" || look === "trap" ? new vscode.ThemeColor("weft.live") : undefined;
}

function openPlace({ file, startLine, startColumn }: NonNullable<LiveRow["place"]>): vscode.Command {
  const at = new vscode.Position(startLine - 1, startColumn - 1);
  return {
    command: "vscode.open",
    title: "Open",
    arguments: [vscode.Uri.file(file), { selection: new vscode.Range(at, at) }],
  };
}
