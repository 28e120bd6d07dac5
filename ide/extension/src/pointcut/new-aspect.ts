// New Aspect…: for a purpose, about a pointcut whose join points are seen while it is typed; or about what stands at the
// cursor. The weft command writes the file and takes it into weft.json.
import { type SubjectResult, subjectRequest } from "@weft/language-server/protocol";
import { unlessBroken } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import { placeText } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";
import type { Projects } from "../project/projects.js";
import { runWeft } from "../project/run-weft.js";
import { isTrustedFor } from "../project/trust.js";
import type { LivePointcut } from "./live-pointcut.js";
import { summary } from "./summary.js";

type Purpose = "count" | "trace" | "time" | "lock" | "watch";

interface PurposeItem extends vscode.QuickPickItem {
  readonly purpose: Purpose;
  /** A pointcut to begin with. */
  readonly begin: string;
}

const PURPOSES: readonly PurposeItem[] = [
  {
    ...{ purpose: "trace", label: "$(output) Trace", begin: 'execution("% ...::%(...)")' },
    description: "say each time that it is met, on the serial port",
  },
  {
    ...{ purpose: "count", label: "$(symbol-number) Count", begin: 'execution("% ...::%(...)")' },
    description: "how often it is met",
  },
  {
    ...{ purpose: "time", label: "$(watch) Measure", begin: 'execution("% ...::%(...)")' },
    description: "how many cycles it takes",
  },
  {
    ...{ purpose: "lock", label: "$(lock) Check a lock", begin: 'set("% ...::%")' },
    description: "is the lock held whenever it is met?",
  },
  {
    ...{ purpose: "watch", label: "$(eye) Watch a field", begin: 'set("% ...::%")' },
    description: "who writes it, and how often",
  },
];

const DEADLINE = 60_000;
/** Join points shown while a pointcut is typed. */
const SHOWN = 50;

export function registerNewAspect(
  server: LanguageServer,
  live: LivePointcut,
  projects: Projects,
): vscode.Disposable {
  const about = (purpose: Purpose, kind: SubjectResult["kind"]) => async () => {
    const subject = await subjectAtCursor(server);
    if (subject?.kind === kind) await create(projects, purpose, subject.pointcut);
    else
      void vscode.window.showInformationMessage(
        kind === "function"
          ? "Put the cursor on the name of a function first."
          : "Put the cursor on a member of a struct or class first, where it is declared or used.",
      );
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand("weft.newAspect", () => newAspect(live, projects)),
    vscode.commands.registerCommand("weft.traceFunction", about("trace", "function")),
    vscode.commands.registerCommand("weft.watchField", about("watch", "field")),
  );
}

async function newAspect(live: LivePointcut, projects: Projects): Promise<void> {
  if (!isTrustedFor("Making an aspect")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const chosen = await vscode.window.showQuickPick([...PURPOSES], {
    title: "New Aspect",
    placeHolder: "What is it for?",
  });
  if (chosen === undefined) return;
  const pointcut = await askPointcut(live, vscode.Uri.joinPath(project, "weft.json"), chosen.begin);
  if (pointcut !== undefined) await create(projects, chosen.purpose, pointcut);
}

/** A box whose list is what the pointcut in it selects. */
function askPointcut(live: LivePointcut, uri: vscode.Uri, begin: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const box = vscode.window.createQuickPick<vscode.QuickPickItem>();
    box.title = "New Aspect: what is it about?";
    box.placeholder = 'A pointcut, for example execution("% sys_%(...)")';
    box.value = begin;
    box.ignoreFocusOut = true;
    let answer: string | undefined;
    const draw = () => {
      box.items = previewItems(live, box.value);
      box.busy = live.isAsking;
    };
    const ask = () => {
      if (box.value.trim() !== "") live.ask({ uri: uri.toString(), expression: box.value });
      draw();
    };
    const subscriptions = vscode.Disposable.from(
      live.onDidChange(draw),
      box.onDidChangeValue(ask),
      box.onDidAccept(() => {
        if (box.value.trim() === "") return;
        answer = box.value;
        box.hide();
      }),
      box.onDidHide(() => {
        subscriptions.dispose();
        box.dispose();
        resolve(answer);
      }),
    );
    ask();
    box.show();
  });
}

function previewItems({ answer, stale }: LivePointcut, expression: string): vscode.QuickPickItem[] {
  const make = { label: "$(new-file) Make the aspect", description: expression, alwaysShow: true };
  if (answer === undefined) return [{ ...make, detail: stale ?? "Searching…" }];
  const shown = answer.files.flatMap((file) =>
    file.joinPoints.map(({ label, range }) => ({
      label,
      description: placeText({ uri: file.uri, range }),
      alwaysShow: true,
    })),
  );
  const detail = stale === undefined ? summary(answer) : `${stale} Shown: ${answer.expression}`;
  return [{ ...make, detail }, ...shown.slice(0, SHOWN)];
}

async function subjectAtCursor(server: LanguageServer): Promise<SubjectResult | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") return undefined;
  const { line, character } = editor.selection.active;
  const answer = await server.ask(subjectRequest, {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line, character },
  });
  return answer ?? undefined;
}

async function create(projects: Projects, purpose: Purpose, pointcut: string): Promise<void> {
  if (!isTrustedFor("Making an aspect")) return;
  const project = await projects.choose();
  if (project === undefined) return;
  const held = purpose === "lock" ? await askLock() : undefined;
  if (purpose === "lock" && held === undefined) return;
  const words = ["aspect", "--json", "--purpose", purpose, "--pointcut", pointcut];
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "New aspect", cancellable: true },
    (_, token) =>
      runWeft(
        {
          ...{ words: ["new", ...words, ...(held === undefined ? [] : ["--held", held])] },
          ...{ project: project.fsPath, deadline: DEADLINE },
        },
        token,
      ),
  );
  if ("cancelled" in answer) return;
  const file = "problem" in answer ? undefined : fileOf(answer.out);
  if (file === undefined) {
    void vscode.window.showErrorMessage("problem" in answer ? answer.problem : answer.said);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(file)));
}

function askLock(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: "New Aspect: when is the lock held?",
    prompt: "An expression that is true while the lock is held, with names that the kernel has",
    placeHolder: "holding(&table.lock)",
    validateInput: (text) => (text.trim() === "" ? "An expression is needed." : undefined),
  });
}

function fileOf(out: string): string | undefined {
  return unlessBroken(() => {
    const { file } = JSON.parse(out) as { readonly file?: string };
    return file;
  });
}
