/** Has the editor ask again for what it draws inside the text. */
import { CodeLensRefreshRequest } from "vscode-languageserver/node";
import type { ServerContext } from "./context.js";

export function refreshLensesAndHints({ connection, client }: ServerContext): void {
  if (client.workspace?.codeLens?.refreshSupport === true)
    void connection.sendRequest(CodeLensRefreshRequest.type);
  if (client.workspace?.inlayHint?.refreshSupport === true) void connection.languages.inlayHint.refresh();
}
