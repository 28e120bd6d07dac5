import type { AspectEffect, UnitWeaveMap } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { showStack } from "./stack.js";
import { indexWeaveMap, readWeaveMap } from "./weave-map.js";

function effect(id: string, title: string, within: string, line: number, file = "fs/open.c"): AspectEffect {
  const range = { file, startLine: line, startColumn: 1, endLine: line, endColumn: 9 };
  return {
    id,
    target: range,
    origin: { ...range, file: "/k/t.ah" },
    by: { tool: "aspects", name: "My_Trace" },
    title,
    reason: "",
    certainty: "certain",
    order: 0,
    binding: {
      kind: "advice",
      when: "before",
      joinPoint: { id, kind: "get", signature: "int a::b", within, inMacro: false },
      adviceIndex: 0,
    },
  };
}

function unit(source: string, effects: AspectEffect[], generated: UnitWeaveMap["generated"]): UnitWeaveMap {
  return { version: 2, source, directory: "/k", status: "woven", effects, generated };
}

const shared = unit(
  "fs/open.c",
  [
    effect("1", "My_Trace: before get of a::b", "int sys_open(const char *,int)", 10),
    effect("2", "My_Trace: before get of c::d", "int sys_open(const char *,int)", 12),
    effect("3", "My_Trace: before get of e::f", "void close(void)", 40),
  ],
  [
    {
      symbol: "__weft_advice_My_Trace_0_1",
      role: "advice",
      effects: ["1", "2", "3"],
      label: "My_Trace: before get of a::b and 2 more",
    },
    { symbol: "__weft_proceed_2", role: "proceed", effects: [], label: "sys_open" },
    { symbol: "__weft_proceed_8", role: "proceed", effects: [], label: "set of 'b'" },
  ],
);
const other = unit(
  "mm/page.c",
  [effect("9", "My_Trace: before get of p::q", "void page(void)", 3, "mm/page.c")],
  [
    {
      symbol: "__weft_advice_My_Trace_0_1",
      role: "advice",
      effects: ["9"],
      label: "My_Trace: before get of p::q",
    },
  ],
);
const index = indexWeaveMap([shared, other]);

/** The shown stack, innermost first, of `symbol file:line` texts. */
function shown(...frames: string[]): string[] {
  const raw = frames.map((text, level) => {
    const [symbol = "", file = "", line = "0"] = text.split(/[ :]/);
    return { level, symbol, file, line: Number(line) };
  });
  return showStack(raw, index).map(({ kind, name }) => `${kind} ${name}`);
}

test("advice that join points share is named after the one around it", () => {
  const advice = "__weft_advice_My_Trace_0_1 /k/t.ah:3";
  expect(shown(advice, "sys_open /k/fs/open.c:12")[0]).toBe("advice My_Trace: before get of c::d");
  expect(shown(advice, "close /k/fs/open.c:40")[0]).toBe("advice My_Trace: before get of e::f");
  expect(shown(advice, "sys_open /k/fs/open.c:99")[0]).toBe("advice My_Trace: before get of a::b and 2 more");
});

test("the same symbol in another unit is another function", () => {
  expect(shown("__weft_advice_My_Trace_0_1 /k/t.ah:3", "page /k/mm/page.c:3")[0]).toBe(
    "advice My_Trace: before get of p::q",
  );
});

test("glue is folded, original bodies carry the function's name", () => {
  expect(
    shown(
      "__weft_proceed_2 /k/fs/open.c:5",
      "__weft_advice_My_Trace_0_1 /k/t.ah:3",
      "__weft_shadow_7 /k/fs/open.c:10",
      "sys_open /k/fs/open.c:10",
    ),
  ).toEqual(["proceed sys_open", "advice My_Trace: before get of a::b", "kernel sys_open"]);
});

test("a breakpoint in advice that the optimizer scattered over a function is shown in the advice", () => {
  const scattered = [
    { level: 0, symbol: "close", file: "/k/t.ah", line: 40 },
    { level: 1, symbol: "main", file: "/k/main.c", line: 7 },
  ];
  const at = (file?: string) =>
    showStack(scattered, index, file).map(({ level, kind, name, file, line }) => [
      level,
      kind,
      name,
      file,
      line,
    ]);
  const kernel = [
    [0, "kernel", "close", "/k/fs/open.c", 40],
    [1, "kernel", "main", "/k/main.c", 7],
  ];
  expect(at()).toEqual(kernel);
  expect(at("/k/other.ah")).toEqual(kernel);
  expect(at("/k/t.ah")).toEqual([[0, "advice", "My_Trace: before get of e::f", "/k/t.ah", 40], ...kernel]);
});

