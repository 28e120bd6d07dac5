import type { EditorEffect, WhyResult } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { lineText } from "./line-text.js";

const at = { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } };
const place = (label: string) => ({ uri: "file:///trace.ah", range: at, label });

const before: EditorEffect = {
  id: "1",
  kind: "before",
  joinPoint: "execution",
  role: "target",
  range: at,
  by: { tool: "aspects", name: "Trace" },
  title: "Trace: before execution of sys_open",
  reason: 'execution: `sys_open` matches "% sys_%(...)" (system_calls()) and is not in unwanted()',
  certainty: "certain",
  order: 0,
  other: [place("Trace")],
};

const why: WhyResult = {
  unit: "open.c",
  notes: [],
  joinPoints: [
    {
      place: place("execution int sys_open()"),
      order: [
        { label: "Trace encloses Owner", why: "order advice of aspects.ah says so", isGiven: true, by: [] },
      ],
      advice: [
        { place: place('Trace: before execution("% sys_%(...)")'), applies: "yes", why: "", conjuncts: [] },
        {
          place: place('Owner: after set("% inode::i_uid")'),
          applies: "no",
          why: "a set, not an execution",
          conjuncts: [],
        },
      ],
    },
  ],
};

const question = {
  place: "fs/open.c:3",
  source: "int sys_open()",
  placeOf: () => "trace.ah:3",
  costOf: () => undefined,
  unsure: undefined,
};

test("what applies, in order, with its condition and cost, and what does not, with its reason", () => {
  const condition = "while control is inside execution of lock";
  const late: EditorEffect = {
    ...before,
    title: "Owner: around it",
    certainty: "conditional",
    condition,
    live: { hits: 7 },
  };
  expect(lineText({ ...question, effects: [before, late], why })).toMatchInlineSnapshot(`
    "What happens at fs/open.c:3
        int sys_open()

    In this order, outermost first:

    1. Trace: before execution of sys_open (trace.ah:3)
       execution: sys_open matches "% sys_%(...)" (system_calls()) and is not in
       unwanted()
       Runs each time: nothing is tested first.
       Cost: not measured. The command Show Cost of Aspects measures it.

    2. Owner: around it (trace.ah:3)
       execution: sys_open matches "% sys_%(...)" (system_calls()) and is not in
       unwanted()
       Runs only while control is inside execution of lock, which is tested at run
       time.
       In the running kernel: met 7 times.
       Cost: not measured. The command Show Cost of Aspects measures it.

    Why in this order:
     - Trace encloses Owner: order advice of aspects.ah says so

    What does not apply, and why not:

     - Owner: after set("% inode::i_uid")
       at execution int sys_open(): a set, not an execution
    "
  `);
});

test("a line without effects, and a server that does not answer, are said", () => {
  const text = lineText({ ...question, effects: [], why: undefined });
  expect(text).toContain("Nothing affects this line.");
  expect(text).toContain("is not known: no answer from the server");
});

test("while the file is read, nothing is denied", () => {
  const text = lineText({ ...question, effects: [], unsure: "Weft still reads this file.", why });
  expect(text).toContain("Weft still reads this file.\nWhat affects this line is not known yet.");
  expect(text).not.toContain("Nothing affects");
});

test("no line is wider than the peek", () => {
  const reason = "a reason of many words ".repeat(20);
  const lines = lineText({ ...question, effects: [{ ...before, reason }], why }).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
});
