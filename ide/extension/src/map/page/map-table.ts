/// <reference lib="dom" />
// The map as a table: the same numbers for those who can't see the picture, or want to read them.
import type { MapAspect } from "../messages.js";
import type { Bar, IsShown } from "./map-model.js";
import { countWords, problemWords } from "./map-words.js";

const MOST = 500;

export function showTable(
  section: HTMLElement,
  bars: readonly Bar[],
  aspects: readonly MapAspect[],
  isShown: IsShown,
  enter: (bar: Bar) => void,
): void {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const title of ["Name", "Files", "Lines", "Effects", "By aspect", "Problems"]) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const bar of bars.slice(0, MOST)) {
    const row = body.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    const button = document.createElement("button");
    button.textContent = bar.isFolder ? bar.label : bar.path;
    button.addEventListener("click", () => enter(bar));
    name.append(button);
    row.append(name);
    for (const number of [bar.files.length, bar.lines, bar.count]) {
      const cell = row.insertCell();
      cell.className = "number";
      cell.textContent = number.toLocaleString("en");
    }
    row.insertCell().textContent = countWords(bar, aspects, isShown);
    row.insertCell().textContent = problemWords(bar);
  }
  const rest = bars.length > MOST ? `and ${bars.length - MOST} more: filter, or open a folder` : "";
  section.replaceChildren(table, rest);
}
