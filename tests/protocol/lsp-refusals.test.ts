/** A request that can't be done is answered with a sentence of what, why and what next; never with the protocol's words. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const SOURCE = `struct node { int uid; };
#define TWICE(n) ((n) * 2)
int sum(struct node *n) { return n->uid + TWICE(1); }
`;
let client: LspClient;
let folder: string;
let uri: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "weft refusals "));
  writeFileSync(join(folder, "k.c"), SOURCE);
  writeFileSync(
    join(folder, "a.ah"),
    'aspect A {\n\tpointcut sums() = execution("% sum(...)");\n\tadvice "node" : slice struct { int calls; };\n\tadvice sums() : before() { }\n};\n',
  );
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "r",
      aspects: ["*.ah"],
      commands: { compiler: "gcc", flags: [], files: ["k.c"] },
    }),
  );
  client = await startLspClient({ folder });
  uri = client.open(join(folder, "k.c"));
});
afterAll(() => client.stop());

async function refusal(method: string, params: object): Promise<string> {
  return client.request(method, params).then(
    (answer) => `answered: ${JSON.stringify(answer)}`,
    (error: Error) => error.message,
  );
}

const SENTENCES = /^[A-Z"].*\. [A-Z].*[a-z)]$/s;

test.each([
  ["white space", "{ return", 1, "renamed", /no name at the cursor/],
  ["a number", "(1)", 1, "renamed", /no name at the cursor/],
  ["a macro", "TWICE(n)", 1, "renamed", /TWICE is a macro/],
  ["a keyword as the name", "sum(struct", 1, "return", /name/],
  ["no name at all", "sum(struct", 1, "1 2", /name/],
])("a rename of %s says why not", async (_, text, delta, newName, why) => {
  const position = client.positionOf(uri, text, delta);
  const said = await refusal("textDocument/rename", { textDocument: { uri }, position, newName });
  expect(said).toMatch(why);
  expect(said).toMatch(SENTENCES);
  expect(said).not.toMatch(/textDocument\/|failed with message|undefined/);
});

test("a rename in an aspect to what is no name says why not", async () => {
  const aspect = client.open(join(folder, "a.ah"));
  const position = client.positionOf(aspect, "sums() =", 1);
  const textDocument = { uri: aspect };
  const said = await refusal("textDocument/rename", { textDocument, position, newName: "1 2" });
  expect(said).toMatch(/"1 2" is no name for the pointcut sums/);
  expect(said).toMatch(SENTENCES);
});

test.each([
  ["textDocument/rename", { newName: "x" }],
  ["textDocument/formatting", { options: { tabSize: 8, insertSpaces: false } }],
  ["workspace/executeCommand", { command: "clangd.applyTweak", arguments: [{ file: "x", selection: 1 }] }],
  ["weft/why", { nonsense: true }],
  ["weft/relations", {}],
  ["codeAction/resolve", { title: "x", data: { weft: { path: "/nowhere/k.c", question: {} } } }],
])("%s about a file or a thing that is not there is refused in words", async (method, more) => {
  const nowhere = `file://${folder}/nowhere.c`;
  const said = await refusal(method, {
    textDocument: { uri: nowhere },
    position: { line: 0, character: 0 },
    ...more,
  });
  expect(said).toMatch(SENTENCES);
  expect(said).not.toMatch(/failed with message/);
});
