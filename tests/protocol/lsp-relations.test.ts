/** Relations and the map of a real project, followed while it is edited: nothing is built. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CrosscuttingFile,
  type CrosscuttingResult,
  effectFields,
  type RelationsResult,
} from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const KERNEL = `int leaf(int value) { return value; }
int sys_open(int mode)
{
	return leaf(mode);
}
int idle(void) { return 0; }
`;
const ASPECT = `aspect Trace {
	pointcut calls() = "% sys_%(...)";
	advice execution(calls()) : before() { }
	advice call("% leaf(...)") : after() { }
};
aspect Order {
	advice execution("% ...::%(...)") : order("Trace", "Order");
};
`;

function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), "weft relations ö "));
  mkdirSync(join(folder, "aspects"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write(
    "weft.json",
    JSON.stringify({
      name: "test",
      language: "c",
      aspects: ["aspects/*.ah"],
      commands: { compiler: "gcc", flags: ["-m32"], files: ["*.c"] },
    }),
  );
  return { folder, kernel: write("kernel.c", KERNEL), aspect: write("aspects/trace.ah", ASPECT) };
}

const relationsOf = (lsp: LspClient, uri: string, line?: number) => {
  const at = { line: line ?? 0, character: 0 };
  return lsp.request<RelationsResult>("weft/relations", {
    uri,
    ...(line === undefined ? {} : { range: { start: at, end: at } }),
  });
};

const printed = ({ elements }: RelationsResult) =>
  elements.flatMap(({ label, relations }) =>
    relations.map(({ kind, ends }) => `${label} | ${kind} ${ends.map((end) => end.label).join(", ")}`),
  );

test("relations lead both ways, of a line or of the file, and follow an unsaved edit", async () => {
  const { folder, kernel, aspect } = makeProject();
  client = await startLspClient({ folder });
  const [code, advice] = [client.open(kernel), client.open(aspect)];
  const lsp = client;
  await lsp.until(
    () => relationsOf(lsp, code),
    ({ state, elements }) => state === "ready" && elements.length === 2,
  );
  expect(printed(await relationsOf(lsp, code, 3))).toEqual([
    'call int leaf(int) | advisedBy Trace: after call("% leaf(...)")',
  ]);
  expect(printed(await relationsOf(lsp, code, 2))).toEqual([
    "execution int sys_open(int) | advisedBy Trace: before execution(calls())",
    'call int leaf(int) | advisedBy Trace: after call("% leaf(...)")',
  ]);
  expect(printed(await relationsOf(lsp, code, 5))).toEqual([]);
  expect(printed(await relationsOf(lsp, advice))).toEqual([
    'aspect Trace | orderedBy Order: order "Trace", "Order"',
    "pointcut calls | pointcutUsedBy Trace: before execution(calls())",
    "before execution(calls()) | advises execution int sys_open(int)",
    "before execution(calls()) | usesPointcut Trace: pointcut calls",
    'after call("% leaf(...)") | advises call int leaf(int) in int sys_open(int)',
    'aspect Order | orderedBy Order: order "Trace", "Order"',
    'order "Trace", "Order" | orders aspect Trace, aspect Order',
  ]);
  lsp.replace(advice, '"% leaf(...)"', '"% leaf(...)" || "% idle(...)"');
  lsp.replace(advice, "advice call(", "advice execution(");
  const after = await lsp.until(
    () => relationsOf(lsp, code),
    ({ state, elements }) => state === "ready" && elements.some(({ label }) => label.includes("idle")),
  );
  expect(after.elements.map(({ label }) => label)).toEqual([
    "execution int leaf(int)",
    "execution int sys_open(int)",
    "execution int idle()",
  ]);
});

test("references of a named pointcut are its users, of an advice the code that it reaches", async () => {
  const { folder, aspect } = makeProject();
  client = await startLspClient({ folder });
  const lsp = client;
  const uri = lsp.open(aspect);
  const linesOf = async (text: string) => {
    const found = await lsp.request<{ uri: string; range: { start: { line: number } } }[] | null>(
      "textDocument/references",
      { textDocument: { uri }, position: lsp.positionOf(uri, text), context: { includeDeclaration: false } },
    );
    return (found ?? []).map((place) => `${place.uri.split("/").at(-1)}:${place.range.start.line}`);
  };
  expect(await linesOf("calls() =")).toEqual(["trace.ah:2"]);
  expect(await linesOf("calls()) :")).toEqual(["trace.ah:2"]);
  await lsp.until(
    () => linesOf("advice call"),
    (lines) => lines.length > 0,
  );
  expect(await linesOf("advice call")).toEqual(["kernel.c:3"]);
});

test("the map has every file with its lines; a change asks for the changed files only", async () => {
  const { folder, kernel, aspect } = makeProject();
  client = await startLspClient({ folder });
  const lsp = client;
  const mapOf = (uris?: readonly string[]) =>
    lsp.request<CrosscuttingResult>("weft/crosscutting", uris === undefined ? {} : { uris });
  const linesOf = (file: CrosscuttingFile | undefined) =>
    (file?.effects ?? []).filter((_, at) => at % effectFields === 0);
  const uri = pathToFileURL(kernel).href;
  const first = await lsp.until(mapOf, ({ state }) => state === "ready");
  expect(first.aspects).toEqual(["Trace"]);
  expect(first.files.map((file) => [file.uri.split("/").at(-1), file.lines, linesOf(file)])).toEqual([
    ["trace.ah", 9, []],
    ["kernel.c", 7, [1, 3]],
  ]);
  const told = lsp.waitFor<{ uris: string[] }>(
    "weft/crosscuttingChanged",
    ({ uris }) => uris.includes(uri) && uris.includes(pathToFileURL(aspect).href),
  );
  const advice = lsp.open(aspect);
  await told;
  lsp.replace(advice, '"% leaf(...)"', '"% nothing(...)"');
  const changed = await lsp.until(
    () => mapOf([uri, pathToFileURL(join(folder, "gone.c")).href]),
    ({ state, files }) => state === "ready" && linesOf(files[0]).length === 1,
  );
  expect(changed.files.map((file) => [file.uri.split("/").at(-1), file.lines, linesOf(file)])).toEqual([
    ["kernel.c", 7, [1]],
    ["gone.c", undefined, []],
  ]);
});

test("hidden aspects are gone from lenses and hints, and come back", async () => {
  const { folder, kernel } = makeProject();
  client = await startLspClient({ folder });
  const lsp = client;
  const uri = lsp.open(kernel);
  const lenses = () => lsp.request<object[]>("textDocument/codeLens", { textDocument: { uri } });
  // "advised by Trace" and "why".
  await lsp.until(lenses, (all) => all.length === 2);
  const filter = { hiddenAspects: ["Trace"], hiddenKinds: [], onlyConditional: false };
  lsp.notify("weft/effectFilter", filter);
  expect(await lenses()).toEqual([]);
  lsp.notify("weft/effectFilter", { ...filter, hiddenAspects: [] });
  expect(await lenses()).toHaveLength(2);
});
