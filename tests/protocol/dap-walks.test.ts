/** Lists, trees and tables shown as what hangs on them. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { beforeEach, expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("walks");

beforeEach(() => kernel.build("chains.c"));

interface Evaluated {
  readonly result: string;
  readonly variablesReference: number;
}

/** What is shown of an expression, and of what hangs on it: `[0] "editor"`. */
async function seen(expression: string): Promise<string[]> {
  const { result, variablesReference } = await kernel.client.request<Evaluated>("evaluate", { expression });
  if (variablesReference === 0) return [result];
  const { variables } = await children(variablesReference);
  return [result, ...variables.map(({ name, value }) => `${name} ${value}`)];
}

function children(variablesReference: number): Promise<DebugProtocol.VariablesResponse["body"]> {
  return kernel.client.request("variables", { variablesReference });
}

test("each is walked in its order, opened, watched and set; what is broken is told where", async () => {
  await kernel.launch();
  await kernel.client.request("setFunctionBreakpoints", { breakpoints: [{ name: "look" }] });
  await kernel.client.request("configurationDone");
  await kernel.client.event("stopped");

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

  const { variablesReference } = await kernel.client.request<Evaluated>("evaluate", {
    expression: "$list(all, struct task, tasks)",
  });
  const [, shell] = (await children(variablesReference)).variables;
  const { variables: members } = await children(shell?.variablesReference ?? 0);
  expect(members.find(({ name }) => name === "pid")).toMatchObject({ value: "2" });
  const set = { variablesReference: shell?.variablesReference, name: "pid", value: "7" };
  await kernel.client.request("setVariable", set);
  expect((await kernel.client.request<Evaluated>("evaluate", { expression: "shell.pid" })).result).toBe("7");

  for (const [expression, why] of [
    ["$list(all)", "Write $list(HEAD, TYPE, MEMBER)"],
    ["$list(all, struct task, nothing)", "no member named nothing"],
    ["$tree(tree, struct nothing, sorted)", "No struct type named nothing"],
    ["$hash(table)", "Write $hash(TABLE, TYPE, MEMBER)"],
  ] as const)
    await expect(kernel.client.request("evaluate", { expression })).rejects.toThrow(why);

  await kernel.client.request("continue", { threadId: 1 });
  await kernel.client.event("stopped");
  const [broken] = await seen("$list(all, struct task, tasks)");
  expect(broken).toMatch(
    /^2 elements; it is broken: 0x[\da-f]+ leads to 0x100, which marks an element that was taken out/,
  );
  expect((await seen("$list(first, next)"))[0]).toMatch(/^2 elements; it goes round: /);
});
