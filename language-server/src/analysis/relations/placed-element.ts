/** An element with the lines that belong to it, and which of them a selection means. */
import type { Range, RelatedElement } from "../../protocol/index.js";
import type { LineSpan } from "./function-extent.js";

export interface PlacedElement extends RelatedElement {
  /** Lines of the declaration, or of the function around a join point. */
  readonly extent: LineSpan;
  /** First line of a function's declaration, where its name stands further below. */
  readonly head?: number;
}

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
