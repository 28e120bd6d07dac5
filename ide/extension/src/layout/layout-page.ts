// The page that draws messages: HTML from plain data, in the theme's colours. Knows nothing of VS Code's API.

import { randomUUID } from "node:crypto";
import type {
  BoxDrawing,
  MessageDrawing,
  OperationDrawing,
  OptimizationDrawing,
  PartDrawing,
} from "@weft/language-server/protocol";
import { escaped } from "../page-frame.js";

/** Bits that a box is drawn with at most; wider ones are cut, which their edge shows. */
const WIDEST = 256;

export function layoutPage(operations: readonly OperationDrawing[]): string {
  return page(operations.map(operationSection).join("\n"));
}

export function messagePage(message: string): string {
  return page(`<p role="status">${escaped(message)}</p>`);
}

function operationSection(operation: OperationDrawing, index: number): string {
  const { name, signature, kernel, stub, implementation, messages, notes, optimizations } = operation;
  const id = `operation-${index}`;
  const remarks =
    notes.length === 0 ? "" : `<ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join("")}</ul>`;
  return `<section aria-labelledby="${id}">
<h1 id="${id}">${escaped(name)} <small>L4 ${escaped(kernel)}</small></h1>
<pre tabindex="0" aria-label="Operation in IDL">${escaped(signature)}</pre>
<p>Stub <code>${escaped(stub)}</code>, implementation <code>${escaped(implementation)}</code></p>
${messages.map(messageSection).join("\n")}
${messages.length === 1 ? "<p>Oneway: there is no reply.</p>" : ""}
${remarks}
${optimizationList(optimizations)}
</section>`;
}

function messageSection({ direction, summary, parts }: MessageDrawing): string {
  const title = direction === "request" ? "Request" : "Reply";
  return `<h2>${title} <small>${escaped(summary)}</small></h2>
<div class="message" role="list" aria-label="${title}">${parts.map(partRow).join("\n")}</div>`;
}

/** A row that the keyboard reaches and that reads as one sentence. */
function partRow({ kind, title, boxes }: PartDrawing): string {
  const words = boxes.map(boxWords).join("; ");
  return `<div class="part ${kind}" role="listitem" tabindex="0" aria-label="${escaped(`${title}: ${words}`)}">
<span class="title" aria-hidden="true">${escaped(title)}</span>
<span class="boxes" aria-hidden="true">${boxes.map(boxElement).join("")}</span></div>`;
}

function boxElement(box: BoxDrawing): string {
  const { kind, name, place, bits, size } = box;
  const cut = bits > WIDEST ? " cut" : "";
  const below = [place, size].filter((words) => words !== "").join(", ");
  return `<span class="box ${kind}${cut}" style="flex-grow:${Math.min(bits, WIDEST)}" title="${escaped(boxWords(box))}"><b>${escaped(name)}</b><i>${escaped(below)}</i></span>`;
}

function boxWords({ name, place, size }: BoxDrawing): string {
  return [name, place, size].filter((words) => words !== "").join(", ");
}

function optimizationList(optimizations: readonly OptimizationDrawing[]): string {
  const rows = [...optimizations]
    .sort((a, b) => Number(b.applied) - Number(a.applied))
    .map(
      ({ name, section, applied, why, effect }) =>
        `<tr class="${applied ? "applied" : "left"}"><td>${applied ? "yes" : "no"}</td><th scope="row">${escaped(name)}</th><td>${escaped(why)}${applied ? `<br><span class="effect">${escaped(effect)}</span>` : ""}</td><td>${escaped(section)}</td></tr>`,
    );
  const applied = optimizations.filter((one) => one.applied).length;
  return `<details open><summary>Optimizations: ${applied} of ${optimizations.length} applied</summary>
<table><thead><tr><th scope="col">Applied</th><th scope="col">Optimization</th><th scope="col">Why</th><th scope="col">Paper</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></details>`;
}

const STYLE = `
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); font: var(--vscode-font-size, 13px) var(--vscode-font-family, sans-serif); padding: 0 16px 24px; line-height: 1.4; }
h1 { font-size: 1.3em; margin: 16px 0 8px; overflow-wrap: anywhere; } h2 { font-size: 1.1em; margin: 16px 0 6px; }
small { font-weight: normal; color: var(--vscode-descriptionForeground); font-size: .85em; }
section + section { border-top: 1px solid var(--vscode-panel-border, currentColor); margin-top: 24px; }
pre, code { font-family: var(--vscode-editor-font-family, monospace); color: inherit; background: none; } pre { white-space: pre-wrap; margin: 8px 0; }
p { margin: 6px 0; overflow-wrap: anywhere; }
.part { display: flex; gap: 8px; align-items: stretch; margin: 3px 0; padding: 2px; }
.title { flex: 0 0 104px; align-self: center; font-family: var(--vscode-editor-font-family, monospace); }
.boxes { flex: 1 1 auto; display: flex; flex-wrap: wrap; gap: 3px; min-width: 0; }
.register .boxes { flex: 0 1 320px; }
.box { flex: 1 1 0; min-width: 76px; border: 1px solid var(--vscode-editor-foreground); border-left-width: 5px; padding: 2px 6px; overflow-wrap: anywhere; box-sizing: border-box; }
.box b, .box i { display: block; font-style: normal; } .box b { font-weight: 600; } .box i { font-size: .85em; color: var(--vscode-descriptionForeground); }
.box.value { border-color: var(--vscode-charts-blue, #3794ff); } .box.length { border-color: var(--vscode-charts-purple, #b180d7); }
.box.address { border-color: var(--vscode-charts-orange, #d18616); } .box.flexpage { border-color: var(--vscode-charts-green, #388a34); }
.box.id { border-color: var(--vscode-descriptionForeground); } .box.unused { border: 1px dashed var(--vscode-descriptionForeground); } .box.unused b { font-weight: normal; }
.box.cut { border-right-style: dotted; border-right-width: 5px; }
:focus-visible { outline: 2px solid var(--vscode-focusBorder); outline-offset: 1px; }
summary { margin: 16px 0 6px; font-weight: 600; cursor: pointer; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; font-weight: normal; border-bottom: 1px solid var(--vscode-panel-border, transparent); }
thead th { color: var(--vscode-descriptionForeground); } th[scope=row] { font-family: var(--vscode-editor-font-family, monospace); width: 32%; }
.applied th[scope=row] { font-weight: 600; } .left, .effect { color: var(--vscode-descriptionForeground); }
`;

/** Tells the extension that the page is there: a browser may refuse what views need. */
const TELL = `acquireVsCodeApi().postMessage({ kind: "drawn" });`;

function page(body: string): string {
  const nonce = randomUUID();
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<title>Message Layout</title><style>${STYLE}</style></head>
<body>${body}<script nonce="${nonce}">${TELL}</script></body></html>
`;
}
