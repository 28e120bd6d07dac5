/** A dump as a machine that stands for ever: what the session sees of it is what it sees of one that was stopped. */
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { settled } from "@weft/weaver-bridge/model";
import { openDump } from "./dump-file.js";
import { createDumpStub } from "./dump-stub.js";
import type { Machine } from "./machine.js";
import { makeOwnFolder } from "./own-folder.js";
import { answerPackets } from "./stub-link.js";
import { relayStub } from "./stub-relay.js";

/** What is refused of a dump, a sentence. */
export const DUMP_STANDS =
  "This is a dump: the memory of one moment. Nothing runs in it, and nothing can be changed; look at stacks, variables and memory.";

/** Throws `bad-dump`. `note` gets what only whoever looks for a fault wants to know. */
export async function startDump(file: string, note: (text: string) => void): Promise<Machine> {
  const dump = await openDump(file);
  const folder = await makeOwnFolder();
  const [meeting, own] = [join(folder, "gdb"), join(folder, "dump")];
  const server = createServer((debugger_) =>
    answerPackets(debugger_, createDumpStub(dump), {
      failed: (error) => note(`no answer of the dump: ${error.message}`),
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(own, resolve);
  });
  const relay = await relayStub(meeting, { stub: own, mendSteps: false });
  let close: (reason: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    close = resolve;
  });
  return {
    stub: meeting,
    processId: process.pid,
    ended,
    wasReset: () => false,
    showThreads: relay.showThreads,
    type: async () => {
      throw new Error(DUMP_STANDS);
    },
    end: async () => {
      relay.close();
      server.close();
      await settled(dump.close()); // Or it was closed before.
      await rm(folder, { recursive: true, force: true });
      close("the dump was closed");
    },
  };
}
