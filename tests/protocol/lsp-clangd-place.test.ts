/** What clangd reads unasked, and where it writes, in a folder that somebody else made. */
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
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
  const caches = mkdtempSync(join(tmpdir(), "weft-caches-"));
  const environment = { XDG_CACHE_HOME: caches };
  client = await startLspClient({
    folder,
    environment,
    initializationOptions: { trusted, clangd: { backgroundIndex: true } },
  });
  return { client, folder, caches, uri: client.open(path) };
}

test.each([
  [true, "4711"],
  [false, "undeclared"],
])("commands that stand beside a file count in a folder that is trusted: %s", async (trusted, said) => {
  const { client, uri } = await open(trusted);
  const position = client.positionOf(uri, "FLAG", 1);
  const hover = () => client.request("textDocument/hover", { textDocument: { uri }, position });
  const told = async () => JSON.stringify([await hover(), client.diagnostics(uri)]);
  expect(await client.until(told, (text) => text.includes(said))).toContain(said);
});

/** With commands of their own: clangd would keep an index in each. */
const WITH_COMMANDS = ["", "below", "below/it"];

test("clangd writes no index where a link of a trusted folder leads, beside whatever commands", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "weft-elsewhere-"));
  const { client, caches, folder } = await open(true, (root) => {
    for (const name of WITH_COMMANDS) {
      const part = join(root, name);
      mkdirSync(part, { recursive: true });
      writeFileSync(join(part, "u.c"), "int u(void) { return 1; }\n");
      const command = { directory: part, file: "u.c", arguments: ["gcc", "-c", "u.c"] };
      writeFileSync(join(part, "compile_commands.json"), JSON.stringify([command]));
      symlinkSync(elsewhere, join(part, ".cache"));
    }
  });
  for (const name of WITH_COMMANDS) client.open(join(folder, name, "u.c"));
  // The index of what clangd was told is written where it is the user's.
  const kept = () => filesIn(caches).filter((name) => /clangd\/index\/u\.c\..*\.idx$/.test(name));
  await expect.poll(kept).toHaveLength(WITH_COMMANDS.length);
  expect(filesIn(elsewhere)).toEqual([]);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" });
}
