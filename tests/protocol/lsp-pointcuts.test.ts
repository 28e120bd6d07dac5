/** Live pointcuts over LSP: what is selected while typing, completion, colours, hover on parts, and why advice misses. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  EffectsResult,
  IdleParams,
  SearchPointcutResult,
  WhyResult,
} from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";
import { semanticTokens } from "../support/semantic-tokens.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

/** Asks until the answer is as wanted: nothing tells when clangd has read a file. */
async function answered<T>(ask: () => Promise<T>, accept: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (accept(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const FILES = {
  "weft.json": '{ "name": "t", "aspects": ["*.ah"], "commands": { "files": ["*.c"] } }',
  "a.c":
    "struct inode { int i_uid; };\nint answer(int a) { return a; }\nint run(struct inode *i) { i->i_uid = answer(1); return answer(2); }\n",
  "b.c": "int answer(int);\nint other(void) { return answer(3) + (int)sizeof(int); }\n",
  "t.ah":
    'pointcut answers() = call("% answer(...)");\naspect Trace {\n  advice answers() && within("% run(...)") : before() { }\n};\n',
};

async function start() {
  const folder = mkdtempSync(join(tmpdir(), "weft-pointcuts-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  client = await startLspClient({ folder });
  const uris = { a: client.open(join(folder, "a.c")), aspect: client.open(join(folder, "t.ah")) };
  return { lsp: client, ...uris };
}

test("a pointcut answers while it is typed, half-typed too, and a newer question ends an older one", async () => {
  const { lsp, aspect } = await start();
  const ask = (question: object) =>
    lsp.request<SearchPointcutResult>("weft/searchPointcut", { uri: aspect, ...question });
  const searched = (expression: string) =>
    lsp.until(
      () => ask({ expression }),
      ({ unitsSearched, unitsTotal }) => unitsTotal === 2 && unitsSearched === 2,
    );
  const calls = await searched('call("% answer(...)")');
  expect(calls).toMatchObject({ state: "whole", total: 3 });
  expect(calls.files.map(({ uri, count }) => `${uri.split("/").at(-1)} ${count}`)).toEqual([
    "a.c 2",
    "b.c 1",
  ]);
  expect(calls.files[1]?.joinPoints[0]).toMatchObject({
    label: "call int answer(int) in int other()",
    range: { start: { line: 1, character: 25 } },
    certainty: "certain",
  });
  const half = await searched('call("% ans');
  expect(half).toMatchObject({ state: "partial", expression: 'call("% ans%(...)")', total: 3 });
  expect(half.message).toContain("read as");
  expect((await searched("wibble(")).message).toContain("there is no pointcut `wibble`");
  expect(await ask({ expression: "wibble" })).toMatchObject({ state: "none", total: 0 });
  expect((await searched('call("% gone(...)")')).total).toBe(0);

  const own = await lsp.until(
    () => ask({ position: lsp.positionOf(aspect, "% run") }),
    ({ unitsSearched }) => unitsSearched === 2,
  );
  expect(own).toMatchObject({ state: "whole", total: 2, range: { start: { line: 2, character: 9 } } });
  lsp.replace(aspect, "% run", "% oth");
  const typed = await lsp.until(
    () => ask({ position: lsp.positionOf(aspect, "% oth") }),
    ({ unitsSearched }) => unitsSearched === 2,
  );
  expect(typed).toMatchObject({ state: "whole", total: 0 });
  const [first, second] = await Promise.all([
    ask({ expression: 'call("% answer(...)")' }),
    searched('set("% inode::i_uid")'),
  ]);
  expect(["superseded", "whole"]).toContain(first.state);
  expect(second).toMatchObject({ state: "whole", total: 1 });
});

test("an answer is whole once all units are read, none where there are none", async () => {
  const { lsp, aspect } = await start();
  const ask = () =>
    lsp.request<SearchPointcutResult>("weft/searchPointcut", {
      uri: aspect,
      expression: 'call("% gone(...)")',
    });
  const answers: SearchPointcutResult[] = [];
  await lsp.until(
    async () => {
      const answer = await ask();
      answers.push(answer);
      return answer;
    },
    ({ state }) => state === "whole",
  );
  for (const { state, unitsSearched, unitsTotal } of answers)
    expect(state).toBe(unitsSearched < unitsTotal ? "reading" : state);
  expect(answers.at(-1)).toMatchObject({ total: 0, unitsSearched: 2, unitsTotal: 2 });

  const empty = mkdtempSync(join(tmpdir(), "weft-pointcuts-"));
  writeFileSync(join(empty, "weft.json"), '{ "name": "empty", "aspects": ["t.ah"] }');
  writeFileSync(join(empty, "t.ah"), "aspect T {};\n");
  expect(
    await lsp.request<SearchPointcutResult>("weft/searchPointcut", {
      uri: lsp.open(join(empty, "t.ah")),
      expression: 'call("% gone(...)")',
    }),
  ).toMatchObject({ state: "none", message: expect.stringContaining("no unit to search") });
});

test("what has to be read from whole units is told in parts, and found again after an edit", async () => {
  const { lsp, a, aspect } = await start();
  const additions = () =>
    lsp.until(
      () =>
        lsp.request<SearchPointcutResult>("weft/searchPointcut", {
          uri: aspect,
          expression: 'builtin("% operator +(...)")',
        }),
      ({ unitsSearched }) => unitsSearched === 2,
    );
  const before = await additions();
  expect(before.files.map(({ uri, count }) => `${uri.split("/").at(-1)} ${count}`)).toEqual(["b.c 1"]);
  lsp.replace(a, "return a;", "return a + 1;");
  expect(await additions()).toMatchObject({ total: 2, unitsTotal: 2 });
});

test("tells when every answer is that of the texts as they are", async () => {
  const { lsp, a, aspect } = await start();
  const effects = (uri: string) => lsp.request<EffectsResult>("weft/effects", { uri });
  const idleAt = (uri: string, version: number) =>
    lsp.waitFor<IdleParams>("weft/idle", ({ documents }) =>
      documents.some((document) => document.uri === uri && document.version === version),
    );
  await idleAt(a, 1);
  expect(await effects(a)).toMatchObject({ state: "ready", version: 1, effects: [{}, {}] });
  await idleAt(a, lsp.replace(a, "answer(1)", "answer(1) + answer(4)"));
  expect(await effects(a)).toMatchObject({ state: "ready", version: 2, effects: [{}, {}, {}] });
  await idleAt(aspect, lsp.replace(aspect, "% run(", "% other("));
  expect((await effects(a)).effects).toEqual([]);
});

test("why an advice applies or misses, with a pointcut that would match", async () => {
  const { lsp, a, aspect } = await start();
  const why = (line: number) =>
    lsp.until(
      () => lsp.request<WhyResult>("weft/why", { uri: a, position: { line, character: 0 } }),
      (answer) => "joinPoints" in answer,
    ) as Promise<Extract<WhyResult, { unit: string }>>;
  const { joinPoints } = await why(2);
  expect(joinPoints.map(({ place }) => place.label)).toEqual([
    "execution int run(struct inode *)",
    "set int inode::i_uid",
    "call int answer(int)",
    "call int answer(int)",
  ]);
  expect(joinPoints[2]?.advice[0]).toMatchObject({ applies: "yes", place: { uri: aspect } });
  expect(joinPoints[0]?.advice[0]).toMatchObject({ applies: "no" });
  expect(await lsp.request("weft/why", { uri: aspect, position: { line: 0, character: 0 } })).toMatchObject({
    message: expect.stringContaining("aspect file"),
  });
  lsp.replace(aspect, "% run(...)", "% runs(...)");
  const missed = (await why(2)).joinPoints[3]?.advice[0];
  expect(missed).toMatchObject({
    applies: "no",
    why: "inside `run`: the name is `run`, the pattern wants `runs`",
    suggestion: {
      pointcut: 'answers() && within("% run(...)")',
      edits: [{ uri: aspect, newText: '"% run(...)"' }],
    },
  });
});

test("names, signatures, colours and parts of pointcuts", async () => {
  const { lsp, aspect } = await start();
  const at = (text: string, delta = 0) => ({
    textDocument: { uri: aspect },
    position: lsp.positionOf(aspect, text, delta),
  });
  const list = await lsp.until(
    () =>
      lsp.request<{ items: { label: string; textEdit: { newText: string; range: object } }[] }>(
        "textDocument/completion",
        at("% run(", 3),
      ),
    ({ items }) => items.some(({ label }) => label === "run"),
  );
  expect(list.items.find(({ label }) => label === "run")?.textEdit).toEqual({
    newText: "run",
    range: { start: { line: 2, character: 32 }, end: { line: 2, character: 35 } },
  });
  const help = await lsp.request<{ signatures: { label: string }[] }>(
    "textDocument/signatureHelp",
    at("% run"),
  );
  expect(help.signatures[0]?.label).toBe("within(names)");
  const hover = await lsp.until(
    () => lsp.request<{ contents: { value: string } } | null>("textDocument/hover", at("within", 2)),
    (answer) => answer?.contents.value.includes("keeps") === true,
  );
  expect(hover?.contents.value).toContain("It keeps 2 of 3 that the rest selects.");
  const colours = (await semanticTokens(lsp, aspect, FILES["t.ah"])).slice(0, 2);
  expect(colours.map(({ text, type }) => `${text} ${type}`)).toEqual(["answers macro", "call function"]);
});

interface Rename {
  readonly documentChanges?: readonly {
    textDocument: { uri: string };
    edits: readonly { newText: string; annotationId?: string; range: { start: object } }[];
  }[];
  readonly changes?: Record<string, readonly { newText: string; range: { start: { line: number } } }[]>;
}

test("rename: pointcuts follow a function and are to be confirmed; wildcards are told; names of aspects are ours", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-rename-"));
  const aspectText = `${FILES["t.ah"]}aspect More {\n  advice call("% ans%(...)") && answers() : before() { }\n};\n`;
  for (const [name, text] of Object.entries({ ...FILES, "t.ah": aspectText }))
    writeFileSync(join(folder, name), text);
  const changeAnnotationSupport = {};
  client = await startLspClient({
    folder,
    capabilities: { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport } } },
  });
  const lsp = client;
  const [a, aspect] = [lsp.open(join(folder, "a.c")), lsp.open(join(folder, "t.ah"))];
  const rename = (uri: string, position: object, newName: string) =>
    lsp.request<Rename>("textDocument/rename", { textDocument: { uri }, position, newName });
  const inC = await answered(
    () => rename(a, lsp.positionOf(a, "int answer(int a)", 4), "reply"),
    (edit) => edit?.documentChanges !== undefined,
  );
  const pointcuts = inC.documentChanges?.filter(({ textDocument }) => textDocument.uri === aspect);
  expect(pointcuts?.flatMap(({ edits }) => edits)).toEqual([
    {
      newText: "reply",
      annotationId: "weft.pointcuts",
      range: { start: { line: 0, character: 29 }, end: { line: 0, character: 35 } },
    },
  ]);
  expect(inC.documentChanges?.some(({ textDocument }) => textDocument.uri === a)).toBe(true);
  const told = await lsp.waitFor<{ message: string }>("window/showMessage", ({ message }) =>
    message.includes("Renaming answer"),
  );
  expect(told.message).toContain('"% ans%(...)" (t.ah:6) matches `answer` and would lose it');
  const own = await rename(aspect, lsp.positionOf(aspect, "answers() &&"), "replies");
  expect(own.changes?.[aspect]?.map(({ newText, range }) => `${newText} ${range.start.line}`)).toEqual([
    "replies 0",
    "replies 2",
    "replies 5",
  ]);
});

test("rename: code of aspects that are not open follows when confirmed; macros are refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-rename-code-"));
  const files = {
    ...FILES,
    "a.c":
      "#define TWICE(x) ((x) + (x))\nint answer(int a) { return TWICE(a); }\nint main(void) { return answer(1); }\n",
    "t.ah": 'aspect Trace {\n  advice execution("% main(...)") : before() { answer(2); }\n};\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  client = await startLspClient({
    folder,
    capabilities: { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } },
  });
  const lsp = client;
  const a = lsp.open(join(folder, "a.c"));
  const rename = (position: object) =>
    lsp.request<Rename>("textDocument/rename", { textDocument: { uri: a }, position, newName: "reply" });
  const edit = await answered(
    () => rename(lsp.positionOf(a, "int answer(int a)", 4)),
    (one) => one?.documentChanges?.some(({ textDocument }) => textDocument.uri.endsWith("t.ah")) === true,
  );
  const inAspect = edit.documentChanges?.filter(({ textDocument }) => textDocument.uri.endsWith("t.ah"));
  expect(inAspect?.flatMap(({ edits }) => edits)).toMatchObject([
    { newText: "reply", annotationId: "weft.pointcuts", range: { start: { line: 1 } } },
  ]);
  await expect(rename(lsp.positionOf(a, "TWICE(a)"))).rejects.toThrow(/TWICE is a macro/);
});

