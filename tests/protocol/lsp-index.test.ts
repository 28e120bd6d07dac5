/** The index of a project too large to analyse unit by unit: what it answers, and what it survives. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { describe, expect, test } from "vitest";

import { type LspClient, type LspDiagnostic, startLspClient } from "../support/lsp-client.js";
import { generator } from "../support/random-numbers.js";

const UNITS = 64;
const ASPECT = 'aspect Owner {\n\tadvice set("% inode::owner") : before() {}\n};\n';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "weft index ü "));
  writeFileSync(
    join(folder, "inode.h"),
    "struct inode { int owner; };\nstatic inline void own(struct inode *i) { i->owner = 1; }\n",
  );
  for (let number = 0; number < UNITS; number++)
    writeFileSync(
      join(folder, `unit${number}.c`),
      `#include "inode.h"\nvoid set${number}(struct inode *i) { own(i); i->owner = ${number}; }\n`,
    );
  writeFileSync(join(folder, "owner.ah"), ASPECT);
  const commands = { compiler: "gcc", flags: ["-m32"], files: ["*.c"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "many", aspects: ["*.ah"], commands }));
  // What changed within two seconds before it was read is read once more, as it may have changed again unseen.
  const before = new Date(Date.now() - 60_000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
  return folder;
}

const capabilities = { window: { workDoneProgress: true } };
const start = (folder: string) => startLspClient({ folder, capabilities });
const uriIn = (folder: string, name: string) => pathToFileURL(join(folder, name)).href;

/** Asks until nothing is left to do. */
async function settled(
  client: LspClient,
  folder: string,
  name: string,
  count: number,
): Promise<EffectsResult> {
  return client.until(
    () => client.request<EffectsResult>("weft/effects", { uri: uriIn(folder, name) }),
    ({ state, effects }) => state === "ready" && effects.length === count,
  );
}

/** Join points of the only advice, as its `.ah` file shows them. */
async function targets(client: LspClient, folder: string): Promise<readonly string[]> {
  const { effects } = await client.until(
    () => client.request<EffectsResult>("weft/effects", { uri: uriIn(folder, "owner.ah") }),
    (answer) => answer.state === "ready" && (answer.effects[0]?.other.length ?? 0) === UNITS + 1,
  );
  return (effects[0]?.other ?? []).map(
    ({ uri, range }) => `${uri} ${range.start.line}:${range.start.character}`,
  );
}

/** It may have ended by itself since it was seen. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Processes below the server that run this script. */
function workers(server: number, script: RegExp): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      const command = readFileSync(`/proc/${entry}/cmdline`, "utf8");
      return parent === server && script.test(command) ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}
const INDEX = /index-(?:main|worker)\.[jt]s/;
const serverOf = (client: LspClient) => client.process.pid ?? -1;

/** The process of the index, once it reads: some units are read, and not all. */
async function whileReading(client: LspClient): Promise<void> {
  await client.waitFor<{ value: { message?: string } }>("$/progress", ({ value }) =>
    /^(?:[1-9]|[1-4]\d) of/.test(value.message ?? ""),
  );
}

