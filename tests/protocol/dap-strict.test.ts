/** The protocol to the letter: order, malformed requests, parts of long lists, code before an address, names of breakpoints. */
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("strict", ["objdump"]);
const FILE = "large-array.c";
const source = { path: resolve(import.meta.dirname, FILE) };

type Breakpoints = DebugProtocol.SetBreakpointsResponse["body"];
type Variables = DebugProtocol.VariablesResponse["body"];

const stopped = () => kernel.client.event<DebugProtocol.StoppedEvent["body"]>("stopped");

function setLines(...lines: number[]): Promise<Breakpoints> {
  const breakpoints = lines.map((line) => ({ line }));
  return kernel.client.request<Breakpoints>("setBreakpoints", { source, breakpoints });
}

test("a machine that is asked strictly answers strictly", async () => {
  // What fills up to the next function belongs to none.
  kernel.build(FILE, {}, { flags: ["-falign-functions=32"] });
  const adapter = kernel.client;
  const capabilities = await kernel.launch({ stopAt: "first_processor" });
  await adapter.request("configurationDone");
  await stopped();
  await inOrder();
  await malformed();
  await codeBefore();
  await longArrays();
  await otherBreakpoints();
  await whileItRuns();
  await whileItSteps();
  expect(capabilities).toMatchObject({
    ...{ supportsSetExpression: true, supportsCompletionsRequest: true },
    supportsBreakpointLocationsRequest: true,
  });
  expect(adapter.output("console") + adapter.output("stderr")).not.toContain("unhandled");
});

async function inOrder(): Promise<void> {
  const [set] = await Promise.all([
    setLines(kernel.lineOf("table[1][turns")),
    kernel.client.request("continue", { threadId: 1 }),
  ]);
  expect(set.breakpoints).toMatchObject([{ verified: true }]);
  expect(await stopped()).toMatchObject({ reason: "breakpoint", hitBreakpointIds: [set.breakpoints[0]?.id] });
}

async function malformed(): Promise<void> {
  const { client: adapter } = kernel;
  for (const command of [
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setDataBreakpoints",
    "setInstructionBreakpoints",
  ])
    await expect(adapter.request(command)).rejects.toThrow(/" is missing/);
  const odd = {
    breakpoints: [{ instructionReference: "no address" }, { instructionReference: "-1", offset: -7 }],
  };
  const { breakpoints } = await adapter.request<Breakpoints>("setInstructionBreakpoints", odd);
  expect(breakpoints.map(({ verified, message = "" }) => [verified, message !== ""])[0]).toEqual([
    false,
    true,
  ]);
  await adapter.request("setInstructionBreakpoints", { breakpoints: [] });
  for (const expression of ["turns\n-gdb-exit", "\0", '"'])
    await adapter
      .request("evaluate", { expression })
      .catch((error: Error) => expect(error.message).not.toBe(""));
  adapter.process.stdin?.write("Content-Length: 5\r\n\r\n{nul}Content-Length: 4\r\n\r\nnull");
  await adapter.request("threads");
}

/** objdump decodes whole sections, from symbol to symbol. */
async function codeBefore(): Promise<void> {
  const listing = execFileSync("objdump", ["-d", "-j", ".text", join(kernel.folder, "kernel.elf")], {
    encoding: "utf8",
  });
  const addresses = [...listing.matchAll(/^ +([0-9a-f]+):\t[^\t\n]+\t/gm)].map(([, digits]) =>
    parseInt(digits ?? "", 16),
  );
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    { threadId: 1 },
  );
  const memoryReference = stackFrames[0]?.instructionPointerReference ?? "";
  const at = addresses.indexOf(Number(memoryReference));
  for (let back = 1; back <= 50; back++) {
    const { instructions } = await kernel.client.request<DebugProtocol.DisassembleResponse["body"] & object>(
      "disassemble",
      { memoryReference, instructionOffset: -back, instructionCount: back + 2 },
    );
    expect(instructions.map(({ address }) => Number(address))).toEqual(addresses.slice(at - back, at + 2));
  }
}

