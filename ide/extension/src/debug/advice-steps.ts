// Steps and advice: in which aspects' advice steps end, on to where advice begins next, and the woven text at stops.
import {
  DEBUG_TYPE,
  SHOW_WOVEN,
  STEP_INTO,
  type SteppedAdvice,
  type SteppedInto,
  TO_NEXT_ADVICE,
} from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { debugCommand } from "./debug-command.js";

export function registerAdviceSteps(): vscode.Disposable {
  return vscode.Disposable.from(
    debugCommand("weft.toNextAdvice", async () => kernelSession().customRequest(TO_NEXT_ADVICE)),
    debugCommand("weft.showWovenAtStop", async () => kernelSession().customRequest(SHOW_WOVEN)),
    debugCommand("weft.stepInto", async () => choose(kernelSession())),
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
