/** Preprocessed text as the tree of files that it was included from, told by line markers. */
import { resolve } from "node:path";
import { fileOfMarker, lineMarkers } from "../../model/index.js";

export interface InclusionNode {
  /** Absolute. */
  readonly file: string;
  /** The marker that enters it, "" for the root. */
  readonly enter: string;
  /** The marker behind it. */
  leave: string;
  readonly parts: (InclusionNode | TextPart)[];
}

export interface TextPart {
  /** Offset in the unit; infinite for text that is none of its own. */
  readonly start: number;
  readonly text: string;
}

export const isNode = (part: InclusionNode | TextPart): part is InclusionNode => "parts" in part;

/** Names that are relative are so to `directory`. `offset`: where the text begins. */
export function inclusionTree(text: string, directory: string, offset = 0): InclusionNode {
  const root: InclusionNode = { file: "", enter: "", leave: "", parts: [] };
  const open = [root];
  let start = 0;
  const flush = (end: number) => {
    if (end > start) open.at(-1)?.parts.push({ start: offset + start, text: text.slice(start, end) });
    start = end;
  };
  for (const marker of lineMarkers(text)) {
    const next = Math.min(marker.end + 1, text.length);
    const line = text.slice(marker.start, next);
    if (marker.enters) {
      flush(marker.start);
      const node = { file: resolve(directory, fileOfMarker(marker.name)), enter: line, leave: "", parts: [] };
      open.at(-1)?.parts.push(node);
      open.push(node);
      start = next;
    } else if (marker.leaves && open.length > 1) {
      flush(marker.start);
      const left = open.pop();
      if (left !== undefined) left.leave = line;
      start = next;
    }
  }
  flush(text.length);
  return root;
}

/** All files' first inclusions that say something, by file. */
export function firstInclusions(roots: readonly InclusionNode[]): ReadonlyMap<string, InclusionNode> {
  const found = new Map<string, InclusionNode>();
  const visit = (node: InclusionNode): void => {
    if (node.enter !== "" && !found.has(node.file) && says(node)) found.set(node.file, node);
    for (const part of node.parts) if (isNode(part)) visit(part);
  };
  for (const root of roots) visit(root);
  return found;
}

const says = ({ parts }: InclusionNode): boolean =>
  parts.some((part) => isNode(part) || part.text.replace(/^#.*$/gm, "").trim() !== "");
