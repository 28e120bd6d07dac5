/** Opens all files of a hostile folder in a language server that is told to trust nothing, and asks it all that there is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@weft/language-server/protocol";
import { type LspClient, startLspClient } from "../lsp-client.js";
import { careless, startedIn, tracedWeft } from "./call-commands.js";
import type { Place } from "./place.js";

const OPENED = ["a.c", "s.c", "a.h", "t.ah", "s.spec", "i.idl", "weft.json"];
/** What Weft itself asks, by its own names. */
const OURS = Object.entries(protocol).flatMap(([name, method]) =>
  name.endsWith("Request") && typeof method === "string" ? [method] : [],
);
const OF_A_PLACE = [
  "hover",
  "definition",
  "declaration",
  "references",
  "completion",
  "signatureHelp",
  "rename",
];
const OF_A_FILE = ["documentSymbol", "codeLens", "foldingRange", "documentLink", "formatting"];

/** As `cameThrough`. */
export async function cameThroughServer(place: Place): Promise<readonly string[]> {
  const trace = `${place.marks}-trace`;
  const client = await startLspClient({
    command: tracedWeft(trace, ["lsp", "--stdio"]),
    folder: place.root,
    environment: careless(place),
    initializationOptions: { trusted: false },
  });
  try {
    const uris = OPENED.map((name) => client.open(join(place.root, name)));
    await client.waitFor<protocol.IdleParams>("weft/idle", ({ documents }) => documents.length > 0);
    for (const [at, uri] of uris.entries()) await askAll(client, uri, OPENED[at] as string, place);
  } finally {
    await client.stop();
  }
  return startedIn(trace, place).map((what) => `weft lsp: ${what}`);
}

async function askAll(client: LspClient, uri: string, name: string, place: Place): Promise<void> {
  const lines = readFileSync(join(place.root, name), "utf8").split("\n").length;
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } };
  const ask = (method: string, params: object) =>
    client.request(method, params).catch((error: Error & { code?: unknown }) => {
      // A refusal is an answer; whoever ended is none.
      if (typeof error.code !== "number") throw error;
    });
  const position = { line: Math.min(1, lines - 1), character: 4 };
  for (const what of OF_A_PLACE)
    await ask(`textDocument/${what}`, { textDocument, position, newName: "other", context: {} });
  for (const what of OF_A_FILE) await ask(`textDocument/${what}`, { textDocument, options: {} });
  for (const what of ["inlayHint", "codeAction", "semanticTokens/full"])
    await ask(`textDocument/${what}`, { textDocument, range, context: { diagnostics: [] } });
  for (const method of OURS) await ask(method, { uri, textDocument, position, range, text: "", line: 1 });
}
