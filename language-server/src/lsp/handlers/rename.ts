/**
 * Rename outside of IDL: names of aspect files are ours; names of C are clangd's, and the pointcuts that name them come
 * along as edits that the user confirms.
 */
import {
  type CancellationToken,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { type AspectName, aspectNameAt } from "../../analysis/rename/aspect-names.js";
import { declaredName, patternEdits } from "../../analysis/rename/pattern-edits.js";
import type { LabelledPlace } from "../../protocol/index.js";
import { aspectDocumentAt, type Place, pathOfUri } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: Place;
}

export function prepareRename(
  context: ServerContext,
  params: At,
  path: string,
  token: CancellationToken,
): unknown {
  const ours = ownName(context, params, path);
  if (ours !== undefined) return { range: ours.range, placeholder: ours.name };
  return forward(context, "textDocument/prepareRename", params, token);
}

export async function rename(
  context: ServerContext,
  params: At & { readonly newName: string },
  path: string,
  token: CancellationToken,
): Promise<unknown> {
  const ours = ownName(context, params, path);
  if (ours !== undefined) return ownEdit(ours, params.newName);
  const symbols = forward(
    context,
    "textDocument/symbolInfo",
    { textDocument: params.textDocument, position: params.position },
    token,
  );
  const [symbol] = ((await symbols.catch(() => null)) ?? []) as Parameters<typeof declaredName>[0][];
  const edit = (await forward(context, "textDocument/rename", params, token)) as WorkspaceEdit | null;
  const declared = symbol && declaredName(symbol);
  if (edit === null || declared === undefined) return edit;
  const { edits, warnings } = patternEdits(context.workspace.snapshot(), declared, params.newName);
  if (warnings.length > 0)
    tell(
      context,
      MessageType.Warning,
      `Renaming ${declared.name} changes what pointcuts match:\n${warnings.map((one) => `- ${one}`).join("\n")}`,
    );
  return edits.length === 0 ? edit : withPointcuts(context, edit, edits, params.newName);
}

/** A context variable in a body is also C, but its uses in the pointcut are not: it is ours too. */
function ownName({ workspace }: ServerContext, { position }: At, path: string): AspectName | undefined {
  const snapshot = workspace.snapshot();
  const document = aspectDocumentAt(snapshot, path);
  return document && aspectNameAt(snapshot, document, document.source.lines.offsetAt(position));
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function ownEdit({ name, kind, uses }: AspectName, newName: string): WorkspaceEdit {
  if (!IDENTIFIER.test(newName))
    throw new ResponseError(LSPErrorCodes.RequestFailed, `"${newName}" is no name for the ${kind} ${name}`);
  const changes: Record<string, TextEdit[]> = {};
  for (const { uri, range } of uses) (changes[uri] ??= []).push({ range, newText: newName });
  return { changes };
}

function tell({ connection }: ServerContext, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

const ANNOTATION = "weft.pointcuts";

/** Where the editor can ask, it asks about each; else they are made, and the user is told. */
function withPointcuts(
  context: ServerContext,
  edit: WorkspaceEdit,
  edits: readonly LabelledPlace[],
  newText: string,
): WorkspaceEdit {
  const { client, workspace } = context;
  const { workspaceEdit } = client.workspace ?? {};
  const canAsk =
    workspaceEdit?.documentChanges === true && workspaceEdit.changeAnnotationSupport !== undefined;
  if (!canAsk) {
    tell(
      context,
      MessageType.Info,
      `Pointcuts that name it are renamed too: ${edits.map(({ label }) => label).join(", ")}`,
    );
    const changes: Record<string, TextEdit[]> = { ...edit.changes };
    for (const { uri, range } of edits) changes[uri] = [...(changes[uri] ?? []), { range, newText }];
    return { ...edit, changes };
  }
  const version = (uri: string) => workspace.documents.openText(pathOfUri(uri) ?? "")?.version ?? null;
  const own = Object.entries(edit.changes ?? {}).map(
    ([uri, list]): TextDocumentEdit => ({ textDocument: { uri, version: version(uri) }, edits: list }),
  );
  const pointcuts = edits.map(
    ({ uri, range }): TextDocumentEdit => ({
      textDocument: { uri, version: version(uri) },
      edits: [{ range, newText, annotationId: ANNOTATION }],
    }),
  );
  return {
    documentChanges: [...own, ...(edit.documentChanges ?? []), ...pointcuts],
    changeAnnotations: {
      [ANNOTATION]: {
        label: "Pointcuts that name it",
        needsConfirmation: true,
        description: "Match expressions follow the rename, so that the advice stays where it is.",
      },
    },
  };
}
