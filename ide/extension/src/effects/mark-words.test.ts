import type { EditorEffect } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { lineMarks } from "./line-marks.js";
import { drawingWords, markWords } from "./mark-words.js";

test("no text makes a link of its own, however it quotes", () => {
  for (const reason of ["```[x](command:y)`", "`[x](command:y)``", "`` [x](command:y)"])
    expect(wordsOf([effect({ reason })])).toContain("\\[x\\](");
});

const header = { start: { line: 6, character: 1 }, end: { line: 6, character: 40 } };

function effect(change: Partial<EditorEffect>): EditorEffect {
  return {
    id: "1",
    kind: "before",
    joinPoint: "execution",
    role: "target",
    range: { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } },
    by: { tool: "aspects", name: "Trace" },
    title: "Trace: before execution of sys_open",
    reason: '"% sys_%(...)" matches int sys_open(const char*)',
    certainty: "certain",
    order: 0,
    other: [{ uri: "file:///trace.ah", range: header, label: "Trace: before execution of sys_open" }],
    ...change,
  };
}

function wordsOf(effects: readonly EditorEffect[], cost?: string): string {
  const [mark] = lineMarks(effects);
  if (mark === undefined) throw new Error("no mark");
  const words = markWords(mark, { uri: "file:///open.c", hasOwnColour: false, costOf: () => cost });
  return words.replace(/command:([\w.]+)\?[^)]*/g, "command:$1");
}

const drawnOf = (...effects: EditorEffect[]) => lineMarks(effects).map((mark) => drawingWords(mark, false));

test("a mark says advice, reason, condition, how to go there and how it is drawn", () => {
  expect(wordsOf([effect({})])).toMatchInlineSnapshot(`
    "**Trace: before execution of sys\\_open**  
    "% sys\\_%(...)" matches int sys\\_open(const char\\*)  
    Runs each time: nothing is tested first.

    [Go to the advice](command:weft.showPlaces) (Alt+Shift+G) · [What happens here](command:weft.peekLine) (Alt+Shift+E) · [Measure what it costs](command:weft.showCost)

    *Orange bar: execution of a function. Arrow above: before.*"
  `);
});

test("a condition is told in its words, a measured cost with its number", () => {
  const condition = "while control is inside execution of Scheduler::lock";
  const words = wordsOf(
    [effect({ certainty: "conditional", condition })],
    "Costs 24 bytes at 3 join points.",
  );
  expect(words).toMatchInlineSnapshot(`
    "**Trace: before execution of sys\\_open**  
    "% sys\\_%(...)" matches int sys\\_open(const char\\*)  
    Runs only while control is inside execution of Scheduler::lock, which is tested at run time.  
    Costs 24 bytes at 3 join points.

    [Go to the advice](command:weft.showPlaces) (Alt+Shift+G) · [What happens here](command:weft.peekLine) (Alt+Shift+E)

    *Orange bar: execution of a function. Arrow above: before. Dashed: tested at run time.*"
  `);
});

test("each drawing has its shape and its colour in words", () => {
  expect([
    ...drawnOf(effect({ kind: "around", joinPoint: "set" })),
    ...drawnOf(effect({}), effect({ id: "2", kind: "after", joinPoint: "get" })),
    ...drawnOf(effect({ kind: "introduction", joinPoint: "class" })),
    ...drawnOf(effect({ kind: "guard" }), effect({ id: "2", certainty: "conditional" })),
    ...drawnOf(effect({ role: "source" })),
    ...drawnOf(effect({ role: "source", other: [] })),
  ]).toMatchInlineSnapshot(`
    [
      "Pink bar with a dot: write. Brackets: around, in place of the code.",
      "Grey bar: execution of a function and read. Arrow above: before, arrow below: after.",
      "Turquoise plus in a frame: introductions.",
      "Orange bar: execution of a function. Arrow above: before. Dashed: tested at run time. Orange shield: guards.",
      "Arrow to the right: advises other lines.",
      "Broken bar with a cross: the advice matches nothing.",
    ]
  `);
});

test("the place stands whole in the link, and brackets of labels do not end it", () => {
  const [mark] = lineMarks([effect({})]);
  if (mark === undefined) throw new Error("no mark");
  const words = markWords(mark, { uri: "file:///a(1).c", hasOwnColour: false, costOf: () => undefined });
  const [, given = ""] = /\(command:weft\.showPlaces\?([^)]*)\)/.exec(words) ?? [];
  const [uri, at, places] = JSON.parse(decodeURIComponent(given));
  expect([uri, at, places]).toEqual(["file:///a(1).c", { line: 2, character: 0 }, effect({}).other]);
});

test("names that stand between backquotes stay code, others are no Markdown", () => {
  const words = wordsOf([
    effect({ reason: '`sys_dup` matches "% sys_%(...)" [see](command:evil) and ` alone' }),
  ]);
  expect(words).toContain('`sys_dup` matches "% sys\\_%(...)" \\[see\\](command:evil) and \\` alone');
});

test("many effects are counted", () => {
  const effects = Array.from({ length: 7 }, (_, at) => effect({ id: `${at}`, order: at }));
  expect(wordsOf(effects)).toContain("and 3 more");
});
