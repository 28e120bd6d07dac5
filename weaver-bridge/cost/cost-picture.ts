/** The report as an SVG: one panel for each kind of cost, one bar for each advice, grouped by aspect. Pure. */
import { COST_KINDS } from "./cost.js";
import type { AdviceCost, CostReport } from "./cost-report.js";

const ROW = 18;
const LABELS = 320;
const PANEL = 190;
const BAR = 120;
const TOP = 48;
const MARGIN = 12;

interface Bar {
  readonly label: string;
  readonly values: readonly number[];
  readonly isAspect: boolean;
}

/** Light, or dark where the reader's page is. */
const STYLE = `<style>
text { fill: #222 } .head { fill: #555 } .page { fill: #fff } .saving { fill: #2a9d5c } .aspect { fill: #3b6ea5 } .advice { fill: #9dbcdc }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .head { fill: #aaa } .page { fill: #1e1e1e } .saving { fill: #4cc38a } .aspect { fill: #6ea8e0 } .advice { fill: #3d5f80 }
}
</style>`;

/** Negative costs (advice that saves) go to the left of the axis. */
export function costPicture(title: string, report: CostReport): string {
  const bars = report.aspects.flatMap(({ aspect, cost, advice }): Bar[] => [
    { label: aspect, values: COST_KINDS.map((kind) => cost[kind]), isAspect: true },
    ...advice.map((one) => ({
      label: `${one.kind} ${adviceName(one)}`,
      values: COST_KINDS.map((kind) => one.cost[kind]),
      isAspect: false,
    })),
  ]);
  const width = LABELS + COST_KINDS.length * PANEL + MARGIN;
  const height = TOP + bars.length * ROW + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    STYLE,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text x="${MARGIN}" y="18" font-size="14" font-weight="bold">${escapeText(title)}</text>`,
    ...COST_KINDS.flatMap((kind, panel) => panelOf(kind, panel, bars)),
    ...bars.map(
      ({ label, isAspect }, row) =>
        `<text x="${isAspect ? MARGIN : 2 * MARGIN}" y="${textY(row)}"${isAspect ? ' font-weight="bold"' : ""}>${escapeText(label)}</text>`,
    ),
    "</svg>",
    "",
  ].join("\n");
}

function panelOf(kind: (typeof COST_KINDS)[number], panel: number, bars: readonly Bar[]): string[] {
  const left = LABELS + panel * PANEL;
  const values = bars.map((bar) => bar.values[panel] ?? 0);
  const least = Math.min(0, ...values);
  const span = Math.max(1, Math.max(0, ...values) - least);
  const at = (value: number) => left + ((value - least) / span) * BAR;
  return [
    `<text x="${left}" y="${TOP - 12}" class="head">${kind === "instructions" ? kind : `${kind}, bytes`}</text>`,
    ...values.map((value, row) => {
      const [from, to] = [Math.min(at(0), at(value)), Math.max(at(0), at(value))];
      const colour = value < 0 ? "saving" : bars[row]?.isAspect === true ? "aspect" : "advice";
      return `<rect x="${from.toFixed(1)}" y="${TOP + row * ROW + 3}" width="${(to - from).toFixed(1)}" height="${ROW - 6}" class="${colour}"/><text x="${(to + 4).toFixed(1)}" y="${textY(row)}">${value}</text>`;
    }),
  ];
}

const textY = (row: number) => TOP + row * ROW + ROW - 5;

export function adviceName({ origin }: Pick<AdviceCost, "origin">): string {
  return `${origin.file.slice(origin.file.lastIndexOf("/") + 1)}:${origin.startLine}`;
}

/** For the text of an element, in SVG as in HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
