// The page of how long it took from one thing that live advice logs to another: a time line and a histogram. Knows nothing
// of VS Code's API.
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

/** As `weft live log --between FROM..TO --json` prints it; times by the processor's time stamp counter. */
export interface LiveTimes {
  readonly spans: readonly { readonly number: number; readonly time: number; readonly took: number }[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly lost: number;
}

/** What a button of the page asks for. */
export type TimesMessage = PageDrawn | { readonly kind: "again" } | { readonly kind: "csv" };

const TITLE = "Time Between Two Join Points";
const WIDTH = 1000;
const HEIGHT = 120;
const EDGE = 10;

export function timesPage(between: string, { spans, histogram, lost }: LiveTimes): string {
  const gone = lost === 0 ? "" : `; ${number(lost)} entries were overwritten before they were read`;
  const count = spans.length === 1 ? "1 time" : `${number(spans.length)} times`;
  if (spans.length === 0)
    return timesMessagePage(between, `None of these was followed by one of those${gone}.`);
  return pageFrame(
    TITLE,
    STYLE,
    `${head(between, `${count}${gone}. ${summary(spans)}`)}<p>${button("again", "Measure Again")}${button("csv", "Save as CSV")}</p>
<h2>Time line</h2>${timeLine(spans)}<h2>Histogram</h2>${bars(histogram)}`,
  );
}

export function timesMessagePage(between: string, message: string): string {
  return pageFrame(TITLE, STYLE, `${head(between, message)}<p>${button("again", "Measure Again")}</p>`);
}

export function timesCsv({ spans }: LiveTimes): string {
  const rows = spans.map((span) => `${span.number},${span.time},${span.took}\n`);
  return `number,time,took\n${rows.join("")}`;
}

function head(between: string, said: string): string {
  const [first = "", second = ""] = between.split(/\.\.(.*)/s);
  return `<h1>${TITLE}</h1><p>From <code>${escaped(first)}</code> to <code>${escaped(second)}</code>, in cycles of the processor's time stamp counter.</p><p role="status">${escaped(said)}</p>`;
}

function button(kind: "again" | "csv", text: string): string {
  const message = escaped(JSON.stringify({ kind } satisfies TimesMessage));
  return `<button class="action" data-message="${message}">${text}</button>`;
}

function summary(spans: LiveTimes["spans"]): string {
  const times = spans.map(({ took }) => took).sort((left, right) => left - right);
  const at = (part: number) =>
    number(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  return `Least ${at(0)}, median ${at(0.5)}, nine of ten at most ${at(0.9)}, most ${at(1)}.`;
}

/** Each as a stroke where it began, as high as it took; keyboards and screen readers have the histogram's table. */
function timeLine(spans: LiveTimes["spans"]): string {
  const [first, last] = [spans[0]?.time ?? 0, spans.at(-1)?.time ?? 0];
  const most = Math.max(1, ...spans.map(({ took }) => took));
  const x = (time: number) => EDGE + ((time - first) / Math.max(1, last - first)) * (WIDTH - 2 * EDGE);
  const strokes = spans.map(({ time, took, number: entry }) => {
    const top = HEIGHT - (took / most) * (HEIGHT - EDGE);
    const [at, from] = [x(time).toFixed(1), top.toFixed(1)];
    const title = `Entry ${entry}, at ${number(time - first)}: ${number(took)}`;
    return `<g><title>${title}</title><line x1="${at}" x2="${at}" y1="${HEIGHT}" y2="${from}"/><circle cx="${at}" cy="${from}" r="3"/></g>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 4}" aria-hidden="true"><line class="ground" x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>${strokes.join("")}</svg>`;
}

function bars(histogram: LiveTimes["histogram"]): string {
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  const rows = histogram.map(({ from, to, count }) => {
    const width = ((100 * count) / most).toFixed(1);
    return `<tr><th scope="row">${number(from)} to ${number(to)}</th><td>${number(count)}</td><td class="bar"><div style="width: ${width}%"></div></td></tr>`;
  });
  return `<table><thead><tr><th scope="col">Cycles</th><th scope="col">Times</th><th></th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

const number = (value: number) => value.toLocaleString("en");

const STYLE = `
svg { width: 100%; max-width: 1000px; margin: 8px 0; } svg line, svg circle { stroke: var(--vscode-charts-blue, var(--vscode-textLink-foreground)); fill: var(--vscode-charts-blue, var(--vscode-textLink-foreground)); } svg line.ground { stroke: var(--vscode-panel-border, #8888); } svg g:hover line, svg g:hover circle { stroke: var(--vscode-charts-orange, var(--vscode-focusBorder)); fill: var(--vscode-charts-orange, var(--vscode-focusBorder)); }
h2 { margin-top: 16px; } table { border-collapse: collapse; width: 100%; max-width: 1000px; } th, td { font-weight: normal; text-align: right; padding: 2px 16px 2px 0; border-bottom: 1px solid var(--vscode-panel-border, #8888); white-space: nowrap; } thead th { color: var(--vscode-descriptionForeground); }
td.bar { width: 100%; } td.bar div { height: 12px; background: var(--vscode-charts-blue, var(--vscode-textLink-foreground)); min-width: 0; }
`;
