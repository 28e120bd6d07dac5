/** A statement is typed into large files of Linux while the index of the kernel is read: from each letter to the markers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { EffectsResult } from "@weft/language-server/protocol";
import { CLANGD } from "../../support/compilers.js";
import { startLspClient } from "../../support/lsp-client.js";
import { diagnosticsOf, effectsOf, row, typeInto } from "../keystroke/bench.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";
import type { Kernel, Unit } from "./kernel.js";

const FILES = [
  { name: "net/ipv4/tcp.c", after: "int tcp_sendmsg(struct sock *sk, struct msghdr *msg, size_t size)\n{\n" },
  { name: "kernel/sched/core.c", after: "\tprepare_task_switch(rq, prev, next);\n" },
  { name: "fs/ext4/inode.c", after: "\tbool inc_ivers = true;\n" },
];
const TYPED = "\tcurrent->prio = 1000;\n";
const server = [process.execPath, join(repository, "language-server/dist/main.js"), "--stdio"];

/** The kernel's files stay as they are; of those that are not among its units nothing is measured. */
export async function benchTyping({ all, units }: Kernel): Promise<void> {
  const found = FILES.flatMap(({ name, after }) => {
    const unit = all.find(({ path }) => path.endsWith(`/${name}`));
    return unit === undefined || !readFileSync(unit.path, "utf8").includes(after)
      ? []
      : [{ name, after, unit }];
  });
  if (found.length === 0) return console.log("\nnone of the files to type into is among the units");
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  try {
    writeProject(folder, [...new Set([...found.map(({ unit }) => unit), ...units])]);
    const rows: string[][] = [];
    const client = await startLspClient({ command: server, folder });
    const aspect = client.open(join(folder, "bench.ah"));
    for (const { name, after, unit } of found) {
      const times = await typeInto({ path: unit.path, after, text: TYPED }, client, effectsOf);
      rows.push(row(`weft/effects in ${name}`, times));
    }
    const { state } = await client.request<EffectsResult>("weft/effects", { uri: aspect });
    await client.stop();
    for (const { name, after, unit } of found) {
      const clangd = await startLspClient({ command: clangdAlone(folder), folder });
      rows.push(
        row(
          `clangd alone in ${name}`,
          await typeInto({ path: unit.path, after, text: TYPED }, clangd, diagnosticsOf),
        ),
      );
      await clangd.stop();
    }
    const when = state === "ready" ? "until the kernel was read" : "while the kernel was read";
    console.log(`\ntyped ${when}, load ${loadavg()[0]?.toFixed(1)}\n`);
    printTable(["letter to (goal: 300 ms)", "median", "p90", "least", "most"], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder: string, units: readonly Unit[]): void {
  writeFileSync(
    join(folder, "bench.ah"),
    'aspect Prio { advice set("% task_struct::prio") : after() { } };\n',
  );
  const database = units.map(({ path, directory, argv }) => ({ directory, file: path, arguments: argv }));
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify(database));
  const description = {
    name: "bench",
    aspects: ["bench.ah"],
    commands: { database: "compile_commands.json" },
  };
  writeFileSync(join(folder, "weft.json"), JSON.stringify(description));
}

const clangdAlone = (folder: string) => [
  CLANGD,
  "--background-index=false",
  "--log=error",
  `--compile-commands-dir=${folder}`,
];
