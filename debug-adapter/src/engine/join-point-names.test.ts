import { expect, test } from "vitest";
import { joinPointNames } from "./join-point-names.js";

const range = { file: "fs/open.c", startLine: 7, startColumn: 1, endLine: 7, endColumn: 4 };
const names = joinPointNames(["Trace"], {
  aspect: "My_Trace",
  joinPoint: {
    id: "1",
    kind: "execution",
    signature: "int f(int)",
    within: "int f(int)",
    range,
    inMacro: false,
  },
  variables: ["__weft_at_result", "__weft_arg0", "__weft_target", "own"],
  globals: ["__weft_My_Trace_calls", "__weft_Trace_calls", "jiffies"],
});

test("generated parameters are shown as fields of tjp, members with their aspect, other glue not at all", () => {
  expect(names.shown("__weft_at_result")).toBe("tjp->result");
  expect(names.shown("__weft_arg0")).toBe("tjp->arg0");
  expect(names.shown("own")).toBe("own");
  expect(names.shown("__weft_My_Trace_calls")).toBe("My_Trace::calls");
  expect(names.shown("__weft_Trace_calls")).toBe("Trace::calls");
  expect(names.shown("__weft_anything")).toBeUndefined();
});

test.each([
  ["tjp->arg0", "__weft_arg0"],
  ["tjp -> result = 3", "(*__weft_at_result) = 3"],
  ["&tjp->target->i_uid", "&__weft_target->i_uid"],
  ["calls + p->calls + s.calls", "__weft_My_Trace_calls + p->calls + s.calls"],
  ["Trace::calls", "__weft_Trace_calls"],
  ['strlen("calls tjp->arg0")', 'strlen("calls tjp->arg0")'],
  ["tjp->arg9", "tjp->arg9"],
  ["$eax + 1.5", "$eax + 1.5"],
])("%s is %s", (text, expected) => {
  expect(names.expression(text)).toBe(expected);
});

test("what the weaver knew needs no code", () => {
  expect(names.constant("tjp->signature")).toBe('"int f(int)"');
  expect(names.constant("tjp->line")).toBe("7");
  expect(names.constant("tjp->filename")).toBe('"fs/open.c"');
  expect(names.constant("tjp->arg0")).toBeUndefined();
  expect(joinPointNames([]).constant("tjp->signature")).toBeUndefined();
});
