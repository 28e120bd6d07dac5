import fc from "fast-check";
import { expect, test } from "vitest";
import { isDue, parseHitCondition, parseLogMessage, redundantLocations } from "./breakpoints.js";
import { indexWeaveMap } from "./weave-map.js";

test.each([
  ["5", { kind: "equal", count: 5 }],
  [" == 5 ", { kind: "equal", count: 5 }],
  ["=5", { kind: "equal", count: 5 }],
  [">= 3", { kind: "from", count: 3 }],
  ["> 3", { kind: "from", count: 4 }],
  ["> 0", { kind: "from", count: 1 }],
  ["%2", { kind: "every", count: 2 }],
  ["0", undefined],
  ["% 0", undefined],
  ["< 3", undefined],
  ["five", undefined],
  ["", undefined],
])("hit condition %j", (text, expected) => {
  expect(parseHitCondition(text)).toEqual(expected);
});

test("hits that stop", () => {
  const due = (text: string) => {
    const condition = parseHitCondition(text);
    return [1, 2, 3, 4, 5, 6].filter((hit) => condition !== undefined && isDue(condition, hit));
  };
  expect([due("2"), due(">= 4"), due("% 3")]).toEqual([[2], [4, 5, 6], [3, 6]]);
});

test("log messages keep text and expressions apart", () => {
  expect(parseLogMessage("a {x + 1} b")).toEqual([{ text: "a " }, { expression: "x + 1" }, { text: " b" }]);
  expect(parseLogMessage("{{x}} {")).toEqual([{ text: "{x} {" }]);
  expect(parseLogMessage("{}")).toEqual([{ text: "{}" }]);
  expect(parseLogMessage("")).toEqual([]);
});

test("log messages of any text parse", () => {
  fc.assert(fc.property(fc.string(), (text) => parseLogMessage(text).length >= 0));
});

const place = (number: string, address: number, symbol: string, container = "open") => ({
  number,
  address,
  symbol,
  container,
});
const index = indexWeaveMap([]);

test("glue at a kernel line and the code around it count as one, the first address stays", () => {
  const glueFirst = [place("1.1", 10, "__weft_shadow_1"), place("1.2", 30, "open")];
  expect(redundantLocations(glueFirst, index)).toEqual(["1.2"]);
  const codeFirst = [
    place("1.1", 10, "open"),
    place("1.2", 30, "__weft_shadow_1"),
    place("1.3", 40, "__weft_shadow_2"),
  ];
  expect(redundantLocations(codeFirst, index)).toEqual(["1.2", "1.3"]);
});

test("copies of a kernel function in several places stay, each with its glue", () => {
  const copies = [
    place("1.1", 10, "__weft_shadow_1", "main"),
    place("1.2", 12, "open", "main"),
    place("1.3", 110, "open", "main"),
    place("1.4", 112, "__weft_shadow_1", "main"),
    place("1.5", 500, "open", "open"),
  ];
  expect(redundantLocations(copies, index)).toEqual(["1.2", "1.4"]);
});

test("glue alone stops once in each machine function", () => {
  const alone = [
    place("1.1", 10, "__weft_shadow_1", "a"),
    place("1.2", 20, "__weft_shadow_2", "a"),
    place("1.3", 90, "__weft_shadow_1", "b"),
  ];
  expect(redundantLocations(alone, index)).toEqual(["1.2"]);
});

test("advice copies all stay", () => {
  expect(
    redundantLocations(
      [place("1.1", 1, "__weft_advice_T_0_1"), place("1.2", 2, "__weft_advice_T_0_2")],
      index,
    ),
  ).toEqual([]);
});