async function longArrays(): Promise<void> {
  const { client: adapter } = kernel;
  const childrenOf = async (reference: number, part: object = {}) =>
    (await adapter.request<Variables>("variables", { variablesReference: reference, ...part })).variables;
  const all = await adapter.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", {
    expression: "records",
  });
  expect(all.indexedVariables).toBe(100_000);
  const part = await childrenOf(all.variablesReference, { filter: "indexed", start: 50_000, count: 2 });
  expect(part.map(({ name }) => name)).toEqual(["[50000]", "[50001]"]);
  expect((await childrenOf(part[0]?.variablesReference ?? 0)).map(({ name }) => name)).toEqual([
    "key",
    "name",
  ]);
  expect(await childrenOf(all.variablesReference, { filter: "named" })).toEqual([]);
  const pages = await childrenOf(all.variablesReference);
  expect([pages.length, pages.at(-1)?.name]).toEqual([10, "[90000 … 99999]"]);
  const deeper = await childrenOf(pages.at(-1)?.variablesReference ?? 0);
  const last = await childrenOf(deeper.at(-1)?.variablesReference ?? 0);
  expect(last.at(-1)).toMatchObject({ name: "[99999]", type: "struct record" });
  const table = await adapter.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", {
    expression: "table",
  });
  const rows = await childrenOf(table.variablesReference);
  expect(rows.map(({ name, indexedVariables }) => [name, indexedVariables])).toEqual(
    [0, 1, 2].map((row) => [`[${row}]`, 200]),
  );
  await adapter.request("setExpression", { expression: "table[2][150]", value: "40 + 2" });
  const cells = await childrenOf(rows[2]?.variablesReference ?? 0, { start: 150, count: 1 });
  expect(cells).toMatchObject([{ name: "[150]", value: "42" }]);
}

async function otherBreakpoints(): Promise<void> {
  const { client: adapter } = kernel;
  const { targets } = await adapter.request<{ targets: DebugProtocol.CompletionItem[] }>("completions", {
    text: "1 + tur",
    column: 8,
  });
  expect(targets).toEqual([{ label: "turns", start: 4, length: 3 }]);
  const line = kernel.lineOf("    turns++");
  const locations = await adapter.request<{ breakpoints: { line: number }[] }>("breakpointLocations", {
    source,
    line,
    endLine: line + 1,
  });
  expect(locations.breakpoints).toEqual([{ line }, { line: line + 1 }]);
  await setLines();
  const functions = (...names: string[]) =>
    adapter.request<Breakpoints>("setFunctionBreakpoints", { breakpoints: names.map((name) => ({ name })) });
  await functions("wide");
  await adapter.request("continue", { threadId: 1 });
  await stopped();
  const { stackFrames } = await adapter.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  const set = await functions(
    "wide",
    `${FILE}:wide`,
    `*${stackFrames[0]?.instructionPointerReference}`,
    "other.c:wide",
  );
  expect(set.breakpoints.map(({ verified }) => verified)).toEqual([true, true, true, false]);
  await adapter.request("continue", { threadId: 1 });
  const { hitBreakpointIds = [] } = await stopped();
  expect([...hitBreakpointIds].sort()).toEqual(set.breakpoints.slice(0, 3).map(({ id }) => id));
  await functions();
}

async function whileItRuns(): Promise<void> {
  await kernel.client.request("continue", { threadId: 1 });
  const { breakpoints } = await setLines(kernel.lineOf("records[50000].key"));
  expect(breakpoints).toMatchObject([{ verified: true }]);
  expect(await stopped()).toMatchObject({ reason: "breakpoint", hitBreakpointIds: [breakpoints[0]?.id] });
}

/** The step is over a call that takes a while. */
async function whileItSteps(): Promise<void> {
  const line = kernel.lineOf("    spin();");
  await kernel.client.request("next", { threadId: 1 });
  await stopped();
  await kernel.client.request("next", { threadId: 1 });
  const { breakpoints } = await setLines(kernel.lineOf("table[1][turns"));
  expect(breakpoints).toMatchObject([{ verified: true }]);
  expect(await stopped()).toMatchObject({ reason: "step" });
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    { threadId: 1 },
  );
  expect(stackFrames[0]?.line).toBe(line + 1);
}
