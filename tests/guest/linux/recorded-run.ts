/** A recorded run of Linux in the debugger, as an IDE has it. */
import { resolve } from "node:path";
import type { RecordedHits } from "@weft/debug-adapter/protocol";
import { type DapClient, startDapClient } from "../../support/dap-client.js";

const ADAPTER = resolve(import.meta.dirname, "../../../debug-adapter/dist/main.js");

export interface RecordedRun {
  /** Sends what lets it run, in either direction, and returns the frames of the next stop, `name at file:line`. */
  go(command: string, args?: object): Promise<string[]>;
  threads(): Promise<string[]>;
  hits(pointcut: string): Promise<RecordedHits["hits"]>;
  /** What is said of a breakpoint at the function, in place of those before. */
  breakAt(name: string): Promise<string | undefined>;
  end(): Promise<void>;
}

/** Stands where the pointcut is first met. */
export async function openRun(project: string, recording: string, pointcut: string): Promise<RecordedRun> {
  const client = startDapClient(process.execPath, [ADAPTER]);
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  const launch = { type: "weft", request: "launch", project, build: "never", replay: recording };
  const launched = client.request("launch", launch);
  await client.event("initialized");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: pointcut }] });
  await client.request("configurationDone");
  await launched;
  await client.event("stopped");
  return runOf(client);
}

function runOf(client: DapClient): RecordedRun {
  return {
    async go(command, args = {}) {
      await client.request(command, { threadId: 1, ...args });
      await client.event("stopped");
      const { stackFrames } = await client.request<{
        stackFrames: { name: string; line: number; source?: { path?: string } }[];
      }>("stackTrace", { threadId: 1, levels: 8 });
      return stackFrames.map(({ name, line, source }) => `${name} at ${source?.path}:${line}`);
    },
    async threads() {
      const { threads } = await client.request<{ threads: { name: string }[] }>("threads");
      return threads.map(({ name }) => name);
    },
    hits: async (pointcut) => (await client.request<RecordedHits>("weft/recordedHits", { pointcut })).hits,
    async breakAt(name) {
      const { breakpoints } = await client.request<{ breakpoints: { message?: string }[] }>(
        "setFunctionBreakpoints",
        { breakpoints: [{ name }] },
      );
      return breakpoints[0]?.message;
    },
    end: () => client.dispose(),
  };
}
