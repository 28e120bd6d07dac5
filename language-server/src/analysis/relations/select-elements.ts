/** Which elements a selection means. */
import type { Range } from "../../protocol/index.js";
import type { PlacedElement } from "../../workspace/index.js";

/** Those on the selected lines; without any, those in the smallest extent around the selection. */
export function selectElements(elements: readonly PlacedElement[], selection: Range): PlacedElement[] {
  const [first, last] = [selection.start.line, selection.end.line];
  const selected = elements.filter(
    ({ range, head = range.start.line }) => head <= last && range.end.line >= first,
  );
  if (selected.length > 0) return selected;
  const around = elements
    .map(({ extent }) => extent)
    .filter((extent) => extent.first <= first && extent.last >= last);
  const [smallest] = around.sort((a, b) => a.last - a.first - (b.last - b.first));
  if (smallest === undefined) return [];
  return elements.filter(({ extent }) => extent.first >= smallest.first && extent.last <= smallest.last);
}