test("rename: a macro follows when confirmed; what this configuration leaves out, comments and strings are told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-rename-hidden-"));
  const files = {
    ...FILES,
    "a.h": "int answer(int); /* answer: the reply */\n#define ANSWER(x) answer(x)\n",
    "a.c": '#include "a.h"\nint answer(int a) { return a; }\nint run(void) { return ANSWER(1); }\n',
    "b.c": '#include "a.h"\n#ifdef CONFIG_OTHER\nint other(void) { return answer(3); }\n#endif\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  client = await startLspClient({
    folder,
    // Uses in headers are known from its index.
    initializationOptions: { clangd: { backgroundIndex: true } },
    capabilities: { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } },
  });
  const lsp = client;
  const a = lsp.open(join(folder, "a.c"));
  lsp.open(join(folder, "b.c"));
  const position = lsp.positionOf(a, "int answer(int a)", 4);
  const edit = await answered(
    () =>
      lsp.request<Rename>("textDocument/rename", { textDocument: { uri: a }, position, newName: "reply" }),
    (one) => JSON.stringify(one).includes("weft.macros"),
  );
  const inHeader = edit.documentChanges
    ?.filter(({ textDocument }) => textDocument.uri.endsWith("a.h"))
    .flatMap(({ edits }) => edits);
  expect(inHeader).toMatchObject([
    { newText: "reply", range: { start: { line: 0, character: 4 } } },
    { newText: "reply", range: { start: { line: 1, character: 18 } }, annotationId: "weft.macros" },
  ]);
  const told = await lsp.waitFor<{ message: string }>("window/showMessage", ({ message }) =>
    message.startsWith("Renaming answer: macros that"),
  );
  expect(told.message).toBe(
    "Renaming answer: macros that name it change too (a.h:2); code under #if that this configuration may leave out still says answer, change it by hand (b.c:3); comments and strings stay (a.h:1)",
  );
});
