/** Aspects of a C++ kernel in the editor: clangd's help in advice and slices, and introduced members known everywhere. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SearchPointcutResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, type LspDiagnostic, startLspClient } from "../support/lsp-client.js";
import { semanticTokens } from "../support/semantic-tokens.js";

const folder = join(fileURLToPath(import.meta.url), "../../../sample-projects/mini-ecos");
const concern = (name: string) => join(folder, "aspects/concerns", name);

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

interface Completion {
  readonly items: readonly { readonly label: string }[];
}

/** The errors of the file once it has one that is expected. */
async function errorsWith(running: LspClient, uri: string, expected: string): Promise<string[]> {
  const errors = () =>
    running
      .diagnostics(uri)
      .filter(({ severity }) => severity === 1)
      .map(({ message }) => message);
  // What was said before all units were known is replaced: only the expected error may stay.
  return running.until(
    async () => errors(),
    (all) => all.length === 1 && all[0]?.includes(expected) === true,
  );
}

test("an advice body that uses introduced and private members has no errors but the user's own", async () => {
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(concern("mutex-ceiling.ah"));
  running.replace(uri, "tjp->that()->ceiling = 0;", "tjp->that()->ceiling = mistake;");
  expect(await errorsWith(running, uri, "'mistake'")).toHaveLength(1);
});

test("while units are read for the first time there are no errors that go away, and answers say how far that is", async () => {
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(concern("mutex-protocol.ah"));
  running.replace(uri, "mutex_count = 0;", "mutex_count = mistake;");
  const search = () =>
    running.request<SearchPointcutResult>("weft/searchPointcut", { uri, expression: 'call("% %(...)")' });
  const first = await search();
  expect(first.unitsRead).toBeLessThan(first.unitsTotal);
  expect(await errorsWith(running, uri, "'mistake'")).toHaveLength(1);
  const published = running.all("textDocument/publishDiagnostics") as {
    uri: string;
    diagnostics: LspDiagnostic[];
  }[];
  const ever = published.flatMap(({ uri: of, diagnostics }) =>
    of === uri ? diagnostics.filter(({ severity }) => severity === 1).map(({ message }) => message) : [],
  );
  expect(ever.filter((message) => !message.includes("'mistake'"))).toEqual([]);
  const whole = await running.until(search, ({ unitsSearched, unitsTotal }) => unitsSearched === unitsTotal);
  expect(whole.unitsRead).toBe(whole.unitsTotal);
});

test("introduced members are known in a folder whose name is not ASCII", async () => {
  const parent = mkdtempSync(join(tmpdir(), "weft kérnel ñ-"));
  try {
    cpSync(folder, parent, { recursive: true, filter: (path) => !/\/(build|\.weft)$/.test(path) });
    const running = (client = await startLspClient({ folder: parent }));
    const uri = running.open(join(parent, "aspects/concerns/mutex-protocol.ah"));
    running.replace(uri, "mutex_count = 0;", "mutex_count = mistake;");
    expect(await errorsWith(running, uri, "'mistake'")).toHaveLength(1);
  } finally {
    await client?.stop();
    client = undefined;
    rmSync(parent, { recursive: true, force: true });
  }
});

test("tjp has the functions and types of the join point", async () => {
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(concern("mutex-ceiling.ah"));
  running.replace(uri, "tjp->that()->ceiling = 0;", "tjp->that()->; tjp->; mistake();");
  const labels = async (after: string): Promise<string[]> => {
    const position = running.positionOf(uri, `${after};`, after.length);
    const answer = await running.request<Completion | null>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    return (answer?.items ?? []).map(({ label }) => label.trim());
  };
  const ofMutex = await running.until(
    () => labels("tjp->that()->"),
    (all) => all.some((label) => label.startsWith("set_ceiling")),
  );
  expect(ofMutex.some((label) => label.startsWith("try_lock"))).toBe(true);
  // clangd may be busy with what was typed; the editor asks again then.
  const api = await running.until(
    () => labels(" tjp->"),
    (all) => all.includes("that()"),
  );
  for (const name of ["target()", "result()", "arg<int I>()", "signature()", "proceed()"])
    expect(api).toContain(name);
  expect(api.filter((label) => label.includes("__weft"))).toEqual([]);
});

test("advice is offered where it begins before other advice, and no name that is only Weft's", async () => {
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(concern("interrupt-synchronization.ah"));
  const begin = 'advice construction("Interrupt") : before()';
  running.replace(uri, begin, `adv\n\t${begin}`);
  const labels = async () => {
    const position = running.positionOf(uri, `adv\n\t${begin}`, 1);
    const answer = await running.request<Completion>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    return answer.items.map(({ label }) => label.trim());
  };
  expect(await labels()).toContain("advice before execution");
  // With clangd's, once it has read the headers.
  const all = await running.until(labels, (one) => one.length > 20);
  expect(all.filter((label) => label.includes("__weft"))).toEqual([]);
});

