/** Statics of one name in files of one name: answers about one of them, as clangd gives them, and what is left. */
import { expect, test } from "vitest";
import { withoutLikeNamedFiles } from "./like-named-files.js";

const NET = "file:///k/net/init.c";
const DISK = "file:///k/disk/init.c";
const AGAIN = "file:///k/net/again/init.c";
const OTHER = "file:///k/net/all.c";
const at = { textDocument: { uri: NET }, position: { line: 0, character: 12 } };
const places = [NET, DISK, AGAIN, OTHER].map((uri) => ({ uri }));
const TEXTS: Record<string, string> = {
  "/k/disk/init.c": '#include "disk.h"\n',
  "/k/net/again/init.c": '# include "../init.c"\n',
};

function filtered(method: string, params: object, answer: unknown, usr: string): Promise<unknown> {
  const ask = async () => [{ usr, definitionRange: { uri: NET } }];
  return withoutLikeNamedFiles(method, params, answer, ask, (path) => TEXTS[path] ?? "");
}

test("what belongs to a static of another file of the same name goes, what includes the file stays", async () => {
  const usr = "c:init.c@F@setup";
  expect(await filtered("textDocument/references", at, places, usr)).toEqual(
    [NET, AGAIN, OTHER].map((uri) => ({ uri })),
  );
  const calls = [{ from: { uri: DISK } }, { from: { uri: NET } }];
  const item = { uri: NET, selectionRange: { start: at.position } };
  expect(await filtered("callHierarchy/incomingCalls", { item }, calls, usr)).toEqual([calls[1]]);
  expect(
    await filtered("textDocument/rename", at, { changes: { [NET]: [1], [DISK]: [2], [OTHER]: [3] } }, usr),
  ).toEqual({ changes: { [NET]: [1], [OTHER]: [3] } });
  const documentChanges = [NET, DISK].map((uri) => ({ textDocument: { uri }, edits: [] }));
  expect(await filtered("textDocument/rename", at, { documentChanges }, usr)).toEqual({
    documentChanges: [documentChanges[0]],
  });
});

test("what all units can name, and answers to other questions, stay whole", async () => {
  expect(await filtered("textDocument/references", at, places, "c:@F@setup")).toBe(places);
  expect(await filtered("textDocument/definition", at, places, "c:init.c@F@setup")).toBe(places);
  expect(await filtered("textDocument/references", at, null, "c:init.c@F@setup")).toBeNull();
});
