/**
 * The Weft language server: `node main.js [--beside]`, on its standard streams. Composition only: the parts live in `lsp/` (protocol),
 * `analysis/` (features), `workspace/` (state) and `clangd/` (the supervised child).
 */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serve } from "./lsp/server.js";
import { createWorkspace } from "./workspace/create-workspace.js";

serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout), createWorkspace, {
  beside: process.argv.includes("--beside"),
});
