// The page of when a pointcut ran in a recording: a time line and a table, each hit a way there. Knows nothing of VS Code's API.
import { limitInWords, type RecordedHit, type RecordedHits } from "@weft/debug-adapter/protocol";
import { escaped, pageFrame } from "../page-frame.js";
import { goButton, goMessage, messagePage, TABLE } from "./recorded-page.js";

export const HITS_TITLE = "Hits in the Recorded Run";
/** Pixels: of a lane, and from its top to the line with the hits. */
const LANE = 28;
const LINE = 20;

export function hitsPage(pointcut: string, found: RecordedHits): string {
  const { hits, places } = found;
  const count = `${hits.length.toLocaleString("en")} ${hits.length === 1 ? "hit" : "hits"} of ${places.toLocaleString("en")} ${places === 1 ? "place" : "places"}`;
  const further = limitInWords(found, false);
  const rows = hits.map(
    (hit) =>
      `<tr><td>${goButton(hit.position)}</td><th scope="row">${escaped(hit.joinPoint)}</th><td class="values">${escaped(valuesOf(hit))}</td></tr>`,
  );
  const head = `<h1>${HITS_TITLE}</h1><p><code>${escaped(pointcut)}</code></p><p role="status">${count}${further}.</p>`;
  if (hits.length === 0) return pageFrame(HITS_TITLE, STYLE, head);
  return pageFrame(
    HITS_TITLE,
    STYLE,
    `${head}${timeLine(hits)}<table><thead><tr><th scope="col">Instruction</th><th scope="col">Join point</th><th scope="col">Values</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`,
  );
}

export function hitsMessagePage(pointcut: string, message: string): string {
  return messagePage(HITS_TITLE, pointcut, message, STYLE);
}

function valuesOf({ values }: RecordedHit): string {
  return values.map(({ kind, name, value }) => `${name ?? kind} = ${value}`).join(", ");
}

/** A lane for each join point, as wide as the page; keyboards and screen readers have the table. */
function timeLine(hits: RecordedHits["hits"]): string {
  const lanes = [...new Set(hits.map(({ joinPoint }) => joinPoint))];
  const [first, last] = [hits[0]?.position ?? 0, hits.at(-1)?.position ?? 0];
  const percent = (position: number) => 1 + (98 * (position - first)) / Math.max(1, last - first);
  const marks = hits.map((hit) => {
    const { position, joinPoint } = hit;
    const y = lanes.indexOf(joinPoint) * LANE + LINE;
    const title = escaped(
      [`${position.toLocaleString("en")}: ${joinPoint}`, valuesOf(hit)].join("\n").trim(),
    );
    return `<circle cx="${percent(position).toFixed(2)}%" cy="${y}" r="4" data-message="${goMessage(position)}"><title>${title}</title></circle>`;
  });
  const lines = lanes.map((joinPoint, index) => {
    const y = index * LANE;
    return `<line x1="0" x2="100%" y1="${y + LINE}" y2="${y + LINE}"/><text x="0" y="${y + 11}">${escaped(joinPoint)}</text>`;
  });
  return `<svg width="100%" height="${lanes.length * LANE}" aria-hidden="true">${lines.join("")}${marks.join("")}</svg>`;
}

const STYLE = `
svg { max-width: 1000px; margin: 8px 0; } svg line { stroke: var(--vscode-panel-border, #8888); } svg text { fill: var(--vscode-descriptionForeground); font-size: 11px; }
svg circle { fill: var(--vscode-charts-blue, var(--vscode-textLink-foreground)); cursor: pointer; } svg circle:hover { fill: var(--vscode-charts-orange, var(--vscode-focusBorder)); }
${TABLE}`;
