// Pages of ours beside the source. A page that is drawn anew is another document, and Theia leaves the focus nowhere.
import type * as vscode from "vscode";

/** What each page says once it is there. */
export interface PageDrawn {
  readonly kind: "drawn";
}

/** Draws the page; when it is there it takes the focus, where it is to have it. */
export function drawPage(panel: vscode.WebviewPanel, html: string, takesFocus: boolean): void {
  if (takesFocus) {
    const listening = panel.webview.onDidReceiveMessage((message: { readonly kind?: unknown }) => {
      if (message.kind !== "drawn") return;
      listening.dispose();
      panel.reveal(undefined, false);
    });
  }
  panel.webview.html = html;
}
