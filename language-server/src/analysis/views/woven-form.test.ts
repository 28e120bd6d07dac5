import type { Span } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { type Woven, wovenForm } from "./woven-form.js";

/** Text with `‹…›` around what the weaver brought and `«…»` around an aspect's text. */
function wovenFrom(marked: string): Woven {
  const spans: Span[] = [];
  let text = "";
  let from: Span["from"] = "unit";
  let start = 0;
  const close = (next: Span["from"]) => {
    if (text.length > start)
      spans.push({ generated: { start, end: text.length }, original: { start: 0, end: 0 }, from });
    start = text.length;
    from = next;
  };
  for (const sign of marked)
    if (sign === "‹") close("glue");
    else if (sign === "«") close("aspect");
    else if (sign === "›" || sign === "»") close("unit");
    else text += sign;
  close("unit");
  const generated = [
    {
      symbol: "__weft_advice_Trace_0_1",
      role: "advice" as const,
      effects: [],
      label: "Trace: before execution of f",
    },
  ];
  return { text, bytes: text, spans, generated, directory: "/k" };
}

const SOURCE = '#include "a.h"\nint f(void)\n{\n\treturn 1;\n}\n';
const WOVEN = wovenFrom(`# 1 "a.h" 1
struct s;
struct t;
# 2 "f.c" 2
‹# 2 "f.c" 3
static __inline void __weft_advice_Trace_0_1(void);
# 2 "f.c"
›int f(void)
{‹ __weft_advice_Trace_0_1(); ›
	return 1;
}
‹# 3 "/k/t.ah" 3
static __inline void __weft_advice_Trace_0_1(void) {
«# 3 "/k/t.ah"
 {
  calls++;
 }
»# 3 "/k/t.ah" 3
}
›`);

const printed = (form: "exact" | "readable" | "inline") => {
  const { text, rows } = wovenForm(WOVEN, "/k/f.c", SOURCE, form);
  const lines = text.split("\n");
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
  return rows.flatMap(({ first, count, kind, line, aspect }) =>
    lines
      .slice(first, first + count)
      .map(
        (words, index) =>
          `${kind}${line === undefined ? "" : ` ${line + index + 1}`}${aspect ? ` ${aspect}` : ""}: ${words}`,
      ),
  );
};

test("exact text stays as it is, each line with its kind and origin", () => {
  expect(wovenForm(WOVEN, "/k/f.c", SOURCE, "exact").text).toBe(WOVEN.text);
  expect(printed("exact")).toContain("changed 3 Trace: { __weft_advice_Trace_0_1(); ");
  expect(printed("exact")).toContain("source 2: int f(void)");
  expect(printed("exact")).toContain("advice 4: " + "  calls++;");
});

test("readable text leaves out markers and headers", () => {
  expect(printed("readable")).toMatchInlineSnapshot(`
    [
      "marker: /* 2 lines of headers */",
      "glue 2 Trace: static __inline void __weft_advice_Trace_0_1(void);",
      "source 2: int f(void)",
      "changed 3 Trace: { __weft_advice_Trace_0_1(); ",
      "source 4: 	return 1;",
      "source 5: }",
      "glue 3 Trace: static __inline void __weft_advice_Trace_0_1(void) {",
      "advice 3:  {",
      "advice 4:   calls++;",
      "advice 5:  }",
      "glue 3: }",
      "glue 4: ",
    ]
  `);
});

test("inline text holds every line of the source, with what became of it and the advice below", () => {
  expect(printed("inline")).toMatchInlineSnapshot(`
    [
      "source 1: #include "a.h"",
      "source 2: int f(void)",
      "source 3: {",
      "changed 3 Trace: { __weft_advice_Trace_0_1();",
      "advice Trace: 	/* Trace: before execution of f */",
      "advice 3 Trace: 	 {",
      "advice 4 Trace: 	  calls++;",
      "advice 5 Trace: 	 }",
      "source 4: 	return 1;",
      "source 5: }",
      "source 6: ",
    ]
  `);
});

test("a line of advice that a longer name divided is whole again, but not where it is exact", () => {
  const divided = wovenFrom(`# 2 "f.c"
int f(void)
{‹ __weft_advice_Trace_0_1(); ›
	return 1;
}
‹# 3 "/k/t.ah" 3
static __inline void __weft_advice_Trace_0_1(void) {
«# 3 "/k/t.ah"
 {
  if (__weft_Trace_on
# 4 "/k/t.ah"
        ())
   __weft_Trace_calls
# 5 "/k/t.ah"
         = 1;
 }
»# 3 "/k/t.ah" 3
}
›`);
  const { text, rows } = wovenForm(divided, "/k/f.c", SOURCE, "inline");
  expect(text).toContain("\t  if (__weft_Trace_on())\n\t   __weft_Trace_calls = 1;\n");
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(text.split("\n").length);
  expect(wovenForm(divided, "/k/f.c", SOURCE, "exact").text).toBe(divided.text);
});
