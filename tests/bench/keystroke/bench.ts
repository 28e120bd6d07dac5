/**
 * A statement is typed into a kernel file, letter by letter: how long from each letter to the new effects? Beside it
 * clangd's own time to the diagnostics of the same text. Through the real bundle of the server, over stdio; wall time,
 * so a busy machine shows.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { EffectsResult } from "@weft/language-server/protocol";
import { CLANGD } from "../../support/compilers.js";
import { type LspClient, startLspClient } from "../../support/lsp-client.js";
import { benchAspects } from "../cc/aspects.js";
import { type KernelUnit, linuxUnit, repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";

interface Typing {
  readonly unit: KernelUnit;
  readonly linux: boolean;
  /** The text is typed right behind this. */
  readonly after: string;
  /** A write of an advised field: one more marker when it is typed. */
  readonly text: string;
}

const server = join(repository, "language-server/dist/main.js");

export async function benchKeystrokes(): Promise<void> {
  if (!existsSync(server)) throw new Error("language-server/dist is missing: npm run build");
  const typing = typingIn();
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  const root = join(folder, "kernel");
  symlinkSync(typing.unit.directory, root);
  writeProject(folder, root, typing);
  console.log(
    `${typing.unit.source}: ${typing.text.length} letters typed, one at a time, when all is warm; wall time, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  try {
    const place = { ...typing, path: join(root, typing.unit.source) };
    const typed = async (server: { folder: string; command: string[] }, answer: Answer) => {
      const client = await startLspClient(server);
      const times = await typeInto(place, client, answer);
      await client.stop();
      return times;
    };
    const ours = await typed(weftServer(folder), effectsOf);
    const clangd = await typed(clangdAlone(folder), diagnosticsOf);
    printTable(
      ["letter to", "median", "p90", "least", "most"],
      [row("weft/effects (goal: under 300 ms)", ours), row(`${CLANGD} alone: diagnostics`, clangd)],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function typingIn(): Typing {
  const tree = process.env.WEFT_BENCH_LINUX ?? join(repository, "sample-projects/linux/build/linux");
  const unit = linuxUnit(tree, "kernel/sched/core.c");
  const text = "\n\tprev->prio = 1000;";
  if (unit !== undefined) return { unit, linux: true, after: "\tprepare_task_switch(rq, prev, next);", text };
  throw new Error(
    `no compiled Linux in ${tree}: build sample-projects/linux first, or name a configured i386 tree in WEFT_BENCH_LINUX`,
  );
}

/** The kernel's folder stays as it is: the project around it links to it. */
function writeProject(folder: string, root: string, { unit, linux }: Typing): void {
  writeFileSync(join(folder, "bench.ah"), benchAspects(linux).matching.text);
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "bench",
      aspects: ["bench.ah"],
      commands: { database: "compile_commands.json" },
    }),
  );
  const entry = { directory: root, file: unit.source, arguments: [...unit.command, "-c", unit.source] };
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify([entry]));
}

const weftServer = (folder: string) => ({ folder, command: [process.execPath, server, "--stdio"] });

const clangdAlone = (folder: string) => ({
  folder,
  command: [CLANGD, "--background-index=false", "--log=error", `--compile-commands-dir=${folder}`],
});

type Answer = (client: LspClient, uri: string, version: number) => Promise<number>;

/** Milliseconds for each letter. `answer` resolves when the server has spoken about the version; with a count. */
export async function typeInto(
  typing: { readonly path: string; readonly after: string; readonly text: string },
  client: LspClient,
  answer: Answer,
): Promise<number[]> {
  const { path } = typing;
  const original = readFileSync(path, "utf8");
  const at = original.indexOf(typing.after) + typing.after.length;
  if (at < typing.after.length) throw new Error(`${path} has no line ${typing.after}`);
  const uri = client.open(path, original);
  const before = await answer(client, uri, 1);
  // Two edits to warm up: the first after opening makes what later ones reuse.
  let version = 1;
  for (const letter of [" ", ""]) {
    version = client.change(uri, original.slice(0, at) + letter + original.slice(at));
    await answer(client, uri, version);
  }
  const times: number[] = [];
  let count = before;
  for (let typed = 0; typed < typing.text.length; typed++) {
    const from = at + typed;
    const letter = typing.text[typed] as string;
    const start = performance.now();
    version = client.insert(uri, from, letter);
    count = await answer(client, uri, version);
    times.push(performance.now() - start);
  }
  if (answer === effectsOf && count <= before) throw new Error(`no new marker: ${before}, then ${count}`);
  return times;
}

export const effectsOf: Answer = async (client, uri, version) => {
  const result = await client.until(
    () => client.request<EffectsResult>("weft/effects", { uri }),
    (found) => found.state === "ready" && found.version === version,
  );
  return result.effects.length;
};

export const diagnosticsOf: Answer = async (client, uri, version) => {
  interface Published {
    readonly uri: string;
    readonly version?: number;
    readonly diagnostics: readonly unknown[];
  }
  const found = await client.waitFor<Published>(
    "textDocument/publishDiagnostics",
    (published) => published.uri === uri && published.version === version,
  );
  return found.diagnostics.length;
};

export function row(name: string, times: readonly number[]): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (part: number) =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(0)} ms`;
  return [name, quantile(0.5), quantile(0.9), quantile(0), quantile(1)];
}