describe("an index", () => {
  test("tells the effects of files that nobody opened, and follows edits of aspects and headers", async () => {
    const folder = project();
    const client = await start(folder);
    const first = await settled(client, folder, "unit7.c", 1);
    expect(first.effects[0]).toMatchObject({
      title: "Owner: before set of inode::owner",
      certainty: "certain",
    });
    await settled(client, folder, "inode.h", 1);
    expect(await targets(client, folder)).toHaveLength(UNITS + 1);

    const aspect = client.open(join(folder, "owner.ah"));
    client.replace(aspect, 'set("% inode::owner")', 'execution("% set7(...)")');
    await settled(client, folder, "unit7.c", 1);
    await settled(client, folder, "unit8.c", 0);
    client.replace(aspect, 'execution("% set7(...)")', 'set("% inode::owner")');
    await settled(client, folder, "unit8.c", 1);

    writeFileSync(
      join(folder, "inode.h"),
      "struct inode { int owner; };\n\n\nstatic inline void own(struct inode *i) { i->owner = 1; i->owner = 2; }\n",
    );
    client.notify("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uriIn(folder, "inode.h"), type: 2 }],
    });
    const { effects } = await settled(client, folder, "inode.h", 2);
    expect(effects.map(({ range }) => range.start.line)).toEqual([3, 3]);

    // An open unit is analysed itself, text and all.
    const unit = client.open(join(folder, "unit9.c"));
    client.replace(unit, "own(i);", "own(i); i->owner = 5;");
    await settled(client, folder, "unit9.c", 2);
    await client.stop();
  });

  test("is kept: a second start reads nothing again, and a damaged file is built again", async () => {
    const folder = project();
    const first = await start(folder);
    const places = await targets(first, folder);
    await first.stop();
    expect(existsSync(join(folder, ".weft/index.sqlite"))).toBe(true);

    const second = await start(folder);
    expect(await targets(second, folder)).toEqual(places);
    expect(second.all("$/progress")).toEqual([]);
    await second.stop();

    writeFileSync(join(folder, ".weft/index.sqlite"), "this is no database ".repeat(500));
    const third = await start(folder);
    expect(await targets(third, folder)).toEqual(places);
    await third.waitFor<{ message: string }>("window/logMessage", ({ message }) =>
      /index\.sqlite .*is built again/.test(message),
    );
    await third.stop();
  });

  test("goes on where it was when its process is killed", async () => {
    const folder = project();
    const client = await start(folder);
    await whileReading(client);
    const [index] = workers(serverOf(client), INDEX);
    process.kill(index as number, "SIGKILL");
    expect(await targets(client, folder)).toHaveLength(UNITS + 1);
    expect(workers(serverOf(client), INDEX)).not.toContain(index);
    await client.stop();
  });

  test("has what it says of closed units confirmed, problems of weaving too", async () => {
    const folder = project();
    const client = await start(folder);
    await settled(client, folder, "unit7.c", 1);
    const aspect = client.open(join(folder, "owner.ah"));
    client.change(
      aspect,
      'aspect Owner {\n\tadvice execution("% set7(...)") : before() { int r = tjp->result; (void)r; }\n};\n',
    );
    await client.waitFor<{ uri: string; diagnostics: readonly LspDiagnostic[] }>(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }) =>
        uri === aspect && diagnostics.some(({ code }) => String(code).startsWith("weave/")),
    );
    await client.stop();
  });

  test("tells of slices in closed units that know their class", async () => {
    const folder = project();
    writeFileSync(
      join(folder, "knows.c"),
      "struct ledger { int pages; };\nint pages(struct ledger *l) { return l->pages; }\n",
    );
    writeFileSync(
      join(folder, "slice.ah"),
      'aspect Ledgers {\n\tadvice "ledger" : slice struct { int reads; };\n\tadvice get("% ledger::pages") : before() { tjp->target->reads++; }\n};\n',
    );
    const client = await start(folder);
    const { effects } = await client.until(
      () => client.request<EffectsResult>("weft/effects", { uri: uriIn(folder, "knows.c") }),
      (answer) => answer.state === "ready" && answer.effects.length === 2,
    );
    expect(effects.map(({ title }) => title)).toEqual([
      "Ledgers: introduction into ledger",
      "Ledgers: before get of ledger::pages",
    ]);
    await settled(client, folder, "unit7.c", 1);
    await client.stop();
  });

  test("comes back, and clangd too, whatever is killed while it reads and while is edited", async () => {
    const folder = project();
    const random = generator(11);
    let client = await start(folder);
    const aspect = () => client.open(join(folder, "owner.ah"), ASPECT);
    let uri = aspect();
    let unit = client.open(join(folder, "unit9.c"));
    const waits: number[] = [];
    for (let round = 0; round < 12; round++) {
      await new Promise((done) => setTimeout(done, random(400)));
      const text = `#include "inode.h"\nvoid set9(struct inode *i) {${" own(i); i->owner = 5;".repeat(1 + random(3))} }\n`;
      const started = performance.now();
      if (round % 4 === 3) {
        for (const pid of workers(serverOf(client), /./)) kill(pid);
        client.process.kill("SIGKILL");
        client = await start(folder);
        uri = aspect();
        unit = client.open(join(folder, "unit9.c"), text);
      } else {
        const children = workers(serverOf(client), /./);
        const victim = children[random(children.length)];
        if (victim !== undefined) kill(victim);
        client.change(unit, text);
        client.change(uri, random(2) === 0 ? ASPECT : ASPECT.replace("% inode::owner", "% inode::%"));
      }
      await settled(client, folder, "unit9.c", text.split("i->owner").length - 1);
      waits.push(performance.now() - started);
    }
    client.change(uri, ASPECT);
    client.change(unit, `#include "inode.h"\nvoid set9(struct inode *i) { own(i); i->owner = 9; }\n`);
    const places = await targets(client, folder);
    console.log(`markers after a kill: ${waits.map((wait) => `${Math.round(wait)} ms`).join(", ")}`);
    expect(
      client
        .all("window/logMessage")
        .filter((params) => /damaged|built again/.test((params as { message: string }).message)),
    ).toEqual([]);
    await client.stop();
    const fresh = await start(folder);
    expect(await targets(fresh, folder)).toEqual(places);
    expect(fresh.all("$/progress")).toEqual([]);
    await fresh.stop();
  });

  test("survives the death of the server while it reads", async () => {
    const folder = project();
    const first = await start(folder);
    await whileReading(first);
    const [index] = workers(serverOf(first), INDEX);
    process.kill(index as number, "SIGKILL");
    first.process.kill("SIGKILL");
    const second = await start(folder);
    expect(await targets(second, folder)).toHaveLength(UNITS + 1);
    await second.stop();
  });

  test("serves two windows on one project", async () => {
    const folder = project();
    const [one, two] = [await start(folder), await start(folder)];
    const places = await targets(one, folder);
    expect(await targets(two, folder)).toEqual(places);
    await one.stop();
    await two.stop();
    const third = await start(folder);
    expect(await targets(third, folder)).toEqual(places);
    expect(third.all("$/progress")).toEqual([]);
    await third.stop();
  });

  test("stops when the user says so, and goes on with the next change", async () => {
    const folder = project();
    const client = await start(folder);
    await whileReading(client);
    const { token } = await client.waitFor<{ token: string }>("$/progress");
    client.notify("window/workDoneProgress/cancel", { token });
    await client.waitFor<{ value: { kind: string } }>("$/progress", ({ value }) => value.kind === "end");
    writeFileSync(
      join(folder, "unit0.c"),
      '#include "inode.h"\nvoid set0(struct inode *i) { i->owner = 0; }\n',
    );
    client.notify("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uriIn(folder, "unit0.c"), type: 2 }],
    });
    expect(await targets(client, folder)).toHaveLength(UNITS + 1);
    await client.stop();
  });
});
