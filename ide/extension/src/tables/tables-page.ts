// The page of the papers' tables: HTML from what `weft tables --json` prints. Knows nothing of VS Code's API.
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

export interface ShownTable {
  readonly name: string;
  readonly paper: string;
  readonly title: string;
  readonly about: string;
  readonly minutes: number;
  readonly unit?: string;
  readonly peer: string;
  readonly pairs: readonly { readonly label: string; readonly paper: number; readonly here?: number }[];
  readonly measured?: {
    readonly at: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
}

/** What a button of the page asks for. */
export type TablesMessage = PageDrawn | { readonly kind: "measure"; readonly table: string };

/** `measuring` is the table whose bench runs, `said` what is to be told about the last one that did. */
export function tablesPage(tables: readonly ShownTable[], measuring?: string, said = ""): string {
  const papers = [...new Set(tables.map(({ paper }) => paper))];
  const sections = papers.map((paper, at) => {
    const own = tables.filter((table) => table.paper === paper);
    return `<section aria-labelledby="paper-${at}"><h2 id="paper-${at}" class="paper">${escaped(paper)}</h2>
${own.map((table) => tableOf(table, measuring)).join("\n")}</section>`;
  });
  return page(`<p role="status">${escaped(said)}</p>${sections.join("\n")}`);
}

export function tablesMessagePage(message: string): string {
  return page(`<p role="status">${escaped(message)}</p>`);
}

function tableOf(table: ShownTable, measuring: string | undefined): string {
  const { name, title, about, measured, minutes } = table;
  return `<article aria-labelledby="${name}"><h3 id="${name}">${escaped(title)}</h3><p>${escaped(about)}</p>
${bars(table)}${measured === undefined ? "" : whole(title, measured)}
<p>${measuring === name ? "Measuring…" : button(table, measuring !== undefined)}
<small>${measured === undefined ? `Not measured on this machine yet; about ${words(minutes)}.` : `Measured ${escaped(measured.at.slice(0, 16).replace("T", " "))} UTC.`}</small></p></article>`;
}

const words = (minutes: number) => (minutes === 1 ? "a minute" : `${minutes} minutes`);

function button({ name, title, measured }: ShownTable, isBusy: boolean): string {
  const message = escaped(JSON.stringify({ kind: "measure", table: name }));
  const label = measured === undefined ? "Measure" : "Measure Again";
  return `<button class="action" ${isBusy ? "disabled" : ""} aria-label="${label}: ${escaped(title)}" data-message="${message}">${label}</button>`;
}

/** Two bars for each pair, on one scale. */
function bars({ pairs, peer, unit = "" }: ShownTable): string {
  if (pairs.length === 0) return "";
  const most = Math.max(1e-9, ...pairs.flatMap(({ paper, here = 0 }) => [Math.abs(paper), Math.abs(here)]));
  const bar = (kind: string, value: number | undefined) =>
    value === undefined
      ? `<td class="quiet">not measured</td>`
      : `<td><span class="bar ${kind}${value < 0 ? " less" : ""}" style="width:${((120 * Math.abs(value)) / most).toFixed(0)}px"></span>${value} ${escaped(unit)}</td>`;
  const rows = pairs.map(
    ({ label, paper, here }) =>
      `<tr><th scope="row">${escaped(label)}</th>${bar("paper", paper)}${bar("here", here)}</tr>`,
  );
  return `<table><thead><tr><td></td><th scope="col">${escaped(peer)}</th><th scope="col">here</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function whole(title: string, { head, rows }: NonNullable<ShownTable["measured"]>): string {
  const line = (cells: readonly string[]) =>
    `<tr><th scope="row">${escaped(cells[0] ?? "")}</th>${cells
      .slice(1)
      .map((cell) => `<td>${escaped(cell)}</td>`)
      .join("")}</tr>`;
  const heads = head.slice(1).map((cell) => `<th scope="col">${escaped(cell)}</th>`);
  return `<details><summary>All that was measured: ${escaped(title)}</summary><table class="numbers"><thead><tr><td>${escaped(head[0] ?? "")}</td>${heads.join("")}</tr></thead>
<tbody>${rows.map(line).join("\n")}</tbody></table></details>`;
}

const STYLE = `
h2.paper { font-size: 1.15em; margin: 22px 0 2px; } h3 { font-size: 1em; margin: 16px 0 2px; }
article p { max-width: 76ch; }
table { border-collapse: collapse; margin: 8px 0; } th, td { font-weight: normal; text-align: left; padding: 2px 14px 2px 0; border-bottom: 1px solid var(--vscode-panel-border, #8888); }
thead th, thead td, .quiet { color: var(--vscode-descriptionForeground); } .numbers td, .numbers thead th { text-align: right; } .numbers thead td { text-align: left; }
.bar { display: inline-block; height: .8em; margin-right: 8px; vertical-align: baseline; background: var(--vscode-descriptionForeground); } .bar.here { background: var(--vscode-charts-blue, #3794ff); }
/* Below nothing. */ .bar.less { background: none; border: 1px solid var(--vscode-descriptionForeground); box-sizing: border-box; } .bar.here.less { border-color: var(--vscode-charts-blue, #3794ff); }
button[disabled] { opacity: .5; cursor: default; } details { overflow-x: auto; }
`;

function page(body: string): string {
  return pageFrame("Tables of the Papers", STYLE, `<h1>Tables of the Papers</h1>${body}`);
}
