/** New text behind what a file holds, which need not be there yet. */
import type { TextInsertion } from "../../protocol/index.js";
import { type SourceText, uriOfPath } from "./documents.js";

export function appendToFile(path: string, known: SourceText | undefined, added: string): TextInsertion {
  const text = known?.text ?? "";
  const before = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const position = known?.lines.placeAt(text.length) ?? { line: 0, character: 0 };
  return { uri: known?.uri ?? uriOfPath(path), position, newText: before + added };
}
