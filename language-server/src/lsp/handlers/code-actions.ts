/** Quick fixes and refactorings: clangd's in code, ours in code, aspect files and files of contributors. */
import type { CodeAction } from "vscode-languageserver/node";
import { isAspectPath, type PlaceRange, patient } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { type OfFile, onFile } from "../on-file.js";
import { tellFailed } from "../refusals.js";
import { fixToLsp, insertionToLsp } from "../to-lsp.js";
import { newAspectCodeActions } from "./new-aspect.js";
import { orderActions } from "./order.js";
import { codeActionsAt } from "./refactor.js";

const METHOD = "textDocument/codeAction";

export function registerCodeActionHandler(context: ServerContext): void {
  onFile(context, METHOD, async (params: OfFile & { range: PlaceRange }, path, token) => {
    const { uri } = params.textDocument;
    const { ownerOf, contributions } = context.workspace.snapshot();
    const owner = ownerOf(path);
    if (owner !== undefined)
      return (owner.fixes?.(path, params.range) ?? []).map((fix) => fixToLsp(uri, fix));
    const ours = [
      ...(isAspectPath(path) ? orderActions(context, uri, path, params.range) : []),
      ...codeActionsAt(context, path, params.range),
      ...newAspectCodeActions(context, path, params.range),
      ...contributions.flatMap(({ inSources }) =>
        (inSources?.insertions?.(path, params.range.start) ?? []).map(insertionToLsp),
      ),
    ];
    const answer = forward(context, METHOD, params, token) as Promise<CodeAction[] | null>;
    const failed = tellFailed(context.connection, "code actions of clangd");
    return ours.length === 0 ? answer : [...((await patient(answer, failed)) ?? []), ...ours];
  });
}
