import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { GdbConnection, GdbProcess } from "./gdb-connection.js";
import { loadSymbols, startGdb } from "./gdb-session.js";
import { createRingLog } from "./ring-log.js";

test("a source that is a pipe keeps no session waiting where it stops, steps or walks the stack", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-piped-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (...[program = "", ...words]: string[]) => execFileSync(program, words, { cwd: folder });
  writeFileSync(
    join(folder, "a.c"),
    "int g;\nint f(void)\n{\n\tg++;\n\treturn g;\n}\nint main(void)\n{\n\treturn f();\n}\n",
  );
  run("gcc", "-g", "-O0", "a.c", "-o", "a");
  rmSync(join(folder, "a.c"));
  run("mkfifo", "a.c");
  const gdb = new GdbConnection(new GdbProcess("gdb", folder), createRingLog());
  onTestFinished(() => gdb.gdbProcess.stop());
  await startGdb(gdb);
  await loadSymbols(gdb, join(folder, "a"));
  const stopAfter = async (command: string) => {
    const stopped = new Promise<number>((done) => {
      gdb.once("execAsync", function told(kind: string, { frame }: { frame?: { line: string } }) {
        if (kind === "stopped") done(Number(frame?.line));
        else gdb.once("execAsync", told);
      });
    });
    await gdb.sendCommand(command);
    return stopped;
  };
  await gdb.sendCommand("-break-insert f");
  expect(await stopAfter("-exec-run")).toBe(4);
  await gdb.sendCommand("-stack-list-frames");
  expect(await stopAfter("-exec-next")).toBe(5);
  await gdb.consoleCommand("up");
  expect(await gdb.sendCommand("-stack-info-frame")).toMatchObject({ frame: { line: "9" } });
}, 60_000);
