// The frame of our pages with links and buttons: the theme's colours, and a script that tells the extension that the page
// is there and which button was pressed. Each button carries what it asks; nothing here knows VS Code's API.
import { randomUUID } from "node:crypto";

/** `style` is put behind what all pages share. */
export function pageFrame(title: string, style: string, body: string): string {
  const nonce = randomUUID();
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<title>${title}</title><style>${STYLE}${style}</style></head>
<body>${body}<script nonce="${nonce}">${SCRIPT}</script></body></html>
`;
}

/** High-contrast themes have no colours for warnings in lists; those of the editor are made for their background. */
const STYLE = `
body { --weft-warning: var(--vscode-list-warningForeground, #b58900); --weft-error: var(--vscode-list-errorForeground, #c00); }
body[class*="vscode-high-contrast"] { --weft-warning: var(--vscode-editorWarning-foreground); --weft-error: var(--vscode-editorError-foreground); }
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); font: var(--vscode-font-size, 13px) var(--vscode-font-family, sans-serif); padding: 0 16px 24px; line-height: 1.45; }
h1 { font-size: 1.3em; margin: 16px 0 4px; } h2 { font-size: 1.05em; margin: 0 0 4px; overflow-wrap: anywhere; }
small, caption { font-weight: normal; color: var(--vscode-descriptionForeground); font-size: .9em; text-align: left; }
ul, ol { margin: 2px 0 6px; padding-left: 22px; } ol { color: var(--vscode-descriptionForeground); } p { margin: 4px 0; }
button { font: inherit; cursor: pointer; } button.link { background: none; border: 0; padding: 0; color: var(--vscode-textLink-foreground); text-align: left; overflow-wrap: anywhere; } button.link:hover { text-decoration: underline; }
button.action { color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 1px solid var(--vscode-button-border, transparent); padding: 3px 10px; border-radius: 2px; margin: 2px 6px 2px 0; } button.action:hover { background: var(--vscode-button-hoverBackground); }
summary { cursor: pointer; } :focus-visible { outline: 2px solid var(--vscode-focusBorder); outline-offset: 1px; }
`;

const SCRIPT = `
const api = acquireVsCodeApi();
addEventListener("click", (event) => {
  const button = event.target.closest("[data-message]");
  if (button) api.postMessage(JSON.parse(button.dataset.message));
});
api.postMessage({ kind: "drawn" });
`;

/** Text as HTML, in elements and in attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
