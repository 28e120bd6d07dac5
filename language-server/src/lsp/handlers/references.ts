/** References: clangd's, with the uses that only IDL, stubs and aspect files know added. */
import type { Location } from "vscode-languageserver/node";
import { idlReferences, stubReferences } from "../../analysis/idl/idl-navigation.js";
import { declarationReferences } from "../../analysis/relations/aspect-elements.js";
import { aspectDocumentAt, isIdlPath } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { type At, onFile } from "../on-file.js";
import { placeToLsp } from "../to-lsp.js";

const METHOD = "textDocument/references";

export function registerReferencesHandler(context: ServerContext): void {
  onFile(
    context,
    METHOD,
    async (params: At & { context?: { includeDeclaration?: boolean } }, path, token) => {
      const snapshot = context.workspace.snapshot();
      const withDeclaration = params.context?.includeDeclaration !== false;
      if (isIdlPath(path))
        return idlReferences(snapshot, path, params.position, withDeclaration).map(placeToLsp);
      const aspect = aspectDocumentAt(snapshot, path);
      const source = aspect === undefined ? context.workspace.documents.openText(path) : undefined;
      const ours = [
        ...(source === undefined ? [] : stubReferences(snapshot, source, params.position)),
        ...(aspect === undefined
          ? []
          : declarationReferences(snapshot, aspect, params.position, withDeclaration)),
      ];
      const answer = (await forward(context, METHOD, params, token)) as Location[] | null;
      return ours.length === 0 ? answer : [...(answer ?? []), ...ours.map(placeToLsp)];
    },
  );
}
