/** A recorded run of Linux in the debugger, as an IDE has it. */
import { resolve } from "node:path";
import type { RecordedHits } from "@weft/debug-adapter/protocol";
import { type DapClient, startDapClient } from "../../support/dap-client.js";

const ADAPTER = resolve(import.meta.dirname, "../../../debug-adapter/dist/main.js");

export interface RecordedRun {
  /** Sends what lets it run, in either direction, and returns the frames of the next stop, `name at file:line`. */
  go(command: string, args?: object): Promise<string[]>;
  threads(): Promise<string[]>;
  /** Frames of where it stands. */
  stack(): Promise<string[]>;
  /** The value, in the frame with this name where one is given. */
  value(expression: string, frame?: string): Promise<string>;
  /** Why it stopped last, and what was said of it. */
  reason(): string | undefined;
  text(): string | undefined;
  /** Writes the memory of this moment into a file. */
  dump(file: string): Promise<void>;
  hits(pointcut: string): Promise<RecordedHits["hits"]>;
  /** What is said of a breakpoint at the function, in place of those before. */
  breakAt(name: string): Promise<string | undefined>;
  end(): Promise<void>;
}

/** Where the run stands first: where the pointcut is first met, or this line. */
export type FirstStop = string | { readonly file: string; readonly line: number };

export async function openRun(project: string, recording: string, first: FirstStop): Promise<RecordedRun> {
  const client = startDapClient(process.execPath, [ADAPTER]);
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  const launch = { type: "weft", request: "launch", project, build: "never", replay: recording };
  const launched = client.request("launch", launch);
  await client.event("initialized");
  if (typeof first === "string")
    await client.request("setFunctionBreakpoints", { breakpoints: [{ name: first }] });
  else
    await client.request("setBreakpoints", {
      source: { path: first.file },
      breakpoints: [{ line: first.line }],
    });
  await client.request("setExceptionBreakpoints", { filters: ["panic", "page-fault"] });
  await client.request("configurationDone");
  await launched;
  await client.event("stopped");
  return runOf(client);
}

/** A memory dump of a project's kernel. */
export async function openDump(project: string, dump: string): Promise<RecordedRun> {
  const client = startDapClient(process.execPath, [ADAPTER]);
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  await client.request("launch", { type: "weft", request: "launch", project, dump });
  await client.request("configurationDone");
  await client.event("stopped");
  if (client.output("important") !== "") throw new Error(client.output("important"));
  return runOf(client);
}

interface Frame {
  readonly id: number;
  readonly name: string;
  readonly line: number;
  readonly source?: { readonly path?: string };
}

function runOf(client: DapClient): RecordedRun {
  let why: { description?: string; text?: string } = {};
  const frames = async (levels: number) =>
    (await client.request<{ stackFrames: Frame[] }>("stackTrace", { threadId: 1, levels })).stackFrames;
  const stack = async (levels: number) =>
    (await frames(levels)).map(({ name, line, source }) => `${name} at ${source?.path}:${line}`);
  return {
    async go(command, args = {}) {
      await client.request(command, { threadId: 1, ...args });
      why = await client.event<typeof why>("stopped");
      return stack(8);
    },
    stack: () => stack(30),
    async value(expression, frame) {
      const frameId = (await frames(30)).find(({ name }) => name === frame)?.id;
      return (await client.request<{ result: string }>("evaluate", { expression, frameId })).result;
    },
    reason: () => why.description,
    text: () => why.text,
    dump: async (file) => void (await client.request("weft/dumpMemory", { file })),
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
