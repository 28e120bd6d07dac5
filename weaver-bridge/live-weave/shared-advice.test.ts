import { expect, test } from "vitest";
import type { AspectEffect } from "../model/index.js";
import type { LiveHook } from "../weaver/index.js";
import { type SharedAdvice, sharedPlan } from "./shared-advice.js";

const effects = (index: number) =>
  [
    { origin: { file: "a.ah" }, by: { name: "A" }, binding: { adviceIndex: index } },
  ] as unknown as AspectEffect[];

const access = (owner: string, advice: number) => ({
  key: `${owner}: a.ah A ${advice}`,
  kind: "get",
  place: `get of ${owner}::m`,
  effects: effects(advice),
  places: [],
});

const hook = (owner: string, advice: number, target: boolean) =>
  ({
    ...{ symbol: `${owner}${advice}`, target: `${owner}::m`, access: { kind: "get" }, isShared: true },
    ...{ uses: { pc: false, target, arguments: new Map() }, effects: effects(advice) },
  }) as unknown as LiveHook;

const advice = (...accesses: object[]) =>
  ({ accesses, executions: [], choices: [], gaps: [], firstMembers: [] }) as unknown as SharedAdvice;

test("advice that does not ask for the object serves structs that no source that was read tells of", () => {
  const plan = sharedPlan(advice(access("inode", 0), access("spinlock", 0)), [hook("inode", 0, false)]);
  expect(plan?.isWhole).toBe(true);
  expect(plan?.hooks.get("spinlock: a.ah A 0")?.symbol).toBe("inode0");
});

test.each([
  ["asks for the object", hook("inode", 0, true)],
  ["is another one", hook("inode", 1, false)],
])("advice that %s does not", (_, known) => {
  const plan = sharedPlan(advice(access("inode", 0), access("inode", 1), access("spinlock", 0)), [known]);
  expect(plan?.isWhole).toBe(false);
  expect(plan?.hooks.has("spinlock: a.ah A 0")).toBe(false);
});
