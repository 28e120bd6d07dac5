/** What clangd reads unasked, and where it writes, in a folder that somebody else made. */
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const SOURCE = "int f(void) { return FLAG; }\n";

async function open(trusted: boolean, more: (folder: string) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), "weft-lsp-"));
  const path = join(folder, "a.c");
  writeFileSync(path, SOURCE);
  writeFileSync(join(folder, "compile_flags.txt"), "-DFLAG=4711\n");
  more(folder);
  client = await startLspClient({ folder, initializationOptions: { trusted } });
  return { client, uri: client.open(path) };
}

test.each([
  [true, "4711"],
  [false, "undeclared"],
])("commands that clangd finds itself count in a folder that is trusted: %s", async (trusted, said) => {
  const { client, uri } = await open(trusted);
  const position = client.positionOf(uri, "FLAG", 1);
  const hover = () => client.request("textDocument/hover", { textDocument: { uri }, position });
  const told = async () => JSON.stringify([await hover(), client.diagnostics(uri)]);
  expect(await client.until(told, (text) => text.includes(said))).toContain(said);
});

test("clangd writes no index where a link of a trusted folder leads", async () => {
  const { client } = await open(true, (folder) => symlinkSync(tmpdir(), join(folder, ".cache")));
  await client.waitFor<{ message: string }>("window/logMessage", ({ message }) =>
    /^clangd keeps no index: .*\.cache leads elsewhere/.test(message),
  );
  const { message } = await client.waitFor<{ message: string }>("window/logMessage", ({ message }) =>
    message.startsWith("clangd runs"),
  );
  const words = readFileSync(`/proc/${/process (\d+)/.exec(message)?.[1]}/cmdline`, "latin1").split("\0");
  expect(words).toContain("--background-index=false");
});
