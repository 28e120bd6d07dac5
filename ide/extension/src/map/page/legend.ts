/// <reference lib="dom" />
// The aspects with their colours: what is shown, in which colour, and how often.
import { effectFields } from "@weft/language-server/protocol";
import type { MapAspect } from "../messages.js";
import type { MapFile } from "./map-model.js";

export interface LegendActions {
  hide(aspect: string, isHidden: boolean): void;
  colour(aspect: string, colour: string): void;
}

/** Rows stay the same elements while the aspects do, so that the focus stays where it is. */
export function showLegend(
  legend: HTMLElement,
  aspects: readonly MapAspect[],
  files: Iterable<MapFile>,
  actions: LegendActions,
): void {
  const counts = new Array<number>(aspects.length).fill(0);
  for (const { effects } of files)
    for (let at = 1; at < effects.length; at += effectFields) {
      const aspect = effects[at] ?? 0;
      counts[aspect] = (counts[aspect] ?? 0) + 1;
    }
  const shown = aspects
    .map((aspect, index) => ({ aspect, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.aspect.name < b.aspect.name ? -1 : 1));
  const names = shown.map(({ aspect }) => aspect.name).join("\n");
  if (legend.dataset.names !== names) {
    legend.dataset.names = names;
    const list = document.createElement("ul");
    list.append(...shown.map(({ aspect }) => row(aspect.name, actions)));
    legend.replaceChildren(list);
    legend.hidden = shown.length === 0;
  }
  legend.querySelectorAll("li").forEach((item, at) => {
    const one = shown[at];
    if (one === undefined) return;
    const [check, colour] = [...item.querySelectorAll("input")] as [HTMLInputElement, HTMLInputElement];
    check.checked = !one.aspect.isHidden;
    if (document.activeElement !== colour) colour.value = one.aspect.colour;
    item.className = one.aspect.isHidden ? "off" : "";
    (item.querySelector(".number") as HTMLElement).textContent = one.count.toLocaleString("en");
  });
}

function row(name: string, actions: LegendActions): HTMLLIElement {
  const item = document.createElement("li");
  const check = document.createElement("input");
  check.type = "checkbox";
  check.id = `aspect-${name}`;
  check.title = `Show ${name} here and in editors`;
  check.addEventListener("change", () => actions.hide(name, !check.checked));
  const colour = document.createElement("input");
  colour.type = "color";
  colour.title = `Colour of ${name}`;
  colour.setAttribute("aria-label", `Colour of ${name}`);
  colour.addEventListener("change", () => actions.colour(name, colour.value));
  const label = document.createElement("label");
  label.htmlFor = check.id;
  label.textContent = name;
  label.title = name;
  const number = document.createElement("span");
  number.className = "number";
  item.append(check, colour, label, number);
  return item;
}
