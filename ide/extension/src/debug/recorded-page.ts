// What pages about a recording have in common. Knows nothing of VS Code's API.
import type { OriginSource } from "@weft/debug-adapter/protocol";
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

/** What a button of such a page asks for: to go there, or where a value came from. */
export type RecordedMessage =
  | PageDrawn
  | { readonly kind: "go"; readonly position: number }
  | { readonly kind: "origin"; readonly expression: string; readonly position: number };

const messageOf = (message: RecordedMessage) => escaped(JSON.stringify(message));

export const goMessage = (position: number) => messageOf({ kind: "go", position });

/** A button with the position. */
export function goButton(position: number): string {
  return `<button class="link" data-message="${goMessage(position)}">${position.toLocaleString("en")}</button>`;
}

/** A button with a value, which asks where it came from. */
export function originButton({ expression, position, value = "?" }: OriginSource): string {
  const message = messageOf({ kind: "origin", expression, position });
  const text = escaped(`${expression} = ${value}`);
  return `<button class="link" title="Where did this value come from?" data-message="${message}">${text}</button>`;
}

/** The title, what was asked, and one sentence. */
export function messagePage(title: string, asked: string, message: string, style: string): string {
  const body = `<h1>${title}</h1><p><code>${escaped(asked)}</code></p><p role="status">${escaped(message)}</p>`;
  return pageFrame(title, style, body);
}

export const TABLE = `
table { border-collapse: collapse; } th, td { font-weight: normal; text-align: left; padding: 2px 16px 2px 0; border-bottom: 1px solid var(--vscode-panel-border, #8888); } td { text-align: right; white-space: nowrap; } td.values { text-align: left; white-space: normal; font-family: var(--vscode-editor-font-family, monospace); } thead th { color: var(--vscode-descriptionForeground); }
`;
