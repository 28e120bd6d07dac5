import { expect, test } from "vitest";
import { runsFor } from "./advised-line.js";

const advice = { symbol: "__weft_advice_A_0_1", file: "/k/a.ah", line: 3 };
const place = { symbol: advice.symbol, file: "/k/fs/inode.h", startLine: 91, endLine: 92 };

test("of advice on an access the copy that is inlined at its line runs there", () => {
  const at = (line: number) => [advice, { symbol: "inode_init", file: "/k/fs/inode.h", line }];
  expect(runsFor(place, at(91))).toBe(true);
  expect(runsFor(place, at(93))).toBe(false);
});

test("of advice on execution the copy in its function runs there, whatever the line", () => {
  const execution = { ...place, startLine: 5, endLine: 5, executes: "sys_kill" };
  const inside = (symbol: string) => [advice, { symbol, file: "/k/fs/inode.h", line: 17 }];
  expect(runsFor(execution, inside("sys_kill"))).toBe(true);
  expect(runsFor(execution, inside("sys_sleep"))).toBe(false);
});
