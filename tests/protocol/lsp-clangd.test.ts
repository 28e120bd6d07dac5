/** What clangd does well passes through the server, and clangd's death costs no more than the answer it owed. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { howToInstall } from "@weft/weaver-bridge/model";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";
import { semanticTokens } from "../support/semantic-tokens.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const SOURCE = `struct inode { int i_uid; };
/** Owner of an inode. */
int owner(struct inode *node) { return node->i_uid; }
int twice(struct inode *node) { return owner(node) * 2; }
`;

async function openSource(text = SOURCE): Promise<{ client: LspClient; uri: string }> {
  const folder = mkdtempSync(join(tmpdir(), "weft lsp ä "));
  const path = join(folder, "inode.c");
  writeFileSync(path, text);
  client = await startLspClient({ folder });
  return { client, uri: client.open(path) };
}

test("hover, definition, references, completion, symbols, rename and tokens of C come from clangd", async () => {
  const { client, uri } = await openSource();
  const textDocument = { uri };
  const position = client.positionOf(uri, "owner(node)", 1);
  const hover = await client.request<{ contents: { value: string } }>("textDocument/hover", {
    textDocument,
    position,
  });
  expect(hover.contents.value).toContain("Owner of an inode.");
  expect(await client.request("textDocument/definition", { textDocument, position })).toMatchObject([
    { uri, range: { start: { line: 2, character: 4 } } },
  ]);
  const context = { includeDeclaration: true };
  expect(await client.request("textDocument/references", { textDocument, position, context })).toHaveLength(
    2,
  );
  const completion = await client.request<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument,
    position: client.positionOf(uri, "node->i_uid", "node->".length),
  });
  expect(completion.items.map(({ label }) => label.trim())).toEqual(["i_uid"]);
  const symbols = await client.request<{ name: string }[]>("textDocument/documentSymbol", { textDocument });
  expect(symbols.map(({ name }) => name)).toEqual(["inode", "owner", "twice"]);
  const edit = await client.request("textDocument/rename", { textDocument, position, newName: "holder" });
  expect(JSON.stringify(edit)).toContain("holder");
  const tokens = await semanticTokens(client, uri, SOURCE);
  const typesOf = (word: string) => [
    ...new Set(tokens.filter(({ text }) => text === word).map(({ type }) => type)),
  ];
  expect(["inode", "i_uid", "owner", "node"].map(typesOf)).toEqual([
    ["class"],
    ["property"],
    ["function"],
    ["parameter"],
  ]);
});

test("a static function of a like-named file is another function", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft lsp ä "));
  client = await startLspClient({ folder });
  const [net = ""] = ["net", "disk"].map((name) => {
    mkdirSync(join(folder, name));
    const path = join(folder, name, "init.c");
    writeFileSync(path, `static int setup(void) { return 1; }\nint ${name}_init(void) { return setup(); }\n`);
    return client?.open(path);
  });
  const known = (query: string) => client?.request<object[]>("workspace/symbol", { query });
  await client.until(
    async () => (await known("disk_init"))?.length === 1 && (await known("net_init"))?.length === 1,
    (both) => both,
  );
  const at = { textDocument: { uri: net }, position: { line: 0, character: 12 } };
  const context = { includeDeclaration: true };
  const found = await client.request<{ uri: string }[]>("textDocument/references", { ...at, context });
  expect(found.map(({ uri }) => uri)).toEqual([net, net]);
  const edit = await client.request("textDocument/rename", { ...at, newName: "prepare" });
  expect(JSON.stringify(edit)).toContain("prepare");
  expect(JSON.stringify(edit)).not.toContain("disk");
  const [item] = await client.request<object[]>("textDocument/prepareCallHierarchy", at);
  const calls = await client.request<{ from: { name: string } }[]>("callHierarchy/incomingCalls", { item });
  expect(calls.map(({ from }) => from.name)).toEqual(["net_init"]);
});

test("clangd's diagnostics are shown and follow edits", async () => {
  const { client, uri } = await openSource();
  client.replace(uri, "return owner(node) * 2;", "return owner(node) * missing;");
  await client.waitFor<{ uri: string; diagnostics: { message: string }[] }>(
    "textDocument/publishDiagnostics",
    (params) => params.uri === uri && params.diagnostics.some(({ message }) => message.includes("missing")),
  );
  client.replace(uri, "missing", "3");
  await client.until(
    async () => client.diagnostics(uri),
    (diagnostics) => diagnostics.length === 0,
  );
});

test("a killed clangd comes back with the unsaved text", async () => {
  const { client, uri } = await openSource();
  const textDocument = { uri };
  client.replace(uri, "int twice(", "int thrice(");
  const names = async () =>
    (await client.request<{ name: string }[] | null>("textDocument/documentSymbol", { textDocument }))?.map(
      ({ name }) => name,
    ) ?? [];
  expect(await names()).toContain("thrice");
  const running = await client.waitFor<{ message: string }>("window/logMessage", ({ message }) =>
    message.startsWith("clangd runs"),
  );
  process.kill(Number(/process (\d+)/.exec(running.message)?.[1]), "SIGKILL");
  await client.waitFor<{ message: string }>("window/logMessage", ({ message }) =>
    message.includes("was ended by SIGKILL"),
  );
  expect(await client.until(names, (found) => found.length > 0)).toEqual(["inode", "owner", "thrice"]);
});

test("without clangd the server starts, says what is missing, and answers empty", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-lsp-"));
  client = await startLspClient({ folder, initializationOptions: { clangd: { path: "/nowhere/clangd" } } });
  const message = await client.waitFor<{ message: string }>("window/showMessage");
  expect(message.message).toContain(howToInstall("clangd"));
  const uri = client.open(join(folder, "a.c"), SOURCE);
  const position = { line: 3, character: 43 };
  expect(
    await client.request("textDocument/references", { textDocument: { uri }, position, context: {} }),
  ).toBeNull();
  await expect(
    client.request("textDocument/rename", { textDocument: { uri }, position, newName: "x" }),
  ).rejects.toThrow("No clangd was found");
});

/** Each such file took one of clangd's workers for good (as many as there are processors), then nothing was answered. */
test("files that are opened, edited and closed at once cost clangd nothing", async () => {
  const { client, uri } = await openSource();
  const folder = mkdtempSync(join(tmpdir(), "weft lsp ä "));
  const close = (closed: string) => client.notify("textDocument/didClose", { textDocument: { uri: closed } });
  for (let round = 0; round < 40; round++) {
    const brief = client.open(join(folder, `brief${round}.c`), "int brief;\n");
    client.change(brief, "int brief = 1;\n");
    close(brief);
  }
  client.replace(uri, "int twice(", "int thrice(");
  const tokens = await client.request<{ data: number[] }>("textDocument/semanticTokens/full", {
    textDocument: { uri },
  });
  expect(tokens.data.length).toBeGreaterThan(0);
  const again = join(folder, "again.c");
  close(client.open(again, "int first;\n"));
  const symbols = await client.request<{ name: string }[]>("textDocument/documentSymbol", {
    textDocument: { uri: client.open(again, "int second;\n") },
  });
  expect(symbols.map(({ name }) => name)).toEqual(["second"]);
});
