/** References: clangd's, with the uses that only aspect files and contributors know added. */
import type { Location } from "vscode-languageserver/node";
import { declarationReferences } from "../../analysis/relations/aspect-elements.js";
import { aspectDocumentAt } from "../../workspace/index.js";
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
      const owner = snapshot.ownerOf(path);
      if (owner !== undefined)
        return (owner.references?.(path, params.position, withDeclaration) ?? []).map(placeToLsp);
      const aspect = aspectDocumentAt(snapshot, path);
      const ours = [
        ...(aspect === undefined
          ? snapshot.contributions.flatMap(
              ({ inSources }) => inSources?.references?.(path, params.position) ?? [],
            )
          : declarationReferences(snapshot, aspect, params.position, withDeclaration)),
      ];
      const answer = (await forward(context, METHOD, params, token)) as Location[] | null;
      return ours.length === 0 ? answer : [...(answer ?? []), ...ours.map(placeToLsp)];
    },
  );
}
