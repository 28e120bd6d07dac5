/** New aspects about what stands at the cursor: offered as code actions whose edit makes them part of the project. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type SubjectResult, subjectRequest } from "@weft/language-server/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const SOURCE = `struct queue {
	int length;
};
void add(struct queue *queue)
{
	queue->length++;
}
`;
const SETTINGS =
  '{\n  // é, kept\n  "name": "queue",\n  "aspects": ["trace.ah"],\n  "commands": { "files": ["*.c"], "flags": ["-m32"] }\n}\n';

let folder: string;
let uri: string;
let client: LspClient;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-lsp-new-")));
  writeFileSync(join(folder, "weft.json"), SETTINGS);
  writeFileSync(join(folder, "queue.c"), SOURCE);
  writeFileSync(join(folder, "trace.ah"), "aspect Other {};\n");
  uri = pathToFileURL(join(folder, "queue.c")).href;
  client = await startLspClient({
    folder,
    capabilities: {
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["refactor"] } } },
      },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
    },
  });
  client.open(join(folder, "queue.c"));
});
afterAll(async () => {
  await client?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Change {
  readonly kind?: string;
  readonly uri?: string;
  readonly textDocument?: { readonly uri: string };
  readonly edits?: readonly {
    readonly range: Record<"start" | "end", { readonly line: number; readonly character: number }>;
    readonly newText: string;
  }[];
}
interface Action {
  readonly title: string;
  readonly edit?: { readonly documentChanges: readonly Change[] };
}

async function aspectActionsAt(line: number, character: number): Promise<Action[]> {
  const at = { line, character };
  // Until clangd knows the file there may be no answer.
  const answer = await client.until(
    () =>
      client
        .request<Action[]>("textDocument/codeAction", {
          textDocument: { uri },
          range: { start: at, end: at },
          context: { diagnostics: [], only: ["refactor"] },
        })
        .catch(() => undefined),
    (actions) => actions !== undefined,
  );
  return (answer ?? []).filter(({ title }) => title.endsWith("in a new aspect"));
}

test("what an aspect could be about is told by place", async () => {
  const at = (line: number, character: number) =>
    client.request<SubjectResult | null>(subjectRequest, {
      textDocument: { uri },
      position: { line, character },
    });
  expect(await at(3, 6)).toEqual({ kind: "function", name: "add", pointcut: 'execution("% ...::add(...)")' });
  expect(await at(1, 6)).toMatchObject({ kind: "field", pointcut: 'set("% queue::length")' });
  expect(await at(4, 0)).toBeNull();
});

test("a field is watched: the file, and its place in weft.json, whose comments stay", async () => {
  const [watch, ...more] = await aspectActionsAt(1, 6);
  expect(more).toEqual([]);
  const changes = watch?.edit?.documentChanges ?? [];
  const made = pathToFileURL(join(folder, "aspects/watch-queue-length.ah")).href;
  expect(changes.map(({ kind, uri: file, textDocument }) => [kind, file ?? textDocument?.uri])).toEqual([
    ["create", made],
    [undefined, made],
    [undefined, pathToFileURL(join(folder, "weft.json")).href],
  ]);
  expect(changes[1]?.edits?.[0]?.newText).toContain('advice set("% queue::length") : after()');
  // Applied as an editor would.
  const [edit] = changes[2]?.edits ?? [];
  const lines = SETTINGS.split("\n");
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + character;
  expect(edit).toBeDefined();
  if (edit === undefined) return;
  const now =
    SETTINGS.slice(0, offset(edit.range.start)) + edit.newText + SETTINGS.slice(offset(edit.range.end));
  expect(now).toContain("// é, kept");
  expect(now.replace(/\s+/g, "")).toContain('"aspects":["trace.ah","aspects/watch-queue-length.ah"]');
  expect(readFileSync(fileURLToPath(pathToFileURL(join(folder, "weft.json"))), "utf8")).toBe(SETTINGS);
});

test("a function is traced or measured; nothing is offered on a brace", async () => {
  expect((await aspectActionsAt(3, 6)).map(({ title }) => title)).toEqual([
    "Trace this function in a new aspect",
    "Measure this function in a new aspect",
  ]);
  expect(await aspectActionsAt(4, 0)).toEqual([]);
});