test("what runs an access behind proceed() is glue", () => {
  expect(shown("__weft_proceed_8 /k/fs/open.c:5", "sys_open /k/fs/open.c:5")).toEqual(["kernel sys_open"]);
});

test("names tell enough without a map", () => {
  const bare = indexWeaveMap([]);
  expect(bare.generated("__weft_advice_My_Trace_12_3")).toEqual({
    role: "advice",
    label: "My_Trace: advice",
    aspect: "My_Trace",
  });
  expect(bare.generated("__weft_advice_T_0_1.constprop.0")?.role).toBe("advice");
  expect(bare.generated("__weft_shadow_1")).toEqual({ role: "shadow" });
  expect(bare.generated("__weft_Trace_calls")).toBeUndefined();
  expect(bare.generated("sys_open")).toBeUndefined();
  const frames = [
    { level: 0, symbol: "__weft_proceed_2" },
    { level: 1, symbol: "__weft_advice_T_0_1" },
    { level: 2, symbol: "sys_open" },
  ];
  expect(showStack(frames, bare).map(({ name }) => name)).toEqual(["sys_open", "T: advice", "sys_open"]);
});

test.each([
  "",
  "{",
  "[]",
  '{"version":2,"units":[]}',
  '{"version":1}',
  '{"version":1,"units":[{}]}',
  '{"version":1,"units":[null]}',
])("a broken map %j still gives an index", (text) => {
  expect(readWeaveMap(text).index.generated("__weft_shadow_1")?.role).toBe("shadow");
});

test("the header of a function with execution advice is known by its place", () => {
  const sysOpen = effect("1", "My_Trace: before execution of sys_open", "int sys_open(const char *,int)", 10);
  const joinPoint = { ...sysOpen.binding.joinPoint, kind: "execution" as const };
  const execution: AspectEffect = { ...sysOpen, binding: { ...sysOpen.binding, joinPoint } };
  const map = indexWeaveMap([unit("fs/open.c", [execution, effect("2", "", "void close(void)", 40)], [])]);
  expect(map.advisedFunctionAt("/k/fs/open.c", 10)).toBe("sys_open");
  expect(map.advisedFunctionAt("/k/fs/open.c", 11)).toBeUndefined();
  expect(map.advisedFunctionAt("/k/fs/open.c", 40)).toBeUndefined();
});

test("a function that IDL made says what it is", () => {
  const { index } = readWeaveMap(
    JSON.stringify({
      version: 2,
      units: [],
      stubs: [{ symbol: "fs_sync", title: "fs::sync: client stub", role: "client" }],
    }),
  );
  const names = showStack(
    [
      { level: 0, symbol: "fs_sync" },
      { level: 1, symbol: "main" },
    ],
    index,
  );
  expect(names.map(({ name }) => name)).toEqual(["fs_sync (fs::sync: client stub)", "main"]);
});

test("a residual function says what it was made of", () => {
  const title = "send_signal specialized for SIGUSR1";
  const { index } = readWeaveMap('{"version":2,"units":[]}', [{ symbol: "send_usr1", title }]);
  const [frame] = showStack([{ level: 0, symbol: "send_usr1" }], index);
  expect(frame?.name).toBe(`send_usr1 (${title})`);
});

test("of functions of one name, the advice is of the one whose code it is", () => {
  const title = "My_Trace: before execution of main";
  const programs = ["kernel/main.c", "user/ls.c", "user/sh.c"].map((source) =>
    unit(source, [effect(source, title, "int main()", 4, source)], []),
  );
  const mains = indexWeaveMap(programs);
  const frame = { level: 0, symbol: "main", file: "/k/t.ah", line: 4 };
  const [first] = programs[0]?.effects ?? [];
  const line = first?.origin.startLine ?? 0;
  const shown = (source?: string) =>
    showStack([{ ...frame, line, ...(source === undefined ? {} : { source }) }], mains).map(
      ({ file }) => file,
    );
  expect(mains.advisedSources("main", "/k/t.ah", line)).toEqual([
    "/k/kernel/main.c",
    "/k/user/ls.c",
    "/k/user/sh.c",
  ]);
  expect(shown("/k/user/ls.c")).toEqual(["/k/user/ls.c"]);
  expect(shown("/k/kernel/main.c")).toEqual(["/k/kernel/main.c"]);
  // None is guessed, and none of a program that the weave map does not know.
  expect(shown()).toEqual(["/k/t.ah"]);
  expect(shown("/k/user/init.c")).toEqual(["/k/t.ah"]);
});
