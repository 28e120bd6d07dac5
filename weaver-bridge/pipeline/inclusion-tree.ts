/** Preprocessed text as the tree of files that it was included from, told by line markers. */
import { resolve } from "node:path";
import { fileOfMarker } from "../model/index.js";

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

const MARKER = /^# \d+ "((?:[^"\\\n]|\\.)*)"([ 0-9]*)\n?/;

/** Names that are relative are so to `directory`. `offset`: where the text begins. */
export function inclusionTree(text: string, directory: string, offset = 0): InclusionNode {
  const root: InclusionNode = { file: "", enter: "", leave: "", parts: [] };
  const open = [root];
  let start = 0;
  const flush = (end: number) => {
    if (end > start) open.at(-1)?.parts.push({ start: offset + start, text: text.slice(start, end) });
    start = end;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.startsWith("# ", at) ? text.slice(at, next) : "";
    const [, name = "", flags = ""] = MARKER.exec(line) ?? [];
    if (/ 1\b/.test(flags)) {
      flush(at);
      const node = { file: resolve(directory, fileOfMarker(name)), enter: line, leave: "", parts: [] };
      open.at(-1)?.parts.push(node);
      open.push(node);
      start = next;
    } else if (/ 2\b/.test(flags) && open.length > 1) {
      flush(at);
      const left = open.pop();
      if (left !== undefined) left.leave = line;
      start = next;
    }
    at = next;
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
