import type { GuardEffect, ResidualEffect } from "@weft/weaver-bridge/model";
/** The small features together: each is one question to the same snapshot. */
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../contributors/test-snapshot.js";
import { aspectCompletion, declarationCompletion } from "./aspect-file/aspect-completion.js";
import { aspectSymbols } from "./aspect-file/aspect-symbols.js";
import { DECLARATION_TEMPLATES, plainText } from "./aspect-file/declaration-templates.js";
import { adviceDefinitions } from "./definition.js";
import { codeLenses } from "./lines/code-lenses.js";
import { editorEffects } from "./lines/file-effects.js";
import { hoverText } from "./lines/hover.js";
import { inlayHints } from "./lines/inlay-hints.js";
import { aspectTree } from "./views/aspect-tree.js";

const KERNEL = `int f(void) { return 1; }
int run(void) { return f() + f(); }
`;
const ASPECT = `aspect Trace {
  pointcut fs() = "% f(...)";
  int hits;
  advice execution(fs()) || call(fs()) : before() {
    hits++;
  }
};
`;
const effects = [
  testEffect("execution", "int f()", { line: 1, column: 5 }),
  testEffect(
    "execution",
    "int f()",
    { line: 1, column: 5 },
    {
      by: { tool: "aspects", name: "Count" },
      order: 1,
      id: "second",
      origin: { file: "/other.ah", startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    },
  ),
  testEffect("call", "int f()", { line: 2, column: 24 }),
  testEffect("call", "int f()", { line: 2, column: 30 }),
];
const snapshot = testSnapshot(
  { "/k.c": KERNEL, "/t.ah": ASPECT },
  { effects, names: { functions: ["f", "run"], fields: ["inode::i_uid"] } },
);
const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

test("a function names the aspects that advise it, an advice says what it matches", () => {
  expect(codeLenses(snapshot, "/k.c").map(({ title, range }) => `${range.start.line}: ${title}`)).toEqual([
    "0: advised by Trace, Count",
    "0: why",
  ]);
  expect(codeLenses(snapshot, "/t.ah").map(({ title, leadsTo }) => `${title} ${leadsTo.length}`)).toEqual([
    "matches 3 join points 3",
  ]);
});

test("advice in a running guest shows beside what a build weaves, with its hits", () => {
  const woven = testEffect("execution", "int f()", { line: 1, column: 5 });
  const { joinPoint, adviceIndex } = woven.binding;
  const binding = { kind: "live", when: "before", joinPoint, adviceIndex, hooks: [] } as const;
  const live = [{ effect: { ...woven, binding }, hits: 3, last: "opens 7" }];
  const running = testSnapshot({ "/k.c": KERNEL, "/t.ah": ASPECT }, { live });
  expect(codeLenses(running, "/k.c").map(({ title }) => title)).toEqual([
    "Trace live, met 3 times, last: opens 7",
  ]);
  const hover = hoverText(running, "/k.c", { line: 0, character: 4 });
  expect(hover?.markdown).toContain("Woven into the running kernel, met 3 times, last: opens 7.");
  expect(editorEffects(running, "/k.c")).toMatchObject([
    { kind: "live", role: "target", live: { hits: 3, last: "opens 7" } },
  ]);
});

test("what specialization made of an expression stands at it, and in the hover", () => {
  const at = { file: "/k.c", startLine: 2, startColumn: 24, endLine: 2, endColumn: 27 };
  const made: ResidualEffect = {
    ...{
      id: "r",
      target: at,
      origin: { ...at, file: "/k.spec" },
      by: { tool: "specializer", name: "run_1" },
    },
    ...{ title: "run_1: always 1", reason: "mode == 1", certainty: "certain", order: 0 },
    binding: { kind: "residual", became: "folded", residual: "run_1", value: "1" },
  };
  const built = testSnapshot({ "/k.c": KERNEL }, { plain: [made] });
  expect(editorEffects(built, "/k.c")).toMatchObject([
    { kind: "residual", range: { start: { line: 1, character: 23 }, end: { line: 1, character: 26 } } },
  ]);
  expect(hoverText(built, "/k.c", { line: 1, character: 24 })?.markdown).toBe(
    "**run_1: always 1**\n\nmode == 1",
  );
});

test("a write of a guarded term stands at it, and says in the hover what it guards", () => {
  const at = { file: "/k.c", startLine: 2, startColumn: 24, endLine: 2, endColumn: 27 };
  const write: GuardEffect = {
    ...{ id: "g", target: at, origin: { ...at, file: "/k.spec" }, by: { tool: "guards", name: "task" } },
    ...{ title: "writes task.uid: guards fast", reason: "assigned: names uid" },
    ...{ certainty: "certain", order: 0 },
    binding: { kind: "guard", term: "task.uid", proof: "run time", protects: ["fast"] },
  };
  const guarded = testSnapshot({ "/k.c": KERNEL }, { plain: [write] });
  expect(editorEffects(guarded, "/k.c")).toMatchObject([
    { kind: "guard", range: { start: { line: 1, character: 23 }, end: { line: 1, character: 26 } } },
  ]);
  expect(hoverText(guarded, "/k.c", { line: 1, character: 24 })?.markdown).toBe(
    "**writes task.uid: guards fast**\n\nassigned: names uid",
  );
});

test("calls carry their advice as hints", () => {
  expect(
    inlayHints(snapshot, "/k.c", everything).map(
      ({ label, position }) => `${position.line}:${position.character} ${label}`,
    ),
  ).toEqual(["1:24 Trace.before", "1:30 Trace.before"]);
});

test("targets and sources name each other", () => {
  const [first] = editorEffects(snapshot, "/k.c");
  expect(first).toMatchObject({
    role: "target",
    kind: "before",
    joinPoint: "execution",
    by: { tool: "aspects", name: "Trace" },
    range: { start: { line: 0, character: 4 } },
  });
  expect(first?.other[0]).toMatchObject({ uri: "file:///t.ah", range: { start: { line: 3, character: 2 } } });
  const sources = editorEffects(snapshot, "/t.ah");
  expect(sources.map(({ role, title }) => `${role} ${title}`)).toEqual([
    "source Trace: before advice at 3 join points",
  ]);
  expect(sources[0]?.other.map(({ label }) => label)).toEqual([
    "execution int f()",
    "call int f() in int run(void)",
    "call int f() in int run(void)",
  ]);
});

test("hover shows the advice and why it applies", () => {
  expect(hoverText(snapshot, "/k.c", { line: 1, character: 23 })?.markdown).toMatchInlineSnapshot(`
    "**Trace: before call of int f()**

    the name matches

    \`\`\`c
    advice execution(fs()) || call(fs()) : before() {
      hits++;
    }
    \`\`\`"
  `);
  expect(hoverText(snapshot, "/t.ah", { line: 3, character: 5 })?.markdown).toMatchInlineSnapshot(`
    "**Trace**: before execution(fs()) || call(fs())

    matches 3 join points

    - \`execution int f()\`
    - \`call int f() in int run(void)\`
    - \`call int f() in int run(void)\`"
  `);
  expect(hoverText(snapshot, "/k.c", { line: 1, character: 5 })).toBeUndefined();
});

test("definition leads to the advice and back, and to a named pointcut", () => {
  expect(adviceDefinitions(snapshot, "/k.c", { line: 1, character: 23 })).toMatchObject([
    { uri: "file:///t.ah", range: { start: { line: 3 } } },
  ]);
  expect(adviceDefinitions(snapshot, "/t.ah", { line: 3, character: 3 })).toHaveLength(3);
  expect(adviceDefinitions(snapshot, "/t.ah", { line: 3, character: 20 })).toMatchObject([
    { label: "fs", range: { start: { line: 1, character: 11 } } },
  ]);
});

test("outline and tree of an aspect file", () => {
  const [document] = snapshot.aspects;
  expect(document && aspectSymbols(document)).toMatchObject([
    {
      name: "Trace",
      children: [
        { name: "fs" },
        { name: "hits" },
        { name: "before execution(fs()) || call(fs())", kind: "advice" },
      ],
    },
  ]);
  expect(aspectTree(snapshot)).toMatchObject([
    { name: "Trace", advice: [{ label: "before execution(fs()) || call(fs())", targets: [{}, {}, {}] }] },
  ]);
});

/** Labels offered at `|`. */
function completionAt(text: string): string[] {
  const at = text.indexOf("|");
  const file = testSnapshot(
    { "/t.ah": text.replace("|", "") },
    { names: { functions: ["f"], fields: ["inode::i_uid"], records: ["inode"] } },
  );
  const document = file.aspects[0];
  if (document === undefined) throw new Error("no aspect file");
  return aspectCompletion(file, document, document.source.lines.placeAt(at)).map(({ label }) => label);
}

test("a declaration that begins before others is offered as one, code is not", () => {
  const offered = (text: string): number => {
    const document = testSnapshot({ "/t.ah": text.replace("|", "") }).aspects[0];
    if (document === undefined) throw new Error("no aspect file");
    return declarationCompletion(document, document.source.lines.placeAt(text.indexOf("|"))).length;
  };
  const rest = 'advice call("% f()") : before() { f(); } int n; int g() { return n; } };';
  for (const text of [
    `aspect A { adv| ${rest}`,
    `aspect A { int a; virtual po| ${rest}`,
    `as| aspect A { ${rest}`,
  ])
    expect(offered(text), text).toBe(DECLARATION_TEMPLATES.length);
  for (const text of [
    `aspect A { ${rest.replace("f(); }", "f(); ad| }")}`,
    `aspect A { ${rest.replace("{ return", "{ ad| return")}`,
    `aspect A { int x = ad| ${rest}`,
    `slice class S { void f() { ad| } }; aspect A { ${rest}`,
  ])
    expect(offered(text), text).toBe(0);
});

test("what a declaration begins with has no problem as it stands", () => {
  const texts = DECLARATION_TEMPLATES.map(({ snippet }) => plainText(snippet));
  expect(texts).toContain('advice execution("% function(...)") : before() {\n\t\n}');
  for (const text of texts) {
    const source = text.startsWith("aspect") ? text : `aspect A {\n${text}\n};`;
    expect(parseAspectFile("/t.ah", source).problems, text).toEqual([]);
  }
});

test("completion knows where it stands in the aspect language", () => {
  expect(completionAt("aspect A { | };")).toEqual(expect.arrayContaining(["advice", "pointcut", "aspect"]));
  expect(completionAt('aspect A { pointcut p() = "% f()"; advice | };')).toEqual(
    expect.arrayContaining(["call", "within", "p"]),
  );
  expect(completionAt('aspect A { advice call("|") };')).toEqual(["% f(...)"]);
  expect(completionAt('aspect A { advice call("% f|')).toEqual(["% f(...)"]);
  expect(completionAt('aspect A { advice set("|") };')).toEqual(["% inode::i_uid", "% inode::%"]);
  expect(completionAt('aspect A { advice call("% f()") : | };')).toEqual(["before", "after", "around"]);
  expect(completionAt('aspect A { /* "; */ advice call("% n::f()") && |')).toContain("within");
});
