// Steps and advice: in which aspects' advice steps end, and on to where advice begins next.
import {
  DEBUG_TYPE,
  STEP_INTO,
  type SteppedAdvice,
  type SteppedInto,
  TO_NEXT_ADVICE,
} from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";

export function registerAdviceSteps(): vscode.Disposable {
  const command = (name: string, work: (session: vscode.DebugSession) => Thenable<unknown>) =>
    vscode.commands.registerCommand(name, async () => {
      try {
        await work(kernelSession());
      } catch (error) {
        void vscode.window.showErrorMessage((error as Error).message);
      }
    });
  return vscode.Disposable.from(
    command("weft.toNextAdvice", (session) => session.customRequest(TO_NEXT_ADVICE)),
    command("weft.stepInto", choose),
  );
}

function kernelSession(): vscode.DebugSession {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== DEBUG_TYPE) throw new Error("No kernel is being debugged.");
  return session;
}

async function choose(session: vscode.DebugSession): Promise<void> {
  const now = (await session.customRequest(STEP_INTO)) as SteppedInto;
  const item = (label: string, advice: SteppedAdvice) => ({
    label,
    advice,
    description: String(now.advice) === String(advice) ? "now" : "",
  });
  // One choice: Theia forgets which of many were chosen before.
  const items = [
    item("All advice", "all"),
    item("No advice", []),
    ...now.aspects.map((aspect) => item(`Only of ${aspect}`, [aspect])),
  ];
  const title = "Steps go into this advice, and past all other";
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen !== undefined) await session.customRequest(STEP_INTO, { advice: chosen.advice });
}
