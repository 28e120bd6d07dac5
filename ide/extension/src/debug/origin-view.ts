// "Where Did This Value Come From": back from a value to where it began, in the recording that is open.
import { VALUE_ORIGIN, type ValueOrigin, type ValueOriginArguments } from "@weft/debug-adapter/protocol";
import * as vscode from "vscode";
import { ORIGIN_TITLE, originMessagePage, originPage } from "./origin-page.js";
import { RecordedPanel, recordingSession } from "./recorded-panel.js";

/** What is selected is proposed, and read in the frame that is on top. */
export function registerOrigins(
  selectedText: () => string,
  topFrame: () => Promise<number | undefined>,
): vscode.Disposable {
  const panel = new RecordedPanel("weft.origin", ORIGIN_TITLE);
  const askQuestion = async (): Promise<ValueOriginArguments | undefined> => {
    const expression = await askExpression(selectedText());
    if (expression === undefined) return undefined;
    const frameId = await topFrame();
    return { expression, ...(frameId === undefined ? {} : { frameId }) };
  };
  const show = async (asked: unknown) => {
    const session = recordingSession();
    const question = session === undefined || isQuestion(asked) ? asked : await askQuestion();
    if (session === undefined || !isQuestion(question)) return;
    const waiting = originMessagePage(question.expression, "Running the recording backwards…");
    await panel.show(waiting, () => originOf(session, question));
  };
  return vscode.Disposable.from(vscode.commands.registerCommand("weft.showOrigin", show), panel);
}

/** As a page about the recording asks; a menu of the editor hands over its file. */
function isQuestion(asked: unknown): asked is ValueOriginArguments {
  return typeof (asked as ValueOriginArguments | undefined)?.expression === "string";
}

async function askExpression(value: string): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    prompt: "Where did this value come from? A variable, a member or a register ($NAME)",
    placeHolder: "inode->i_uid",
    value,
  });
  return given === undefined || given.trim() === "" ? undefined : given.trim();
}

async function originOf(session: vscode.DebugSession, question: ValueOriginArguments): Promise<string> {
  try {
    return originPage((await session.customRequest(VALUE_ORIGIN, question)) as ValueOrigin);
  } catch (error) {
    return originMessagePage(question.expression, (error as Error).message);
  }
}
