// The page of what weaving costs: HTML from what `weft cost --json` prints. Knows nothing of VS Code's API.
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

interface Cost {
  readonly code: number;
  readonly data: number;
  readonly stack: number;
  readonly instructions: number;
}

export interface CostResult {
  readonly units: readonly unknown[];
  readonly baseline: Cost;
  readonly woven: Cost;
  readonly difference: Cost;
  readonly aspects: readonly {
    readonly aspect: string;
    readonly joinPoints: number;
    readonly cost: Cost;
    readonly advice: readonly {
      readonly kind: string;
      readonly origin: { readonly file: string; readonly startLine: number };
      readonly joinPoints: number;
      readonly cost: Cost;
      readonly reasons?: readonly { readonly text: string; readonly functions: readonly string[] }[];
    }[];
  }[];
  readonly specializations?: readonly SpecializationCost[];
  readonly problems?: readonly { readonly message: string }[];
}

interface FunctionCost {
  readonly code: number;
  readonly instructions: number;
}

interface SpecializationCost {
  readonly function: string;
  readonly residual: string;
  readonly generic: FunctionCost;
  readonly special: FunctionCost;
  readonly compiler: FunctionCost;
  readonly byHand?: FunctionCost & { readonly function: string };
}

/** What a button of the page asks for; the line counts from 1. */
export type CostMessage =
  | PageDrawn
  | { readonly kind: "open"; readonly file: string; readonly line: number }
  | { readonly kind: "again" };

export function costPage(result: CostResult): string {
  const { aspects, units, baseline, woven, difference, problems = [] } = result;
  const rows = aspects.flatMap(({ aspect, joinPoints, cost, advice }) => [
    row(`<th scope="row">${escaped(aspect)}</th>`, joinPoints, cost, "aspect"),
    ...advice.map((one) => row(`<th scope="row">${link(one)}</th>`, one.joinPoints, one.cost, "advice")),
  ]);
  const whole = [
    row(
      `<th scope="row">${units.length} ${units.length === 1 ? "unit" : "units"}, unwoven</th>`,
      undefined,
      baseline,
      "sum",
    ),
    row(`<th scope="row">woven</th>`, undefined, woven, "whole"),
    row(`<th scope="row">difference</th>`, undefined, difference, "whole"),
  ];
  return page(`<h1>Cost of Aspects</h1>
<p role="status">Each row is the compiled units with all advice, less the same without it. ${again()}</p>
${problemList(problems)}
<table><thead><tr><th scope="col">Advice</th>${HEADS.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>${[...rows, ...whole].join("\n")}</tbody></table>
${specialized(result.specializations ?? [])}
${reasons(result)}`);
}

export function costMessagePage(message: string): string {
  return page(`<h1>Cost of Aspects</h1><p role="status">${escaped(message)}</p><p>${again()}</p>`);
}

const HEADS = ["Join points", "Code, bytes", "Data, bytes", "Stack, bytes", "Instructions"];

function row(head: string, joinPoints: number | undefined, cost: Cost, kind: string): string {
  const cells = [joinPoints ?? "", cost.code, cost.data, cost.stack, cost.instructions];
  return `<tr class="${kind}">${head}${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

type Advice = CostResult["aspects"][number]["advice"][number];

function link({ kind, origin }: Advice): string {
  const message = JSON.stringify({ kind: "open", file: origin.file, line: origin.startLine });
  const name = origin.file.split("/").at(-1) ?? origin.file;
  return `<button class="link" data-message="${escaped(message)}">${escaped(`${kind} ${name}:${origin.startLine}`)}</button>`;
}

function again(): string {
  return `<button class="action" data-message="${escaped(JSON.stringify({ kind: "again" }))}">Measure Again</button>`;
}

function problemList(problems: readonly { readonly message: string }[]): string {
  if (problems.length === 0) return "";
  return `<ul>${problems.map(({ message }) => `<li>${escaped(message)}</li>`).join("")}</ul>`;
}

function reasons({ aspects }: CostResult): string {
  const items = aspects.flatMap(({ aspect, advice }) =>
    advice.flatMap((one) =>
      (one.reasons ?? []).map(
        ({ text, functions }) =>
          `<li>${escaped(aspect)}, ${link(one)}: ${escaped(text)} <small>${escaped(functions.join(", "))}</small></li>`,
      ),
    ),
  );
  return items.length === 0
    ? ""
    : `<section aria-labelledby="reasons"><h2 id="reasons">What the code differs by</h2><ul>${items.join("\n")}</ul></section>`;
}

function specialized(all: readonly SpecializationCost[]): string {
  if (all.length === 0) return "";
  const cell = (cost: FunctionCost | undefined) =>
    cost === undefined ? "<td></td>" : `<td>${cost.instructions} <small>(${cost.code})</small></td>`;
  const rows = all.map(({ function: name, residual, special, generic, compiler, byHand }) => {
    const head = `<th scope="row">${escaped(residual)} <small>of ${escaped(name)}</small></th>`;
    return `<tr>${head}${[special, generic, compiler, byHand].map(cell).join("")}</tr>`;
  });
  const heads = ["Specialized", "Generic", "Generic, the facts told", "By hand"];
  return `<section aria-labelledby="specialized"><h2 id="specialized">Specialized functions</h2>
<p>Instructions as they stand, and bytes; what is called is not in them.</p>
<table><thead><tr><th scope="col">Function</th>${heads.map((one) => `<th scope="col">${one}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></section>`;
}

const STYLE = `
table { border-collapse: collapse; margin: 12px 0; } th, td { font-weight: normal; padding: 2px 10px 2px 0; text-align: right; border-bottom: 1px solid var(--vscode-panel-border, #8888); }
th[scope=row], thead th:first-child { text-align: left; } thead th { color: var(--vscode-descriptionForeground); vertical-align: bottom; }
.aspect th, .aspect td, .sum th, .whole th { font-weight: 600; } .advice th { padding-left: 16px; } .sum th, .sum td { border-top: 3px solid var(--vscode-panel-border, #8888); }
`;

function page(body: string): string {
  return pageFrame("Cost of Aspects", STYLE, body);
}