test("an aspect has the colours of its own words, none of the text that clangd gets in their place", async () => {
  const running = (client = await startLspClient({ folder }));
  const path = concern("thread-name.ah");
  const uri = running.open(path);
  const source = readFileSync(path, "utf8");
  const advice = source.split("\n").findIndex((line) => line.includes("advice construction"));
  const coloursOf = async (line: number) =>
    (await semanticTokens(running, uri, source)).flatMap((token) =>
      token.line === line ? [`${token.text} ${token.type}`] : [],
    );
  // `that` is known when the unit that the advice reaches is.
  const body = await running.until(
    () => coloursOf(advice + 2),
    (all) => all.includes("name property"),
  );
  expect(body.slice(0, 3)).toEqual(["tjp parameter", "that method", "name property"]);
  expect((await coloursOf(advice)).slice(0, 3)).toEqual([
    "construction function",
    "Thread type",
    "&& operator",
  ]);
  const position = running.positionOf(uri, "advice construction");
  const hover = await running.request("textDocument/hover", { textDocument: { uri }, position });
  expect(JSON.stringify(hover)).not.toContain("__weft");
});

test("a slice is checked for its syntax, and its members are known to the kernel's own code", async () => {
  const running = (client = await startLspClient({ folder }));
  const slice = running.open(concern("thread-data.ah"));
  running.replace(slice, "word data[THREAD_DATA_SLOTS];", "word data[THREAD_DATA_SLOTS;");
  expect(await errorsWith(running, slice, "Expected ']'")).toHaveLength(1);

  const application = running.open(join(folder, "applications/functions.cxx"), undefined, "cpp");
  running.replace(application, "mutex->set_ceiling(5);", "mutex->set_ceiling(mistake);");
  expect(await errorsWith(running, application, "'mistake'")).toHaveLength(1);
  const textDocument = { uri: application };
  const position = running.positionOf(application, "set_ceiling(mistake)", 2);
  expect(await running.request("textDocument/definition", { textDocument, position })).toMatchObject([
    { uri: expect.stringMatching(/priority-ceiling-slice\.ah$/) },
  ]);
  await expect(
    running.request("textDocument/rename", { textDocument, position, newName: "raise" }),
  ).rejects.toThrow("an aspect introduces");
});

test("formatting changes the code in advice and members, and nothing else of the aspect", async () => {
  const running = (client = await startLspClient({ folder }));
  const text = `aspect   Trace {
\tadvice   execution( "% Mutex::lock()" )   :   before()
\t{
\t\tif(tjp->that( )){ int  x=1;
\t\tuse( x ); }
\t}
};
`;
  const uri = running.open(join(folder, "aspects/concerns/not-there.ah"), text);
  const edits = await running.request<
    {
      range: { start: { line: number; character: number }; end: { line: number; character: number } };
      newText: string;
    }[]
  >("textDocument/formatting", { textDocument: { uri }, options: { tabSize: 8, insertSpaces: false } });
  const starts = text
    .split("\n")
    .map((_, index, lines) => lines.slice(0, index).join("\n").length + (index > 0 ? 1 : 0));
  const at = ({ line, character }: { line: number; character: number }) => (starts[line] ?? 0) + character;
  const formatted = [...edits]
    .sort((a, b) => at(b.range.start) - at(a.range.start))
    .reduce(
      (whole, { range, newText }) => whole.slice(0, at(range.start)) + newText + whole.slice(at(range.end)),
      text,
    );
  expect(formatted.split("\n").slice(0, 2)).toEqual(text.split("\n").slice(0, 2));
  expect(formatted).toContain("if (tjp->that()) {");
  expect(formatted).toContain("int x = 1;");
  expect(formatted).toContain("use(x);");
});

test("hover tells what an introduction adds to which class, and nothing of files that are Weft's own", async () => {
  const running = (client = await startLspClient({ folder }));
  const uri = running.open(concern("interrupt-synchronization.ah"));
  const hover = async (text: string, delta: number): Promise<string> => {
    const position = running.positionOf(uri, text, delta);
    const answer = await running.request<{ contents: { value: string } } | null>("textDocument/hover", {
      textDocument: { uri },
      position,
    });
    return answer?.contents.value ?? "";
  };
  const slice = 'advice "Scheduler" : slice SchedulerLock';
  const introduced = await running.until(
    () => hover(slice, slice.length - 2),
    (text) => text.includes("adds members to 1 type"),
  );
  expect(introduced).toContain('**InterruptSynchronization**: slice SchedulerLock on "Scheduler"');
  expect(introduced).toContain("slice class SchedulerLock {");
  const target = await running.until(
    () => hover("tjp->target()->post_dsr", 6),
    (text) => text.includes("Interrupt"),
  );
  expect(target).toContain("The object that is called or accessed");
  expect(target).not.toContain("weft-language-server");
});
