/// <reference lib="dom" />
// The affected lines of one file, beside its bar.
import type { MapAspect } from "../messages.js";
import type { AffectedLine } from "./map-model.js";
import { lineWords } from "./map-words.js";

/** More than anyone reads; the bar shows the rest. */
const MOST = 1000;

export function showLines(
  section: HTMLElement,
  lines: readonly AffectedLine[],
  aspects: readonly MapAspect[],
  open: (uri: string, line: number) => void,
): void {
  const words = lines.slice(0, MOST).map((line) => lineWords(line, aspects));
  const rows = lines.slice(0, MOST).map((line) => [...new Set(line.effects.map(({ aspect }) => aspect))]);
  const state = JSON.stringify([
    words,
    rows.map((row) => row.map((aspect) => aspects[aspect]?.colour)),
    lines.length,
  ]);
  if (section.dataset.state === state) return;
  section.dataset.state = state;
  const list = document.createElement("ol");
  lines.slice(0, MOST).forEach((line, at) => {
    const button = document.createElement("button");
    for (const aspect of rows[at] ?? []) {
      const swatch = document.createElement("i");
      swatch.style.background = aspects[aspect]?.colour ?? "";
      button.append(swatch);
    }
    button.append(words[at] ?? "");
    button.addEventListener("click", () => open(line.file.uri, line.line));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  });
  const rest =
    lines.length === 0
      ? "Nothing affects this file."
      : lines.length > MOST
        ? `and ${lines.length - MOST} more`
        : "";
  section.replaceChildren(list, rest);
}
