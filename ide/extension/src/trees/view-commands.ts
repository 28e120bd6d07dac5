// Commands that lead to our views: VS Code has such for every view, Theia's palette has none, so that without a mouse
// no way led there.
import * as vscode from "vscode";

const views = {
  "weft.showAspects": "weft.aspects",
  "weft.showAffectedLines": "weft.affectedLines",
  "weft.showPointcut": "weft.pointcut",
  "weft.showMatchSet": "weft.matchSet",
};

export function registerViewCommands(): vscode.Disposable {
  const commands = Object.entries(views).map(([command, view]) =>
    vscode.commands.registerCommand(command, () => vscode.commands.executeCommand(`${view}.focus`)),
  );
  return vscode.Disposable.from(...commands);
}
