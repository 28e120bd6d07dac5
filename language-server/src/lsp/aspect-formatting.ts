/**
 * Formatting of the C and C++ in an `.ah` file by clangd: of the file as a class of the same shape, in both languages,
 * since bodies stand inside of an aspect. Only what changes inside bodies and members is taken.
 */
import type { TextEdit } from "vscode-languageserver/node";
import { projectAspect } from "../analysis/projection/projection.js";
import { type AspectDocument, type SourceText, uriOfPath } from "../workspace/index.js";
import type { ServerContext } from "./context.js";
import { FORMATTED } from "./projections.js";

/** `ask` gets the uri of a document that clangd has just been told, and returns clangd's edits in there. */
export async function formatAspect(
  clangd: ServerContext["clangd"],
  document: AspectDocument,
  ask: (uri: string) => Promise<unknown>,
): Promise<TextEdit[]> {
  const projection = projectAspect(document, "c++");
  const uri = uriOfPath(document.source.path + FORMATTED);
  const edits = (await formatted(clangd, uri, projection.text, ask)) as TextEdit[] | null;
  const { lines } = document.source;
  return (edits ?? []).filter(({ range }) => {
    const [start, end] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
    return projection.verbatim.some((part) => part.start < start && end < part.end);
  });
}

/** A C or C++ file of which clangd has another text than the editor is formatted under another name. */
export function formatOwnText(
  clangd: ServerContext["clangd"],
  { path, text }: SourceText,
  ask: (uri: string) => Promise<unknown>,
): Promise<unknown> {
  return formatted(clangd, uriOfPath(path + FORMATTED), text, ask);
}

async function formatted(
  clangd: ServerContext["clangd"],
  uri: string,
  text: string,
  ask: (uri: string) => Promise<unknown>,
): Promise<unknown> {
  clangd?.notify("textDocument/didOpen", { textDocument: { uri, languageId: "cpp", version: 1, text } });
  try {
    return await ask(uri);
  } finally {
    clangd?.notify("textDocument/didClose", { textDocument: { uri } });
  }
}
