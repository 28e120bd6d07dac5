/** Lists, trees and tables shown as what hangs on them. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";

const boot = resolve(import.meta.dirname, "../../weaver-bridge/replug/litmus-boot.S");
const source = resolve(import.meta.dirname, "chains.c");
const FLAGS = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = ["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-static"];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";

let folder = "";
let client: DapClient;

beforeEach((context) => {
  for (const tool of ["gcc", "gdb", "qemu-system-i386"]) requireTool(context, tool);
  folder = mkdtempSync(join(tmpdir(), "weft-walks-"));
  execFileSync("gcc", [...FLAGS, ...MORE, LINK, "-o", join(folder, "kernel.elf"), boot, source]);
  const run = { kernel: "kernel.elf", memory: 32, arguments: ["-nodefaults"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "chains", run }));
  client = startAdapter();
});
afterEach(async () => {
  await client.dispose();
  rmSync(folder, { recursive: true, force: true });
});

interface Evaluated {
  readonly result: string;
  readonly variablesReference: number;
}

/** What is shown of an expression, and of what hangs on it: `[0] "editor"`. */
async function seen(expression: string): Promise<string[]> {
  const { result, variablesReference } = await client.request<Evaluated>("evaluate", { expression });
  if (variablesReference === 0) return [result];
  const { variables } = await children(variablesReference);
  return [result, ...variables.map(({ name, value }) => `${name} ${value}`)];
}

function children(variablesReference: number): Promise<DebugProtocol.VariablesResponse["body"]> {
  return client.request("variables", { variablesReference });
}

test("each is walked in its order, opened, watched and set; what is broken is told where", async () => {
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  await client.request("launch", { type: "weft", request: "launch", project: folder, build: "never" });
  await client.event("initialized");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: "look" }] });
  await client.request("configurationDone");
  await client.event("stopped");

  const inOrder = ["3 elements", '[0] "editor"', '[1] "shell"', '[2] "printer"'];
  expect(await seen("$list(all, struct task, tasks)")).toEqual(inOrder);
  expect(await seen("$list(&all, struct task, tasks)")).toEqual(inOrder);
  expect(await seen("$tree(tree, struct task, sorted)")).toEqual(inOrder);
  expect(await seen("$tree(tree.rb_root, struct task, sorted)")).toEqual(inOrder);
  expect(await seen("$list(nobody, struct task, tasks)")).toEqual(["0 elements"]);
  expect(await seen("$list(first, next)")).toEqual([
    ...["3 elements", '[0] "printer"', '[1] "shell"', '[2] "editor"'],
  ]);
  expect(await seen("$hash(table, struct task, hash)")).toEqual([
    ...["3 elements", '[bucket 0] "shell"', '[bucket 1] "printer"', '[bucket 1] "editor"'],
  ]);
  expect(await seen("$array(slots)")).toEqual(["2 elements", '[1] "shell"', '[4] "editor"']);
  expect(await seen("$array(slots, 3)")).toEqual(["1 element", '[1] "shell"']);

  const { variablesReference } = await client.request<Evaluated>("evaluate", {
    expression: "$list(all, struct task, tasks)",
  });
  const [, shell] = (await children(variablesReference)).variables;
  const { variables: members } = await children(shell?.variablesReference ?? 0);
  expect(members.find(({ name }) => name === "pid")).toMatchObject({ value: "2" });
  const set = { variablesReference: shell?.variablesReference, name: "pid", value: "7" };
  await client.request("setVariable", set);
  expect((await client.request<Evaluated>("evaluate", { expression: "shell.pid" })).result).toBe("7");

  for (const [expression, why] of [
    ["$list(all)", "Write $list(HEAD, TYPE, MEMBER)"],
    ["$list(all, struct task, nothing)", "no member named nothing"],
    ["$tree(tree, struct nothing, sorted)", "No struct type named nothing"],
    ["$hash(table)", "Write $hash(TABLE, TYPE, MEMBER)"],
  ] as const)
    await expect(client.request("evaluate", { expression })).rejects.toThrow(why);

  await client.request("continue", { threadId: 1 });
  await client.event("stopped");
  const [broken] = await seen("$list(all, struct task, tasks)");
  expect(broken).toMatch(
    /^2 elements; it is broken: 0x[\da-f]+ leads to 0x100, which marks an element that was taken out/,
  );
  expect((await seen("$list(first, next)"))[0]).toMatch(/^2 elements; it goes round: /);
});
