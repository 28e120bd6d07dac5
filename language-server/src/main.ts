/**
 * The Weft language server: `node main.js --stdio [--beside]`. Composition only: the parts live in `lsp/` (protocol),
 * `analysis/` (features), `workspace/` (state) and `clangd/` (the supervised child).
 */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serve } from "./lsp/server.js";
import { createWorkspace } from "./workspace/create-workspace.js";

serve(createConnection(ProposedFeatures.all), createWorkspace, { beside: process.argv.includes("--beside") });
