/**
 * The Weft language server: `node main.js [--beside]`, on its standard streams. Composition only: the parts live in `lsp/` (protocol),
 * `analysis/` (features), `workspace/` (state) and `clangd/` (the supervised child).
 */
import { setKnownFlag } from "@weft/weaver-bridge/kernel-index";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { contributors } from "./contributors/index.js";
import { serve } from "./lsp/server.js";
import { createWorkspace } from "./workspace/create-workspace.js";

const STARTED_MS = 2_000;

serve(
  createConnection(ProposedFeatures.all, process.stdin, process.stdout),
  (settings) => createWorkspace({ ...settings, contributors }),
  { beside: process.argv.includes("--beside"), watches: contributors.flatMap(({ watches = [] }) => watches) },
);

// Analysing a unit leaves megabytes of its text behind: they go before many such gather. What the start makes stays.
setTimeout(() => setKnownFlag("--heap-growing-percent=50"), STARTED_MS).unref();
