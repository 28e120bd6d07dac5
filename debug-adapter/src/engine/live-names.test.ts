import { expect, test } from "vitest";
import { liveNames } from "./live-names.js";
import { type RawFrame, showStack } from "./stack.js";
import { indexWeaveMap } from "./weave-map.js";

const advice = (title: string, number: number, isAfter: boolean) => ({
  ...{ symbol: "__weft_live_0_1", body: `__weft_advice_A_${number}`, isAfter, title, aspect: "A" },
});
const names = liveNames({
  advice: [advice("A: before f", 0, false), advice("A: after f", 10, true)],
  trampolines: [[{ start: 0x100, end: 0x120, pushed: 0, saved: [], at: 0xc0100000 }]],
});

const shown = (file: string | undefined, ...frames: Omit<RawFrame, "level">[]) => {
  const levels = frames.map((frame, level) => ({ ...frame, level }));
  return showStack(names.shown(levels, file), names.indexWith(indexWeaveMap([]))).map(({ name }) => name);
};
const trampoline = { address: "0x00000110" };
const kernel = [{ symbol: "f", address: "0xc0100000" }, { symbol: "main" }];

test("the advice has its title, and what leads to it is left out", () => {
  const body = { symbol: "__weft_advice_A_0_3" };
  expect(shown(undefined, body, { symbol: "__weft_live_0_1" }, trampoline, ...kernel)).toEqual([
    ...["A: before f", "f", "main"],
  ]);
  const after = { symbol: "__weft_advice_A_10" };
  expect(shown(undefined, after, { symbol: "__weft_live_0_1_leave_guarded" }, trampoline, ...kernel)).toEqual(
    ["A: after f", "f", "main"],
  );
  expect(shown(undefined, { symbol: "__weft_live_0_1_enter" }, trampoline, ...kernel)).toEqual(["f", "main"]);
  expect(shown(undefined, trampoline, ...kernel)).toEqual(["f", "main"]);
});

test("a breakpoint in an aspect shows its advice also where it has no frame of its own", () => {
  const moved = { symbol: "__weft_live_0_1_leave", file: "/k/a.ah", line: 3 };
  expect(shown("/k/a.ah", moved, trampoline, ...kernel)).toEqual(["A: after f", "f", "main"]);
  expect(shown(undefined, moved, trampoline, ...kernel)).toEqual(["f", "main"]);
});
