/** An aspect file becomes part of a project: the edit of `weft.json`, which keeps comments and how it is written. */
import { findNodeAtLocation, getNodeValue, modify, parseTree } from "jsonc-parser";
import { lookUp } from "../model/index.js";

/** In characters (UTF-16) of the text. */
export interface JsonEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/**
 * Adds `file` (relative to the project) to `"aspects"`. Empty where one of the patterns there takes it already, and where
 * the text is no JSON object, which others say.
 */
export function includeAspect(text: string, file: string): readonly JsonEdit[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree?.type !== "object") return [];
  const aspects = findNodeAtLocation(tree, ["aspects"]);
  const patterns: unknown = aspects === undefined ? [] : getNodeValue(aspects);
  if (!Array.isArray(patterns) || patterns.some((pattern) => takes(String(pattern), file))) return [];
  const indent = /^\t/m.test(text) ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: 2 };
  return modify(
    text,
    aspects === undefined ? ["aspects"] : ["aspects", -1],
    aspects === undefined ? [file] : file,
    {
      formattingOptions: { ...indent, eol: text.includes("\r\n") ? "\r\n" : "\n" },
      isArrayInsertion: aspects !== undefined,
    },
  );
}

export function applyEdits(text: string, edits: readonly JsonEdit[]): string {
  return [...edits]
    .sort((left, right) => right.offset - left.offset)
    .reduce(
      (sum, { offset, length, content }) => sum.slice(0, offset) + content + sum.slice(offset + length),
      text,
    );
}

/** Does the glob match? `*` within a folder, `**` across folders. */
function takes(pattern: string, file: string): boolean {
  const source = pattern
    .replace(/^\.\//, "")
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => lookUp(GLOB, part) ?? part.replace(/[.+^${}()|[\]\\]/g, "\\$&"))
    .join("");
  return new RegExp(`^${source}$`).test(file);
}

const GLOB: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
