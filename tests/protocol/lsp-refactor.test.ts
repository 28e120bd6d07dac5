/** Refactorings over the protocol: offered where they can begin, resolved into edits that ask for confirmation, proven. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ProveRefactoringResult, proveRefactoringRequest } from "@weft/language-server/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const SOURCE = `#include "queue.h"

/* é: columns are UTF-16, bytes are not. */
void add(struct queue *queue)
{
	/* é */ lock();
	queue->length++;
	unlock();
}
`;
const HEADER = `struct queue {
	int length;
	int limit;
};
void lock(void);
void unlock(void);
`;
const ASPECT = `aspect Trace {
	advice execution("% add(...)") : before()
	{
		lock();
	}
};
`;

let folder: string;
let client: LspClient;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-lsp-refactor-")));
  mkdirSync(join(folder, "aspects"));
  const project = {
    name: "queue",
    language: "c",
    aspects: ["aspects/*.ah"],
    commands: { compiler: "gcc", flags: ["-m32", "-O2"], files: ["*.c"] },
  };
  writeFileSync(join(folder, "weft.json"), JSON.stringify(project));
  writeFileSync(join(folder, "queue.c"), SOURCE);
  writeFileSync(join(folder, "queue.h"), HEADER);
  writeFileSync(join(folder, "aspects/trace.ah"), ASPECT);
  client = await startLspClient({
    folder,
    capabilities: {
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["refactor"] } } },
      },
      workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
    },
  });
});
afterAll(async () => {
  await client?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Action {
  readonly title: string;
  readonly kind?: string;
  readonly edit?: {
    readonly documentChanges: readonly {
      readonly kind?: string;
      readonly uri?: string;
      readonly textDocument?: { readonly uri: string };
      readonly edits?: readonly {
        readonly range: unknown;
        readonly newText: string;
        readonly annotationId?: string;
      }[];
    }[];
    readonly changeAnnotations: Record<
      string,
      { readonly label: string; readonly needsConfirmation: boolean }
    >;
  };
}

async function actionsAt(uri: string, from: number, to = from): Promise<Action[]> {
  const range = { start: { line: from, character: 1 }, end: { line: to, character: 2 } };
  const answer = await client.until(
    () =>
      client.request<Action[]>("textDocument/codeAction", {
        textDocument: { uri },
        range,
        context: { diagnostics: [] },
      }),
    (actions) => actions.some(({ kind }) => /^refactor\.(extract|inline|move)$/.test(kind ?? "")),
  );
  return answer.filter((action) => "data" in action && JSON.stringify(action).includes('"weft"'));
}

test("a pair is extracted with every edit annotated, and proven before it is saved", async () => {
  const uri = client.open(join(folder, "queue.c"), SOURCE, "c");
  const [action] = await actionsAt(uri, 5, 7);
  expect(action).toMatchObject({ kind: "refactor.extract" });
  const { edit } = await client.request<Action>("codeAction/resolve", action);
  expect(edit?.changeAnnotations.weft).toMatchObject({ needsConfirmation: true });
  expect(edit?.changeAnnotations.weft?.label).toContain("of 1 function into the aspect Lock");
  const edits = edit?.documentChanges.flatMap((change) => change.edits ?? []) ?? [];
  expect(edits.every(({ annotationId }) => annotationId === "weft")).toBe(true);
  expect(edit?.documentChanges.find(({ kind }) => kind === "create")?.uri).toBe(
    pathToFileURL(join(folder, "aspects/lock.ah")).href,
  );
  const own = edit?.documentChanges.find(({ textDocument }) => textDocument?.uri === uri)?.edits;
  expect(own?.map(({ range }) => range)).toEqual([
    { start: { line: 5, character: 8 }, end: { line: 5, character: 16 } },
    { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } },
  ]);
  const proof = await client.request<ProveRefactoringResult>(proveRefactoringRequest, {});
  expect(proof).toMatchObject({ status: "unchanged" });
  expect(proof.summary).toContain("object code of queue unchanged");
  expect(readFileSync(join(folder, "queue.c"), "utf8")).toBe(SOURCE);
});

test("what can't be done is refused with its reason", async () => {
  const uri = client.open(join(folder, "queue.c"), SOURCE, "c");
  const actions = await actionsAt(uri, 6);
  const begin = actions.find(({ title }) => title.includes("begin"));
  await expect(client.request("codeAction/resolve", begin)).rejects.toThrow(
    /keeps its statements: .* runs before it/,
  );
});

test("what is not saved yet is planned and proven as it stands in the editor", async () => {
  const uri = client.open(join(folder, "queue.c"), SOURCE, "c");
  const header = client.open(join(folder, "queue.h"), HEADER, "c");
  client.replace(uri, '#include "queue.h"\n', '#include "queue.h"\n\n');
  client.replace(uri, "queue->length++;", "queue->length += queue->step;");
  client.replace(header, "int limit;", "int limit;\n\tint step;");
  const [pair] = await actionsAt(uri, 6, 8);
  const { edit } = await client.request<Action>("codeAction/resolve", pair);
  const own = edit?.documentChanges.find(({ textDocument }) => textDocument?.uri === uri)?.edits;
  expect(own?.map(({ range }) => range)).toMatchObject([
    { start: { line: 6, character: 8 } },
    { start: { line: 8, character: 0 } },
  ]);
  const proof = await client.request<ProveRefactoringResult>(proveRefactoringRequest, {});
  expect(proof).toMatchObject({ status: "unchanged" });
  expect(readFileSync(join(folder, "queue.c"), "utf8")).toBe(SOURCE);
  expect(readFileSync(join(folder, "queue.h"), "utf8")).toBe(HEADER);
  client.replace(header, "\n\tint step;", "");
});

test("members and advice offer their ways", async () => {
  const header = client.open(join(folder, "queue.h"), HEADER, "c");
  expect((await actionsAt(header, 1)).map(({ kind }) => kind)).toEqual(["refactor.move"]);
  const aspect = client.open(join(folder, "aspects/trace.ah"), ASPECT, "weft-aspect");
  const [inline] = await actionsAt(aspect, 3);
  expect(inline).toMatchObject({
    kind: "refactor.inline",
    title: "Write this before advice out at its join points",
  });
});
