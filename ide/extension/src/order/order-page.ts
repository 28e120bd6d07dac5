// The page of aspects × aspects: HTML from plain data, in the theme's colours. Each button carries what it asks of the
// extension; nothing here knows VS Code's API.
import type {
  AspectPair,
  Interference,
  LabelledPlace,
  OrderResult,
  PairState,
} from "@weft/language-server/protocol";
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

/** What a button of the page asks for. */
export type OrderMessage =
  | PageDrawn
  | { readonly kind: "open"; readonly place: LabelledPlace }
  | { readonly kind: "order"; readonly outer: string; readonly inner: string };

export function orderPage({ aspects, pairs: given, interferences }: OrderResult): string {
  // What needs a decision is not to be looked for among seventy pairs that need none.
  const pairs = [...given].sort((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));
  const open = pairs.filter(({ state }) => state !== "ordered").length;
  const summary =
    pairs.length === 0
      ? "No two aspects have advice at the same join point."
      : `${count(pairs.length, "pair")} of aspects meet; ${open === 0 ? "each has an order" : `${open} without a clear order`}.`;
  const heading = `<h1>Order of Aspects</h1><p role="status">${summary}</p>`;
  return page(
    [heading, matrix(aspects, pairs), ...pairs.map(pairSection), influence(interferences)].join("\n"),
  );
}

export function orderMessagePage(message: string): string {
  return page(`<p role="status">${escaped(message)}</p>`);
}

const URGENCY: readonly PairState[] = ["contradictory", "unordered", "mixed", "ordered"];

const WORDS: Record<PairState, string> = {
  ordered: "ordered",
  unordered: "no order given",
  contradictory: "contradiction",
  mixed: "ordered at some join points only",
};
const SIGNS: Record<PairState, string> = { ordered: "✓", unordered: "?", contradictory: "↯", mixed: "~" };

/** So many names fit beside each other; more stand upright. */
const FITTING = 5;

/** Rows enclose columns; those that would be empty are left out. */
function matrix(all: readonly string[], pairs: readonly AspectPair[]): string {
  if (pairs.length === 0) return "";
  const aspects = all.filter((name) => pairs.some(({ outer, inner }) => outer === name || inner === name));
  const cell = (outer: string, inner: string) => {
    if (outer === inner) return `<td class="same"></td>`;
    const index = pairs.findIndex((pair) => pair.outer === outer && pair.inner === inner);
    const pair = pairs[index];
    if (pair === undefined) return "<td></td>";
    const words = `${outer} encloses ${inner} at ${count(pair.joinPoints.length, "join point")}: ${WORDS[pair.state]}`;
    return `<td class="${pair.state}"><a href="#pair-${index}" title="${escaped(words)}" aria-label="${escaped(words)}">${pair.joinPoints.length} ${SIGNS[pair.state]}</a></td>`;
  };
  const head = aspects.map((name) => `<th scope="col"><span>${escaped(name)}</span></th>`).join("");
  const rows = aspects.map(
    (outer) =>
      `<tr><th scope="row">${escaped(outer)}</th>${aspects.map((inner) => cell(outer, inner)).join("")}</tr>`,
  );
  const caption = "How often the aspect of a row encloses the one of a column";
  return `<div class="scrolled" tabindex="0" role="region" aria-label="${caption}"><table class="matrix${aspects.length > FITTING ? " many" : ""}"><caption>${caption}</caption>
<thead><tr><td></td>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function pairSection(pair: AspectPair, index: number): string {
  const { outer, inner, state, joinPoints, by } = pair;
  const because = {
    order: "by order advice",
    name: "only by name",
    contradiction: "although advice says the opposite too",
  };
  const points = joinPoints.map(
    ({ place, because: why, sequence }) =>
      `<li>${link(place, place.label)} <small>${because[why]}</small><ol>${sequence.map((title) => `<li>${escaped(title)}</li>`).join("")}</ol></li>`,
  );
  const fixes =
    state === "ordered" || state === "contradictory"
      ? ""
      : `<p>${order(outer, inner)} ${order(inner, outer)}</p>`;
  const decided =
    by.length === 0
      ? ""
      : `<p>${state === "contradictory" ? "Made by" : "Decided by"} ${by.map((place) => link(place, `${place.label}, line ${place.range.start.line + 1}`)).join(", ")}</p>`;
  return `<section id="pair-${index}" class="${state}" aria-labelledby="title-${index}">
<h2 id="title-${index}"><span class="sign" aria-hidden="true">${SIGNS[state]}</span> ${escaped(outer)} encloses ${escaped(inner)} <small>${WORDS[state]}</small></h2>
${decided}${fixes}
<details${state === "ordered" ? "" : " open"}><summary>${count(joinPoints.length, "shared join point")}, outermost advice first</summary><ul>${points.join("\n")}</ul></details></section>`;
}

function influence(interferences: readonly Interference[]): string {
  if (interferences.length === 0) return "";
  const list = (some: readonly Interference[]) =>
    some.length === 0 ? "" : `<ul>${some.map(interference).join("\n")}</ul>`;
  const apart = interferences.filter(({ isApart }) => isApart === true);
  // A member of the same name may be that of another object: what never meets is told only to who asks.
  const quiet =
    apart.length === 0
      ? ""
      : `<details><summary>${count(apart.length, "member")} of the same name in aspects that meet at no join point</summary>${list(apart)}</details>`;
  const loud = list(interferences.filter(({ isApart }) => isApart !== true));
  return `<section aria-labelledby="interference"><h2 id="interference">Interference</h2>${loud}${quiet}</section>`;
}

function interference({ text, place, others }: Interference): string {
  const places = others.map((other) => `<li>${link(other, other.label)}</li>`).join("");
  return `<li>${escaped(text)}. ${link(place, place.label)}<details><summary>${count(others.length, "place")}</summary><ul>${places}</ul></details></li>`;
}

function link(place: LabelledPlace, words: string): string {
  return `<button class="link" data-message="${escaped(JSON.stringify({ kind: "open", place }))}">${escaped(words)}</button>`;
}

function order(outer: string, inner: string): string {
  const message = JSON.stringify({ kind: "order", outer, inner });
  return `<button class="action" data-message="${escaped(message)}">Let ${escaped(outer)} enclose ${escaped(inner)}</button>`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

const STYLE = `
section { border-left: 3px solid var(--vscode-panel-border, #8888); margin-top: 18px; padding-left: 12px; }
section.unordered, section.mixed { border-color: var(--weft-warning); }
section.contradictory { border-color: var(--weft-error); }
.unordered .sign, .mixed .sign, td.unordered a, td.mixed a { color: var(--weft-warning); }
.contradictory .sign, td.contradictory a { color: var(--weft-error); }
.matrix { border-collapse: collapse; margin: 12px 0; } .matrix th, .matrix td { border: 1px solid var(--vscode-panel-border, #8888); padding: 3px 8px; text-align: center; min-width: 24px; }
.scrolled { overflow-x: auto; } .matrix caption { white-space: nowrap; }
.matrix thead td { border: 0; } .matrix th { font-weight: normal; white-space: nowrap; } .matrix th[scope=row] { text-align: right; position: sticky; left: 0; background: var(--vscode-editor-background); }
.many th[scope=col] { vertical-align: bottom; padding: 6px 3px; } .many th[scope=col] span { writing-mode: vertical-rl; transform: rotate(180deg); }
.matrix td.same { background: var(--vscode-editorWidget-background, #8882); } .matrix a { color: var(--vscode-textLink-foreground); text-decoration: none; font-weight: 600; }
`;

function page(body: string): string {
  return pageFrame("Order of Aspects", STYLE, body);
}
