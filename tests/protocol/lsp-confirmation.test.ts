/** What is shown of closed and open units is looked at again where it may have become something else: nobody asks for it. */
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const aspect = (body: string) =>
  `aspect Watch {\n\tadvice execution("% step%(...)") : before() { ${body} }\n};\n`;
/** Before advice has no result yet. */
const WRONG = "int r = tjp->result; (void)r;";

function project(units: number, body: string): string {
  const folder = mkdtempSync(join(tmpdir(), "weft confirm "));
  for (let number = 0; number < units; number++)
    writeFileSync(join(folder, `unit${number}.c`), `int step${number}(int n) { return n + ${number}; }\n`);
  writeFileSync(join(folder, "watch.ah"), aspect(body));
  const commands = { compiler: "gcc", flags: ["-m32"], files: ["*.c"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "confirm", aspects: ["*.ah"], commands }));
  const before = new Date(Date.now() - 60_000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
  return folder;
}

function untilWoven(running: LspClient, folder: string, name: string): Promise<EffectsResult> {
  const uri = pathToFileURL(join(folder, name)).href;
  return running.until(
    () => running.request<EffectsResult>("weft/effects", { uri }),
    ({ state, effects }) => state === "ready" && effects.length > 0,
  );
}

const isOfWeaving = ({ code }: { code?: string | number }) => String(code).startsWith("weave/");

test.each([
  ["open", 2],
  ["closed", 2],
  ["closed, told by the index,", 64],
])("an edit in the body of advice is looked at in %s units", async (which, units) => {
  const folder = project(units, "");
  const running = (client = await startLspClient({ folder }));
  if (which === "open") running.open(join(folder, "unit1.c"));
  const uri = running.open(join(folder, "watch.ah"));
  await untilWoven(running, folder, "unit1.c");
  const told = async () => running.diagnostics(uri).filter(isOfWeaving);
  expect(await told()).toEqual([]);
  running.change(uri, aspect(WRONG));
  const [problem] = await running.until(told, (all) => all.length > 0);
  expect(problem?.range.start.line).toBe(1);
  // The markers are not in doubt meanwhile.
  expect((await untilWoven(running, folder, "watch.ah")).state).toBe("ready");
  running.change(uri, aspect("int r = tjp->arg0; (void)r;"));
  await running.until(told, (all) => all.length === 0);
});

test("what an index kept from an earlier session is looked at when the server starts", async () => {
  const folder = project(64, WRONG);
  for (const session of ["first", "second"]) {
    const running = (client = await startLspClient({ folder }));
    const uri = pathToFileURL(join(folder, "watch.ah")).href;
    await untilWoven(running, folder, "unit7.c");
    const told = async () => running.diagnostics(uri).filter(isOfWeaving);
    const all = await running.until(told, (found) => found.length > 0);
    expect([session, all[0]?.range.start.line]).toEqual([session, 1]);
    await running.stop();
  }
});
