// "Why Did This Run": back from where the recording that is open stands over the branches and calls that led there.
import { RUN_REASON, type RunReason } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { REASON_TITLE, reasonMessagePage, reasonPage } from "./reason-page.js";
import { RecordedPanel, recordingSession } from "./recorded-panel.js";

export function registerReasons(): vscode.Disposable {
  const panel = new RecordedPanel("weft.reason", REASON_TITLE);
  const show = async () => {
    const session = recordingSession();
    if (session === undefined) return;
    await panel.show(reasonMessagePage("Running the recording backwards…"), () => reasonOf(session));
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showReason", show), panel);
}

async function reasonOf(session: vscode.DebugSession): Promise<string> {
  try {
    return reasonPage((await session.customRequest(RUN_REASON, {})) as RunReason);
  } catch (error) {
    return reasonMessagePage((error as Error).message);
  }
}
