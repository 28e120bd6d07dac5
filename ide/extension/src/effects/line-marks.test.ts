import type { EditorEffect } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { countAdvice, lineMarks } from "./line-marks.js";

function effect(line: number, change: Partial<EditorEffect>): EditorEffect {
  return {
    id: `${line}`,
    kind: "before",
    joinPoint: "execution",
    role: "target",
    range: { start: { line, character: 4 }, end: { line, character: 9 } },
    by: { tool: "aspects", name: "Trace" },
    title: "",
    reason: "",
    certainty: "certain",
    order: 0,
    other: [],
    ...change,
  };
}

const icons = (...effects: EditorEffect[]) => lineMarks(effects).map(({ line, icon }) => `${line}: ${icon}`);

test("effects of one line share one mark that shows each advice kind, in a fixed order", () =>
  expect(icons(effect(3, { kind: "around", order: 1 }), effect(3, {}), effect(1, { kind: "after" }))).toEqual(
    ["1: target-after-execution", "3: target-before-around-execution"],
  ));

test("join points of several kinds on a line lose their colour", () =>
  expect(icons(effect(0, { joinPoint: "call" }), effect(0, { joinPoint: "set" }))).toEqual([
    "0: target-before-mixed",
  ]));

test("a stub or a residual keeps its own mark, and beside advice a dot tells of it", () => {
  const stub = effect(0, { kind: "stub", by: { tool: "idl", name: "pager" } });
  const { joinPoint: _, ...bare } = stub;
  expect(lineMarks([bare])).toMatchObject([{ icon: "target-stub", colour: "weft.stub" }]);
  expect(lineMarks([bare, effect(0, { joinPoint: "call" })])).toMatchObject([
    { icon: "target-before-call-more", colour: undefined },
  ]);
  expect(icons(bare, { ...bare, kind: "residual" })).toEqual(["0: target-stub-more"]);
});

test("a line is conditional only when nothing on it is certain", () => {
  const conditional = effect(0, { joinPoint: "get", certainty: "conditional" });
  expect(icons(conditional)).toEqual(["0: target-before-get-conditional"]);
  expect(icons(conditional, effect(0, { joinPoint: "get", kind: "after" }))).toEqual([
    "0: target-before-after-get",
  ]);
});

test("advice points outwards, and says when it matches nothing", () => {
  const place = { uri: "file:///a.c", range: effect(0, {}).range, label: "f" };
  expect(icons(effect(0, { role: "source", kind: "around", other: [place] }))).toEqual(["0: source-around"]);
  expect(icons(effect(0, { role: "source", kind: "around" }))).toEqual(["0: source-unmatched"]);
});

test("advice with a run-time test is dashed; a line that advises and is advised says both", () => {
  const other = [{ uri: "file:///a.c", range: effect(0, {}).range, label: "f" }];
  const source = effect(0, { role: "source", kind: "after", certainty: "conditional", other });
  expect(icons(source)).toEqual(["0: source-after-conditional"]);
  expect(icons(source, effect(0, {}))).toEqual(["0: both-after"]);
  expect(icons(effect(0, { role: "source", kind: "introduction", other }))).toEqual([
    "0: source-introduction",
  ]);
});

test("advice is counted by kind", () =>
  expect(countAdvice([effect(0, {}), effect(1, {}), effect(2, { kind: "around" })])).toBe(
    "2 before, 1 around",
  ));
