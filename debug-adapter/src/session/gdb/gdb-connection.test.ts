import { beforeEach, expect, test } from "vitest";
import { GdbConnection, GdbProcess } from "./gdb-connection.js";
import { startGdb } from "./gdb-session.js";
import { createRingLog } from "./ring-log.js";

let gdb: GdbConnection;
beforeEach(async () => {
  gdb = new GdbConnection(new GdbProcess("gdb", import.meta.dirname), createRingLog());
  await startGdb(gdb);
});

const answerOf = (command: string) => gdb.sendCommand(command).then(String, ({ message }: Error) => message);

test("a command that the session's end meets, and one after it, are told so; what GDB started holds nothing up", async () => {
  const underWay = answerOf('-interpreter-exec console "shell sleep 90"');
  await gdb.gdbProcess.stop();
  expect(await underWay).toBe("The session has ended.");
  expect(await answerOf("-gdb-version")).toBe("The session has ended.");
});

test("commands that meet an end that nobody asked for are told how GDB ended", async () => {
  const underWay = answerOf('-interpreter-exec console "shell sleep 3"');
  process.kill(gdb.gdbProcess.processId ?? 0, "SIGKILL");
  const said = "GDB ended unexpectedly: signal SIGKILL.";
  expect(await underWay).toBe(said);
  expect(await answerOf("-gdb-version")).toBe(said);
});
