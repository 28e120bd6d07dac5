import type { EditorEffect } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { liveWords } from "./live-words.js";

const at = (name: string, live?: { hits?: number; last?: string }, joinPoint = "set") =>
  ({ role: "target", joinPoint, by: { tool: "aspects", name }, ...(live && { live }) }) as EditorEffect;

test("what advice in the running kernel met and logged stands behind its line", () => {
  expect(liveWords([at("A", { hits: 1200, last: "pid 3, at 7" })])).toBe(
    "met 1,200 times, last: pid 3, at 7",
  );
  expect(liveWords([at("A", { hits: 1 }), at("B", { hits: 2, last: "x" })])).toBe(
    "A met 1 time; B met 2 times, last: x",
  );
  expect(liveWords([at("A", {})])).toBe("hits unknown");
});

test("functions and what is woven by the build have no such words, and long ones end", () => {
  expect(liveWords([at("A"), at("B", { hits: 3 }, "execution")])).toBeUndefined();
  const long = liveWords([at("A", { hits: 1, last: "x".repeat(300) })]) ?? "";
  expect(long).toHaveLength(100);
  expect(long.endsWith("…")).toBe(true);
});
