/** The habits of editors that speak the protocol: what each says of itself, in which order it asks, and how it leaves. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";
import { buildTestKernel } from "./dap-kernel/build-kernel.js";

interface Habits {
  readonly editor: string;
  /** What it says of itself. */
  readonly initialize: object;
  /** Between `initialized` and `configurationDone`; `$file` is the kernel's source. */
  readonly configures: readonly (readonly [request: string, args: object])[];
  /** How it asks for a stack. */
  readonly stacks: readonly object[];
  readonly leaves: readonly (readonly [request: string, args: object])[];
}

const source = { source: { path: "$file", name: "kernel.c" }, breakpoints: [{ line: 15 }], lines: [15] };

const editors: readonly Habits[] = [
  {
    editor: "VS Code",
    initialize: {
      ...{ clientID: "vscode", clientName: "Visual Studio Code", locale: "en", supportsVariableType: true },
      ...{ supportsVariablePaging: true, supportsInvalidatedEvent: true, supportsMemoryReferences: true },
    },
    configures: [
      ["setBreakpoints", { ...source, sourceModified: false }],
      ["setFunctionBreakpoints", { breakpoints: [] }],
      ["setDataBreakpoints", { breakpoints: [] }],
      ["setInstructionBreakpoints", { breakpoints: [] }],
      ["setExceptionBreakpoints", { filters: ["panic"] }],
    ],
    stacks: [
      { startFrame: 0, levels: 1 },
      { startFrame: 1, levels: 19 },
    ],
    leaves: [["disconnect", { restart: false, terminateDebuggee: true }]],
  },
  {
    editor: "Neovim's nvim-dap",
    initialize: { clientID: "neovim", clientName: "neovim", supportsRunInTerminalRequest: true },
    configures: [
      ["setBreakpoints", { ...source, sourceModified: false }],
      ["setExceptionBreakpoints", { filters: ["panic"] }],
    ],
    stacks: [{}],
    leaves: [
      ["terminate", { restart: false }],
      ["disconnect", { restart: false, terminateDebuggee: true }],
    ],
  },
  {
    editor: "Emacs's dape",
    initialize: { clientID: "dape", supportsRunInTerminalRequest: true, supportsStartDebuggingRequest: true },
    configures: [
      ["setExceptionBreakpoints", { filters: [] }],
      ["setDataBreakpoints", { breakpoints: [] }],
      ["setBreakpoints", source],
      ["setFunctionBreakpoints", { breakpoints: [] }],
    ],
    stacks: [{ levels: 1 }, { startFrame: 0, levels: 20 }],
    leaves: [["disconnect", { restart: false }]],
  },
];

let client: DapClient;
beforeEach((context) => {
  for (const tool of ["gcc", "gdb", "qemu-system-i386"]) requireTool(context, tool);
});
afterEach(() => client.dispose());

test.each(editors)("$editor stops at a line, sees its frames and variables, and leaves", async (habits) => {
  const kernel = buildTestKernel();
  client = startAdapter();
  const common = { adapterID: "weft", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" };
  await client.request("initialize", { ...common, ...habits.initialize });
  const launched = client.request("launch", { type: "weft", project: kernel.folder, build: "never" });
  await client.event("initialized");
  for (const [request, args] of habits.configures)
    await client.request(request, JSON.parse(JSON.stringify(args).replace("$file", kernel.file("kernel.c"))));
  await client.request("configurationDone", {});
  await launched;
  const { threadId } = await client.event<{ threadId: number }>("stopped");
  await client.request("threads");
  const frames: DebugProtocol.StackFrame[] = [];
  for (const part of habits.stacks) {
    const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
      threadId,
      ...part,
    });
    for (const frame of stackFrames) if (!frames.some(({ id }) => id === frame.id)) frames.push(frame);
  }
  expect(frames.map(({ name }) => name)).toContain("sys_open");
  expect(frames.at(-1)?.name).toBe("_start");
  const frameId = frames.find(({ name }) => name === "sys_open")?.id;
  const { scopes } = await client.request<{ scopes: DebugProtocol.Scope[] }>("scopes", { frameId });
  const [local] = scopes;
  const { variables } = await client.request<{ variables: DebugProtocol.Variable[] }>("variables", {
    variablesReference: local?.variablesReference,
  });
  expect(variables.length).toBeGreaterThan(0);
  for (const context of ["hover", "watch", "repl"])
    await client.request("evaluate", { expression: "open_count", frameId, context });
  for (const [request, args] of habits.leaves) await client.request(request, args).catch(() => {});
  expect(await client.exited).toBe(0);
});
