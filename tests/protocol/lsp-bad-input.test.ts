/** The editor says about advice and projects what the build would say, at the same places. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type LspClient, type LspDiagnostic, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const UNIT = "int sys_a(int a) { return a; }\nvoid sys_b(char *b) { *b = 0; }\n";
const aspect = (body: string, name = "Ok") =>
  `aspect ${name} {\n  int n;\n  advice execution("% sys_%(...)") : after() { ${body} }\n};\n`;
const settings = (aspects: string) =>
  JSON.stringify({ name: "p", aspects: [aspects], commands: { compiler: "gcc", files: ["*.c"] } });

/** A project with these files; all `.ah` files and the unit are open. */
async function project(files: Record<string, string>, aspects = "*.ah") {
  const folder = mkdtempSync(join(tmpdir(), "weft bad ü "));
  const all = { "weft.json": settings(aspects), "a.c": UNIT, ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const started = await startLspClient({ folder });
  client = started;
  for (const name of Object.keys(files)) if (name.endsWith(".ah")) started.open(join(folder, name));
  const unit = started.open(join(folder, "a.c"));
  /** Resolves with the diagnostics of a file when one with this code is among them. */
  const told = async (name: string, code: string): Promise<readonly LspDiagnostic[]> => {
    const uri = pathToFileURL(join(folder, name)).href;
    await started.waitFor<{ uri: string; diagnostics: LspDiagnostic[] }>(
      "textDocument/publishDiagnostics",
      (published) => published.uri === uri && published.diagnostics.some((one) => one.code === code),
    );
    return started.diagnostics(uri);
  };
  return { client: started, told, unit };
}

test.each([
  ["tjp->arg7 = 1;", "weave/no-such-context"],
  ["int r = (int)tjp->result; (void)r;", "weave/no-result"],
  ["f(tjp);", "weave/unknown-context"],
])("advice that its join points can't serve, %s, is marked once", async (body, code) => {
  const { told } = await project({ "t.ah": aspect(body) });
  const marks = (await told("t.ah", code)).filter((mark) => mark.code === code);
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ severity: 1, range: { start: { line: 2 } } });
});

test("two aspects of one name, and a circle of pointcuts that no unit mentions", async () => {
  const circle =
    "aspect Round { pointcut a() = b(); pointcut b() = a(); advice execution(a()) : before() { } };\n";
  const { told } = await project({ "t.ah": aspect("n++;"), "u.ah": aspect("n--;"), "v.ah": circle });
  await told("u.ah", "aspect/duplicate-name");
  await told("v.ah", "pointcut/recursive");
});

test("a pattern of weft.json that matches no file is marked there, though nothing is open of it", async () => {
  const { told } = await project({}, "no/*.ah");
  expect(await told("weft.json", "project/no-aspects")).toMatchObject([{ severity: 2 }]);
});

test("a byte order mark at the start of a unit or an aspect changes nothing", async () => {
  const { client, unit } = await project({ "t.ah": `\ufeff${aspect("n++;")}`, "a.c": `\ufeff${UNIT}` });
  const answer = await client.until(
    () => client.request<{ state: string; effects: unknown[] }>("weft/effects", { uri: unit }),
    ({ state }) => state !== "computing",
  );
  expect(answer).toMatchObject({ state: "ready" });
  expect(answer.effects).toHaveLength(2);
});
