/**
 * `kill -9` of each process of the editor's side, on Linux with a filled index: how long until what it gave is there
 * again? The server is started again by its editor, here at once; what it forgot it reads again. Wall time.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult, SearchPointcutResult } from "@weft/language-server/protocol";
import { type LspClient, startLspClient } from "../../support/lsp-client.js";
import { repository } from "../support/kernel-units.js";
import { milliseconds, printTable } from "../support/table.js";

const root = join(repository, "sample-projects/linux");
const server = [process.execPath, join(repository, "language-server/dist/main.js"), "--stdio"];
const source = join(root, "build/linux/kernel/sched/core.c");
const aspect = join(root, "aspects/context-switches.ah");
/** Of a few lines: what clangd needs for the headers of the other is its own affair. */
const small = join(root, "build/linux/lib/ctype.c");
const ROUNDS = Number(process.env.WEFT_BENCH_ROUNDS ?? 5);

export async function benchRecovery(): Promise<void> {
  if (!existsSync(join(root, ".weft/index.sqlite")))
    throw new Error("sample-projects/linux has no index: build it, then run the bench index-server");
  console.log(`${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}\n`);
  let client = await started();
  const times = new Map<string, number[]>();
  const note = (what: string, since: number) => {
    const took = performance.now() - since;
    times.set(what, [...(times.get(what) ?? []), took]);
    console.log(`${what}: ${milliseconds(took)}`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    let began = kill(client, /index-worker/);
    await pointcut(client);
    note("index: a pointcut over all units", began);
    began = kill(client, /clangd/);
    await hovered(client);
    note("clangd: hover", began);
    began = kill(client, /clang-worker/);
    const version = client.insert(uri(client), 0, " ");
    await markers(client, version);
    note("libclang: markers of an edit", began);
    client.process.kill("SIGKILL");
    began = performance.now();
    client = await started((what) => note(`server: ${what}`, began));
  }
  await client.stop();
  printTable(
    ["killed, until there is again (goal: 2 s)", "median", "most"],
    [...times].map(([what, all]) => {
      const sorted = [...all].sort((a, b) => a - b);
      return [what, milliseconds(sorted[sorted.length >> 1] ?? 0), milliseconds(sorted.at(-1) ?? 0)];
    }),
  );
}

const uris = new WeakMap<LspClient, string>();
const uri = (client: LspClient) => uris.get(client) as string;

async function started(
  note: (what: string) => void = (what) => console.log(`first: ${what}`),
): Promise<LspClient> {
  const client = await startLspClient({ command: server, folder: root });
  note("initialized");
  uris.set(client, client.open(source));
  client.open(aspect);
  client.open(small);
  await markers(client, 1);
  note("markers of the open file");
  await pointcut(client);
  note("a pointcut over all units");
  await hovered(client);
  return client;
}

const markers = (client: LspClient, version: number) =>
  client.until(
    () => client.request<EffectsResult>("weft/effects", { uri: uri(client) }),
    (answer) => answer.state === "ready" && answer.version === version && answer.effects.length > 0,
  );

const pointcut = async (client: LspClient) => {
  const question = { uri: uri(client), expression: 'call("% schedule(...)")', limit: 10 };
  for (;;) {
    const answer = await client.request<SearchPointcutResult>("weft/searchPointcut", question);
    if (answer.unitsSearched > 0) return;
  }
};

/** No event tells when clangd has read a file. */
const hovered = async (client: LspClient) => {
  while (!(await hover(client))) await new Promise((done) => setTimeout(done, 10));
};

const hover = (client: LspClient) =>
  client.request("textDocument/hover", {
    textDocument: { uri: pathToFileURL(small).href },
    position: { line: 11, character: 22 },
  });

/** Milliseconds at which it was killed. */
function kill(client: LspClient, name: RegExp): number {
  for (const entry of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) !== client.process.pid) continue;
      if (name.test(readFileSync(`/proc/${entry}/cmdline`, "utf8"))) process.kill(Number(entry), "SIGKILL");
    } catch {
      // It is gone.
    }
  }
  return performance.now();
}
