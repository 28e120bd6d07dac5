import { type EditorEffect, showEverything } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { affectedLines, affectedWords } from "./affected-lines.js";

function effect(line: number, name: string, role: EditorEffect["role"] = "target"): EditorEffect {
  return {
    ...{ id: `${line} ${name}`, kind: "before", joinPoint: "call", role, title: "", reason: "" },
    range: { start: { line, character: 0 }, end: { line, character: 1 } },
    by: { tool: "aspects", name },
    ...{ certainty: "certain", order: 0, other: [] },
  };
}

const effects = [effect(1, "Trace"), effect(1, "Owner"), effect(4, "Owner"), effect(9, "Trace", "source")];

test("a line counts once, however much affects it, and an advice is no affected line", () => {
  expect(affectedWords(affectedLines(effects, showEverything))).toBe("2 affected lines");
  expect(affectedWords(affectedLines([effect(1, "Trace")], showEverything))).toBe("1 affected line");
});

test("lines whose effects are all hidden are told apart", () => {
  const hidden = affectedLines(effects, { ...showEverything, hiddenAspects: ["Owner"] });
  expect(affectedWords(hidden)).toBe("1 of 2 affected lines, others are hidden");
});
