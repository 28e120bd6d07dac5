import { expect, test } from "vitest";
import type { AspectEffect } from "../../model/index.js";
import type { WovenSite, WovenUnit } from "../woven-unit.js";
import { blamedSites } from "./blamed-sites.js";
import { withOwnLines } from "./compiler-errors.js";

const TEXT = `# 1 "<weft>" 3
struct __weft { template <class R> static R __weft_shadow_4(int); };
# 7 "f.cc"
int f() {\treturn g(h(1)); }
# 1 "a.ah"
void __weft_advice_A_0() { wrong }
# 7 "f.cc" 3
template <class R> R __weft::__weft_shadow_4(int a) { return h(a); }
`;

const at = (part: string) => ({ start: TEXT.indexOf(part), end: TEXT.indexOf(part) + part.length });
const site = (part: string, ...numbers: number[]): WovenSite => ({
  effects: [{ id: part, binding: { joinPoint: { kind: "call", signature: "" } } } as AspectEffect],
  extent: at(part),
  numbers,
});

const WOVEN: WovenUnit = {
  text: TEXT,
  spanMap: {
    spans: [
      { generated: at("int f() {\treturn g(h(1)); }"), original: { start: 0, end: 0 }, from: "unit" },
      { generated: at("void __weft_advice_A_0() { wrong }"), original: { start: 0, end: 0 }, from: "aspect" },
    ],
  },
  effects: [],
  generated: [],
  leftOut: [],
  problems: [],
  sites: () => [site("g(h(1))"), site("h(1)", 4)],
};

function check(said: string, ...expected: [string, string][]): void {
  const blamed = [...blamedSites(WOVEN, said)];
  expect(blamed.map(([{ effects }, message]) => [effects[0]?.id, message])).toEqual(expected);
}

test("lines are those of the text, and system headers stay such", () => {
  const lines = withOwnLines(TEXT).split("\n");
  expect([0, 2, 4, 6].map((line) => lines[line])).toEqual([
    '# 2 "<woven>" 3',
    '# 4 "<woven>"',
    '# 6 "<woven>"',
    '# 8 "<woven>" 3',
  ]);
  expect(lines[3]).toBe("int f() { return g(h(1)); }");
});

test("the innermost join point around the error", () => {
  check("<woven>:4:18: error: no g", ["g(h(1))", "no g"]);
  check("<woven>:4:20: error: no h\n<woven>:4:20: error: really", ["h(1)", "no h"]);
});

test("the join point whose generated function it is", () => {
  check("<woven>:8:62: error: no h", ["h(1)", "no h"]);
});

test("the way to an error in a template: before it by GCC, after it by Clang", () => {
  check("<woven>: In instantiation of 'x':\n<woven>:4:20:   required from here\n<woven>:2:3: error: in std", [
    "h(1)",
    "in std",
  ]);
  check("<woven>:1:3: error: in std\n<woven>:4:20: note: in instantiation of 'x' requested here", [
    "h(1)",
    "in std",
  ]);
});

test("a class whose constructor is missed where objects are used", () => {
  const joinPoint = { kind: "construction", signature: "n::C::C(const C &)" };
  const made: WovenSite = {
    effects: [{ id: "C", binding: { joinPoint } } as AspectEffect],
    extent: at("wrong"),
    numbers: [],
  };
  const unit = { ...WOVEN, sites: () => [made, ...(WOVEN.sites?.() ?? [])] };
  const said =
    "<woven>:4:1: error: not constant\n<woven>:4:2: note: 'n::C::C(const n::C&)' is not 'constexpr'";
  expect([...blamedSites(unit, said).values()]).toEqual(["not constant"]);
  expect([...blamedSites(unit, "<woven>:4:1: error: CC is none")]).toEqual([]);
});

test("what the unit's own code misses is the class's that the message names, not what stands around it", () => {
  const joinPoint = { kind: "construction", signature: "n::C::C(const C &)" };
  const made: WovenSite = {
    effects: [{ id: "C", binding: { joinPoint } } as AspectEffect],
    extent: at("wrong"),
    numbers: [],
  };
  const unit = { ...WOVEN, sites: () => [made, ...(WOVEN.sites?.() ?? [])] };
  const blamed = (said: string) => [...blamedSites(unit, said).keys()].map(({ effects }) => effects[0]?.id);
  expect(blamed("<woven>:4:20: error: use of deleted function 'n::C::C(const n::C&)'")).toEqual(["C"]);
  expect(blamed("<woven>:4:20: error: could not convert '{1}' from '<list>' to 'n::C'")).toEqual(["C"]);
  expect(blamed("<woven>:4:20: error: no h in n::C")).toEqual(["h(1)"]);
});

test("what can't be inlined: where advice would be, and whose body it is", () => {
  check(
    "<woven>:6:5: error: inlining failed in call to 'always_inline' 'a'\n<woven>:4:20: note: called from here",
    ["h(1)", "inlining failed in call to 'always_inline' 'a'"],
  );
  check("<woven>:4:18: error: function '__weft_proceed_4' can never be inlined because it is odd", [
    "h(1)",
    "function '__weft_proceed_4' can never be inlined because it is odd",
  ]);
});

test("errors of advice and of the program are no join point's", () => {
  check("<woven>:4:20:   required from here\n<woven>:6:28: error: wrong");
  check("<woven>:4:1: error: no type");
  check(
    "<woven>:6:28:   required from 'x'\n<woven>:8:21: error: no type named 'ReferredType' in 'struct __weft_jp_4::Arg<0, 0>'",
  );
  check("<woven>:4:20: warning: unused\n<woven>:4:1: error: no type");
});
