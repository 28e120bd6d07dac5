/** IDL through the real server: what an editor is told about interfaces and about the C code on both sides of stubs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DeclareStubsResult, EffectsResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../weaver-bridge/cli/bin/weft");

const IDL = `module clock {
  interface Timer {
    void start(in long ticks);
    long left();
  };
};
`;
const CLIENT = `#include "clock_client.h"
int run(clock_Timer timer)
{
  clock_Timer_start(timer, 10, 0);
  return clock_Timer_left(timer, 0);
}
`;

function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), "weft-idl-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write(
    "weft.json",
    JSON.stringify({
      name: "timers",
      idl: [{ files: ["*.idl"], kernel: "x0", out: "stubs" }],
      commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11", "-Istubs"], files: ["client.c"] },
    }),
  );
  const idl = write("clock.idl", IDL);
  const c = write("client.c", CLIENT);
  execFileSync(WEFT, ["idl", idl, "--kernel", "x0", "--out", join(folder, "stubs")], { timeout: 60_000 });
  return { folder, idl, c };
}

const effects = (lsp: LspClient, uri: string) => lsp.request<EffectsResult>("weft/effects", { uri });

test("a call of a stub says what it sends; an edit of the interface changes it", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const idl = client.open(project.idl, undefined, "weft-idl");
  const c = client.open(project.c);
  const said = async () =>
    (await effects(client!, c)).effects.map(
      ({ range, title, reason }) => `${range.start.line + 1} ${title}: ${reason}`,
    );
  expect(await said()).toEqual([
    "4 clock::Timer::start: client stub: request: 1 word in registers; reply: no data",
    "5 clock::Timer::left: client stub: request: no data; reply: 1 word in registers",
  ]);
  client.replace(idl, "in long ticks", "in long ticks, in long slack");
  expect((await said())[0]).toContain("request: 2 words in registers");
});

test("mistakes come with a fix, and clangd keeps answering in C", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const idl = client.open(project.idl, IDL.replace("in long ticks", "in Timr ticks"), "weft-idl");
  const [problem] = (
    await client.waitFor<{ uri: string; diagnostics: { message: string; range: object; code: string }[] }>(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }) => uri === idl && diagnostics.length > 0,
    )
  ).diagnostics;
  expect(problem).toMatchObject({ code: "idl/unknown-name" });
  const actions = await client.request<{ title: string; edit: object }[]>("textDocument/codeAction", {
    textDocument: { uri: idl },
    range: problem!.range,
    context: { diagnostics: [problem] },
  });
  expect(actions.map(({ title }) => title)).toEqual(["Change to Timer"]);
  const c = client.open(project.c);
  const hover = await client.request<{ contents: { value: string } }>("textDocument/hover", {
    textDocument: { uri: c },
    position: client.positionOf(c, "run("),
  });
  expect(hover.contents.value).toContain("run");
});

test("rename of an operation edits the interface and the client; a stub's name sends to the interface", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const idl = client.open(project.idl, undefined, "weft-idl");
  const c = client.open(project.c);
  const edit = await client.request<{ changes: Record<string, { newText: string }[]> }>(
    "textDocument/rename",
    {
      textDocument: { uri: idl },
      position: client.positionOf(idl, "start"),
      newName: "arm",
    },
  );
  expect(edit.changes[idl]?.map(({ newText }) => newText)).toEqual(["arm"]);
  expect(edit.changes[c]?.map(({ newText }) => newText)).toEqual(["clock_Timer_arm"]);
  const definition = await client.request<{ uri: string }[]>("textDocument/definition", {
    textDocument: { uri: c },
    position: client.positionOf(c, "clock_Timer_left"),
  });
  expect(definition.map(({ uri }) => uri)).toContain(idl);
  await expect(
    client.request("textDocument/rename", {
      textDocument: { uri: c },
      position: client.positionOf(c, "clock_Timer_left"),
      newName: "x",
    }),
  ).rejects.toThrow(/Rename the operation there/);
});

test("after a pause each stub says how many instructions its call takes", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  client.open(project.idl, undefined, "weft-idl");
  const c = client.open(project.c);
  const answer = await client.until(
    () => effects(client!, c),
    (result) => result.effects.length > 0 && result.effects.every(({ reason }) => /executes/.test(reason)),
  );
  expect(answer.effects[0]?.reason).toMatch(
    /^request: 1 word in registers; reply: no data; a call executes \d\d instructions in the client and \d+ in the server$/,
  );
});

test("declarations of specializations are made for the stub at the cursor, else for all that have none", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const idl = client.open(project.idl, undefined, "weft-idl");
  const declare = (line: number, character: number) =>
    client!.request<DeclareStubsResult>("weft/declareStubs", { uri: idl, position: { line, character } });
  const one = await declare(2, 11);
  expect(one).toMatchObject({ stubs: ["clock_Timer_start"] });
  const text = "insertion" in one ? one.insertion.newText : "";
  expect(text).toMatch(
    /^\/\* Calls of clock\.idl:.*\*\/\nspecialize clock_Timer_start as clock_Timer_start_special \{\n/,
  );
  expect("insertion" in one && one.insertion.uri).toMatch(/clock\.spec$/);
  writeFileSync(join(project.folder, "clock.spec"), text);
  expect(await declare(0, 0)).toMatchObject({ stubs: ["clock_Timer_left"] });
  expect(await declare(2, 11)).toEqual({ message: expect.stringContaining("declared already") });
  client.replace(idl, "long left();", "long left(;");
  expect(await declare(0, 0)).toEqual({ message: expect.stringContaining("has errors") });
});
