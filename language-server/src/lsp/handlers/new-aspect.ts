/** New aspects about what stands at the cursor, as code actions whose edit makes the file and its place in `weft.json`. */
import type { CodeAction, TextEdit } from "vscode-languageserver/node";
import { newAspectActions, subjectIn } from "../../analysis/actions/new-aspect-actions.js";
import { type Range, type SubjectParams, type SubjectResult, subjectRequest } from "../../protocol/index.js";
import { type AspectPlace, aspectPlace, uriOfPath } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { onFile } from "../on-file.js";

const NEW_ASPECT_KIND = "refactor.aspect";

export function registerNewAspectHandlers(context: ServerContext): void {
  onFile(
    context,
    subjectRequest,
    ({ position }: SubjectParams, path): SubjectResult | null =>
      subjectIn(context.workspace.snapshot(), path, position) ?? null,
  );
}

export function newAspectCodeActions(
  { workspace, client }: ServerContext,
  path: string,
  range: Range,
): CodeAction[] {
  // Only an edit that makes files can make an aspect.
  const edits = client.workspace?.workspaceEdit;
  const creates = edits?.documentChanges === true && edits.resourceOperations?.includes("create") === true;
  const place = creates ? aspectPlace(workspace.documents, path) : undefined;
  if (place === undefined) return [];
  const version = workspace.documents.openText(place.settingsFile)?.version ?? null;
  return newAspectActions(workspace.snapshot(), path, range, place).map(({ title, file, text, settings }) => {
    const uri = uriOfPath(file);
    const start = { line: 0, character: 0 };
    const named = settings.map((edit) => toTextEdit(place, edit));
    return {
      ...{ title, kind: NEW_ASPECT_KIND },
      edit: {
        documentChanges: [
          { kind: "create", uri },
          { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
          ...(named.length === 0
            ? []
            : [{ textDocument: { uri: uriOfPath(place.settingsFile), version }, edits: named }]),
        ],
      },
    };
  });
}

function toTextEdit(
  { settings }: AspectPlace,
  { offset, length, content }: { offset: number; length: number; content: string },
): TextEdit {
  const position = (at: number) => {
    const lines = settings.slice(0, at).split("\n");
    return { line: lines.length - 1, character: (lines.at(-1) ?? "").length };
  };
  return { range: { start: position(offset), end: position(offset + length) }, newText: content };
}
