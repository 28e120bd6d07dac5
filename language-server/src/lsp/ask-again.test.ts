import { expect, test } from "vitest";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver/node";
import { askAgain } from "./ask-again.js";

const MODIFIED = new ResponseError(LSPErrorCodes.ContentModified, "the document was modified");

/** Fails as often as that, then answers. */
function failing(times: number, error: Error) {
  const asked = { count: 0 };
  const ask = async () => {
    if (asked.count++ < times) throw error;
    return "answer";
  };
  return { ask, asked };
}

test("what clangd gave up is asked again while the editor's text stands, not without an end", async () => {
  expect(await askAgain(failing(3, MODIFIED).ask, () => 7)).toBe("answer");
  const endless = failing(100, MODIFIED);
  await expect(askAgain(endless.ask, () => 7)).rejects.toBe(MODIFIED);
  expect(endless.asked.count).toBe(4);
});

test("a question about a text that the editor has changed, one that it took back, and other errors end at once", async () => {
  let version = 1;
  const edited = failing(1, MODIFIED);
  await expect(askAgain(edited.ask, () => version++)).rejects.toBe(MODIFIED);
  const taken = failing(1, MODIFIED);
  const token = { isCancellationRequested: true } as never;
  await expect(askAgain(taken.ask, () => 1, token)).rejects.toBe(MODIFIED);
  const broken = failing(1, new Error("other"));
  await expect(askAgain(broken.ask, () => 1)).rejects.toThrow("other");
  expect([edited, taken, broken].map(({ asked }) => asked.count)).toEqual([1, 1, 1]);
});
