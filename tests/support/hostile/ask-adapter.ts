/** Opens the recording and the memory dump of a hostile folder in the debug adapter, and asks what is asked by programs. */
import { join } from "node:path";
import * as protocol from "@weft/debug-adapter/protocol";
import { type DapClient, startDapClient } from "../dap-client.js";
import { careless, startedIn, tracedWeft } from "./call-commands.js";
import type { Place } from "./place.js";

/** As `cameThrough`. */
export async function cameThroughAdapter(place: Place): Promise<readonly string[]> {
  const found: string[] = [];
  for (const opened of [
    { replay: join(place.root, "real.weftrun") },
    { dump: join(place.root, "real.core") },
  ]) {
    const trace = `${place.marks}-trace`;
    const [strace = "", ...words] = tracedWeft(trace, ["dap"]);
    const client = startDapClient(strace, words, careless(place), place.root);
    try {
      await askAll(client, place, opened);
    } finally {
      client.process.stdin?.end();
      await client.exited;
    }
    found.push(...startedIn(trace, place).map((what) => `weft dap: ${what}`));
  }
  return found;
}

/** What a folder makes of its own description may be refused; that the adapter ended may not. */
async function askAll(client: DapClient, { root }: Place, opened: object): Promise<void> {
  const ask = <T>(command: string, words: object = {}) =>
    client.request<T>(command, words).catch((error: Error) => {
      if (/^no answer/.test(error.message)) throw error;
      return undefined;
    });
  await ask("initialize", {
    adapterID: "weft",
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: "path",
  });
  const launched = ask("launch", {
    type: "weft",
    request: "launch",
    project: root,
    build: "never",
    ...opened,
    stopAt: "f",
  });
  await ask("setExceptionBreakpoints", { filters: ["page-fault", "double-fault", "general-protection"] });
  await ask("setBreakpoints", { source: { path: join(root, "kernel.c") }, breakpoints: [{ line: 4 }] });
  await ask("configurationDone");
  await launched;
  const [threadId, frameId] = [1, 0];
  await ask("stackTrace", { threadId, levels: 20 });
  await ask("scopes", { frameId });
  await ask("evaluate", { expression: "counter", frameId, context: "watch" });
  await ask("disassemble", { memoryReference: "0x100000", instructionCount: 8 });
  await ask(protocol.RECORDED_HITS, { pointcut: 'execution("% f(...)")' });
  await ask(protocol.VALUE_ORIGIN, { expression: "counter", frameId });
  await ask(protocol.RUN_REASON, { frameId });
  await ask("disconnect", { terminateDebuggee: true });
}
