import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { waitingSources } from "../recorded/waiting-sources.js";
import { GdbConnection, GdbProcess } from "./gdb-connection.js";
import { startGdb } from "./gdb-session.js";
import { createRingLog } from "./ring-log.js";

test("a pipe in place of GDB's history keeps no session waiting, and no question", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync("mkfifo", [join(folder, ".gdb_history")]);
  const gdb = new GdbConnection(new GdbProcess("gdb", folder), createRingLog());
  onTestFinished(() => gdb.gdbProcess.stop());
  await startGdb(gdb);
  expect(await gdb.consoleCommand("print 6 * 7")).toContain("42");
  const signal = AbortSignal.timeout(20_000);
  expect(await waitingSources({ words: ["gdb", "-nx"], directory: folder, signal })).toBeUndefined();
}, 60_000);
