// Steps and advice: in which aspects' advice steps end, and on to where advice begins next.
import { DEBUG_TYPE, STEP_INTO, type SteppedInto, TO_NEXT_ADVICE } from "@weft/debug-adapter/protocol";
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
  const { advice, aspects } = (await session.customRequest(STEP_INTO)) as SteppedInto;
  const items = aspects.map((label) => ({
    label,
    picked: advice === "all" || advice.includes(label),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: "Steps go into advice of these aspects, and past that of others",
  });
  if (chosen === undefined) return;
  const names = chosen.map(({ label }) => label);
  await session.customRequest(STEP_INTO, { advice: names.length === aspects.length ? "all" : names });
}
