/**
 * Members that slices introduce, in open files that have the class itself: known to clangd as all others, while every
 * place of the file stays where the editor has it.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type LspClient, type LspPosition, startLspClient } from "../support/lsp-client.js";
import { semanticTokens } from "../support/semantic-tokens.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

interface Case {
  readonly compiler: string;
  readonly unit: string;
  readonly languageId: string;
  /** Holds the class, and a line with more behind it. */
  readonly holder: string;
  readonly text: string;
  readonly other: string;
}

const CLASS = (key: string) => `/* ä */ ${key} node { int uid; } first, second;
static inline int sum(${key} node *n) { return n->uid + n->calls; }
static inline int use(void) { return second.uid + sum(&second); }
`;
const CASES: readonly Case[] = [
  {
    compiler: "gcc",
    unit: "k.c",
    languageId: "c",
    holder: "include/node.h",
    text: CLASS("struct"),
    other: '#include "node.h"\nint other(void) { return use() + first.calls; }\n',
  },
  { compiler: "gcc", unit: "k.c", languageId: "c", holder: "k.c", text: CLASS("struct"), other: "" },
  {
    compiler: "g++",
    unit: "k.cc",
    languageId: "cpp",
    holder: "include/node.h",
    text: CLASS("struct"),
    other: '#include "node.h"\nint other(void) { return use() + first.calls; }\n',
  },
  { compiler: "g++", unit: "k.cc", languageId: "cpp", holder: "k.cc", text: CLASS("struct"), other: "" },
];

async function start({ compiler, unit, holder, text, other, languageId }: Case) {
  const folder = mkdtempSync(join(tmpdir(), "weft members "));
  mkdirSync(join(folder, "include"));
  if (holder !== unit) writeFileSync(join(folder, unit), other);
  writeFileSync(join(folder, holder), text);
  writeFileSync(
    join(folder, "calls.ah"),
    'aspect Calls {\n\tadvice "node" : slice struct {\n\t\tint calls;\n\t};\n};\n',
  );
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "members",
      aspects: ["*.ah"],
      commands: { compiler, flags: ["-Iinclude"], files: [unit] },
    }),
  );
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(join(folder, holder), undefined, languageId);
  return { running, folder, uri };
}

const name = ({ compiler, holder }: Case) => `${holder} of ${compiler}`;

test.each(CASES.map((one) => [name(one), one] as const))("%s knows introduced members", async (_, one) => {
  const { running, folder, uri } = await start(one);
  const textDocument = { uri };
  const ask = <T>(method: string, position: LspPosition, more: object = {}) =>
    running.request<T>(`textDocument/${method}`, { textDocument, position, ...more });
  const at = (text: string, delta = 0) => running.positionOf(uri, text, delta);

  const labels = async () => {
    const answer = await ask<{ items: { label: string }[] } | null>("completion", at("n->calls", 3));
    return (answer?.items ?? []).map(({ label }) => label.trim());
  };
  // Until clangd has read the headers it offers any word of the file: hover knows better.
  const hover = () => ask<{ contents: { value: string } } | null>("hover", at("n->calls", 4));
  await running.until(hover, (answer) => answer?.contents.value.includes("int calls") === true);
  expect(await labels()).toEqual(expect.arrayContaining(["calls", "uid"]));
  expect(await ask("definition", at("n->calls", 4))).toMatchObject([
    { uri: expect.stringMatching(/calls\.ah$/), range: { start: { line: 2, character: 6 } } },
  ]);
  await expect(ask("rename", at("n->calls", 4), { newName: "visits" })).rejects.toThrow(
    "an aspect introduces",
  );

  // Behind the introduced text all places are the editor's.
  const line = one.text.split("\n")[0] ?? "";
  const declared = {
    start: { line: 0, character: line.indexOf("second") },
    end: { line: 0, character: line.indexOf(";", line.indexOf("second")) },
  };
  expect(await ask("hover", declared.start)).toMatchObject({ range: declared });
  expect(await ask("definition", at("second.uid", 1))).toEqual([{ uri, range: declared }]);
  expect(await ask("definition", at("n->uid", 4))).toMatchObject([
    { uri, range: { start: { line: 0, character: line.indexOf("uid") } } },
  ]);
  const edit = await ask<{ changes: Record<string, { range: object }[]> }>("rename", declared.end, {
    newName: "third",
  });
  expect(Object.values(edit.changes)[0]?.map(({ range }) => range)).toContainEqual(declared);
  const symbols = await running.request<
    { name: string; children?: { name: string }[]; selectionRange: object }[]
  >("textDocument/documentSymbol", { textDocument });
  expect(symbols.find((symbol) => symbol.name === "second")?.selectionRange).toEqual(declared);
  expect(symbols[0]?.children?.map((child) => child.name)).toEqual(["uid"]);
  const tokens = (await semanticTokens(running, uri)).filter((token) => token.line === 0);
  expect(tokens.at(-1)?.character).toBe(declared.start.character);
  const formatted = await running.request<{ newText: string }[]>("textDocument/formatting", {
    textDocument,
    options: { tabSize: 8, insertSpaces: false },
  });
  expect(JSON.stringify(formatted)).not.toContain("calls");

  // Of errors the user's own alone, at their places, also in the class's own line.
  running.replace(uri, "first, second;", "first, second, \u{1d11e}, third = lost;");
  running.replace(uri, "first, second, \u{1d11e}, third", "first, second, third");
  const errors = async () => running.diagnostics(uri).filter(({ severity }) => severity === 1);
  const [error] = await running.until(
    errors,
    (all) => all.length === 1 && all[0]?.message.includes("lost") === true,
  );
  expect(error?.range.start).toEqual(at("lost"));
  running.replace(uri, "third = lost;", "third;");
  await running.until(errors, (all) => all.length === 0);
  running.insert(uri, 0, "\n\n");
  expect(await labels()).toContain("calls");

  if (one.other === "") return;
  const unit = running.open(join(folder, one.unit), undefined, one.languageId);
  running.replace(unit, "first.calls", "first.calls + q_absent");
  await running.until(
    async () => running.diagnostics(unit).filter(({ severity }) => severity === 1),
    (all) => all.length === 1 && all[0]?.message.includes("q_absent") === true,
  );
});

test("a slice that is edited shows in the open file", async () => {
  const { running, folder, uri } = await start(CASES[0]!);
  const aspect = running.open(join(folder, "calls.ah"));
  const labels = async () => {
    const position = running.positionOf(uri, "n->calls", 3);
    const answer = await running.request<{ items: { label: string }[] } | null>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    return (answer?.items ?? []).map(({ label }) => label.trim());
  };
  await running.until(labels, (all) => all.includes("calls"));
  running.replace(aspect, "int calls;", "int calls; long visits;");
  await running.until(labels, (all) => all.includes("visits"));
  running.replace(aspect, "long visits;", "");
  await running.until(labels, (all) => !all.includes("visits"));
});
