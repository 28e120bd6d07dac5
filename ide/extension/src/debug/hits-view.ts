// "All Hits of a Pointcut in This Run": when a pointcut ran in the recording that is open, and one click to go there.
import { RECORDED_HITS, type RecordedHits } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { HITS_TITLE, hitsMessagePage, hitsPage } from "./hits-page.js";
import { RecordedPanel, recordingSession } from "./recorded-panel.js";

export function registerHits(): vscode.Disposable {
  const panel = new RecordedPanel("weft.hits", HITS_TITLE);
  let pointcut = 'execution("% sys_open(...)")';
  const show = async () => {
    const session = recordingSession();
    const asked = session === undefined ? undefined : await askPointcut(pointcut);
    if (session === undefined || asked === undefined) return;
    pointcut = asked;
    const waiting = hitsMessagePage(asked, "Running the recording once more…");
    await panel.show(waiting, () => hitsOf(session, asked));
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showHits", show), panel);
}

async function askPointcut(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    prompt: "All hits of this pointcut in the recorded run",
    placeHolder: 'set("% inode::i_uid")',
    value,
  });
  return given === undefined || given.trim() === "" ? undefined : given.trim();
}

async function hitsOf(session: vscode.DebugSession, pointcut: string): Promise<string> {
  try {
    const found = (await session.customRequest(RECORDED_HITS, { pointcut })) as RecordedHits;
    return hitsPage(pointcut, found);
  } catch (error) {
    return hitsMessagePage(pointcut, (error as Error).message);
  }
}
