// What pages about a recording have in common. Knows nothing of VS Code's API.
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

/** What a button of such a page asks for. */
export type RecordedMessage = PageDrawn | { readonly kind: "go"; readonly position: number };

export const messageOf = (position: number) =>
  escaped(JSON.stringify({ kind: "go", position } satisfies RecordedMessage));

/** A button with the position. */
export function goButton(position: number): string {
  return `<button class="link" data-message="${messageOf(position)}">${position.toLocaleString("en")}</button>`;
}

/** The title, what was asked, and one sentence. */
export function messagePage(title: string, asked: string, message: string, style: string): string {
  const body = `<h1>${title}</h1><p><code>${escaped(asked)}</code></p><p role="status">${escaped(message)}</p>`;
  return pageFrame(title, style, body);
}

export const TABLE = `
table { border-collapse: collapse; } th, td { font-weight: normal; text-align: left; padding: 2px 16px 2px 0; border-bottom: 1px solid var(--vscode-panel-border, #8888); } td { text-align: right; white-space: nowrap; } td.values { text-align: left; white-space: normal; font-family: var(--vscode-editor-font-family, monospace); } thead th { color: var(--vscode-descriptionForeground); }
`;
