/** A folder becomes a project while its files are open, as the set-up makes it: first no unit is known, then all are. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const repository = resolve(import.meta.dirname, "../..");
const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const ASPECT = 'aspect First { int n; advice execution("% kernel_main()") : before() { n++; } };\n';

let folder: string;
let client: LspClient;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-lsp-set-up-")));
  spawnSync(process.execPath, [join(repository, "weaver-bridge/cli/bundle.mjs")], { stdio: "inherit" });
  writeFileSync(join(folder, "Makefile"), "kernel.o: kernel.c\n\t$(CC) -c kernel.c -o $@\n");
  writeFileSync(join(folder, "kernel.c"), "int beats;\nvoid kernel_main(void)\n{\n\tbeats++;\n}\n");
  client = await startLspClient({ folder, initializationOptions: { trusted: true } });
});
afterAll(async () => {
  await client?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As an editor tells what it sees on disk. */
function told(file: string): void {
  const uri = pathToFileURL(join(folder, file)).href;
  client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 1 }] });
}

test("an open file is marked once the first build has told how it is compiled", async () => {
  const uri = client.open(join(folder, "kernel.c"));
  const titles = async () => {
    const { effects } = await client.request<EffectsResult>("weft/effects", { uri });
    return effects.map(({ title }) => title);
  };
  await client.until(titles, (all) => all.length === 0);
  const build = { make: ["make"], compiler: "gcc -m32" };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "k", aspects: ["aspects/*.ah"], build }));
  told("weft.json");
  // What is made in a folder that is new is not always told.
  mkdirSync(join(folder, "aspects"));
  writeFileSync(join(folder, "aspects/first.ah"), ASPECT);
  const run = spawnSync(WEFT, ["build", folder], { encoding: "utf8", timeout: 60_000 });
  expect(run.status, run.stderr).toBe(0);
  told(".weft/weave-map.json");
  expect(await client.until(titles, (all) => all.length > 0)).toEqual([
    "First: before execution of kernel_main",
  ]);
});
