/** Requests that IDL files answer themselves and that elsewhere are clangd's, with what only IDL knows added. */
import {
  type CancellationToken,
  type CodeAction,
  type Location,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { idlFixes } from "../../analysis/idl/idl-fixes.js";
import {
  idlReferences,
  type RenameEdit,
  renamable,
  renameEdits,
  stubDefinitions,
  stubReferences,
} from "../../analysis/idl/idl-navigation.js";
import { idlDocumentAt } from "../../analysis/idl/idl-places.js";
import { declarationReferences } from "../../analysis/relations/aspect-elements.js";
import {
  aspectDocumentAt,
  isAspectPath,
  isIdlPath,
  type Place,
  type PlaceRange,
  pathOfUri,
} from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { patient } from "../patient.js";
import { fixToLsp, placeToLsp } from "../to-lsp.js";
import { orderActions } from "./order.js";
import { codeActionsAt } from "./refactor.js";
import { prepareRename, rename as renameElsewhere } from "./rename.js";

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: Place;
}

export function registerIdlHandlers(context: ServerContext): void {
  const { connection, workspace } = context;
  const on = <P extends { textDocument: { uri: string } }>(
    method: string,
    inIdl: (params: P, path: string) => unknown,
    elsewhere: (params: P, path: string, token: CancellationToken) => Promise<unknown> = (params, _, token) =>
      forward(context, method, params, token),
  ) =>
    connection.onRequest(method, async (params: P, token: CancellationToken): Promise<unknown> => {
      const path = pathOfUri(params.textDocument.uri);
      if (path === undefined) return null;
      return isIdlPath(path) ? inIdl(params, path) : elsewhere(params, path, token);
    });

  on<At & { context?: { includeDeclaration?: boolean } }>(
    "textDocument/references",
    (params, path) =>
      idlReferences(
        workspace.snapshot(),
        path,
        params.position,
        params.context?.includeDeclaration !== false,
      ).map(placeToLsp),
    async (params, path, token) => {
      const snapshot = workspace.snapshot();
      const aspect = aspectDocumentAt(snapshot, path);
      const source = aspect === undefined ? workspace.documents.openText(path) : undefined;
      const withDeclaration = params.context?.includeDeclaration !== false;
      const ours = [
        ...(source === undefined ? [] : stubReferences(snapshot, source, params.position)),
        ...(aspect === undefined
          ? []
          : declarationReferences(snapshot, aspect, params.position, withDeclaration)),
      ];
      const answer = (await forward(context, "textDocument/references", params, token)) as Location[] | null;
      return ours.length === 0 ? answer : [...(answer ?? []), ...ours.map(placeToLsp)];
    },
  );

  on<At>(
    "textDocument/prepareRename",
    (params, path) => {
      const document = idlDocumentAt(workspace.snapshot(), path);
      const found =
        document === undefined ? NOT_READ : renamable(workspace.snapshot(), document, params.position);
      if (typeof found === "string") throw new ResponseError(LSPErrorCodes.RequestFailed, found);
      return { range: found.range, placeholder: found.name };
    },
    (params, path, token) => Promise.resolve(prepareRename(context, params, path, token)),
  );

  on<At & { newName: string }>(
    "textDocument/rename",
    (params, path) => rename(context, path, params.position, params.newName),
    async (params, path, token) => {
      const source = isAspectPath(path) ? undefined : workspace.documents.openText(path);
      const [operation] =
        source === undefined ? [] : stubDefinitions(workspace.snapshot(), source, params.position);
      if (operation !== undefined)
        throw new ResponseError(
          LSPErrorCodes.RequestFailed,
          "This name is made from IDL. Rename the operation there (Go to Definition leads to it); the C code follows",
        );
      return renameElsewhere(context, params, path, token);
    },
  );

  on<{ textDocument: { uri: string }; range: PlaceRange }>(
    "textDocument/codeAction",
    (params, path): CodeAction[] =>
      idlFixes(workspace.snapshot(), path, params.range).map((fix) => fixToLsp(params.textDocument.uri, fix)),
    async (params, path, token) => {
      const ours = [
        ...(isAspectPath(path) ? orderActions(context, params.textDocument.uri, path, params.range) : []),
        ...codeActionsAt(context, path, params.range),
      ];
      const answer = forward(context, "textDocument/codeAction", params, token) as Promise<
        CodeAction[] | null
      >;
      if (ours.length === 0) return answer;
      return [...((await patient(answer)) ?? []), ...ours];
    },
  );
}

const NOT_READ = "The file can't be read";

function rename({ workspace }: ServerContext, path: string, position: Place, newName: string): WorkspaceEdit {
  const snapshot = workspace.snapshot();
  const document = idlDocumentAt(snapshot, path);
  const edits = document === undefined ? NOT_READ : renameEdits(snapshot, document, position, newName);
  if (typeof edits === "string") throw new ResponseError(LSPErrorCodes.RequestFailed, edits);
  return { changes: byFile(edits) };
}

function byFile(edits: readonly RenameEdit[]): NonNullable<WorkspaceEdit["changes"]> {
  const changes: NonNullable<WorkspaceEdit["changes"]> = {};
  for (const { uri, range, text } of edits) (changes[uri] ??= []).push({ range, newText: text });
  return changes;
}
