/** Rename in aspect files and of what pointcuts name: the places, shown by their text with the new name in them. */
import { expect, test } from "vitest";
import { testSnapshot } from "../../contributors/test-snapshot.js";
import { aspectNameAt } from "./aspect-names.js";
import { codeUses } from "./code-uses.js";
import { declaredName, patternEdits } from "./pattern-edits.js";

const FILES = {
  "/a.ah": `pointcut calls(int v) = call("% f(...)") && args(v);
aspect Base { virtual pointcut where() = 0; advice where() : before() { } };
aspect Trace : public Base {
  pointcut where() = calls(n) || call("% g(...)");
  advice calls(count) && !within("% calls(...)") : before(int count) { use(count, x.count, "count"); }
  advice "%" : order("Trace", "Other");
};
`,
  "/b.ah": `aspect Other { advice Trace::where() && calls(w) : after(int w) { Trace::aspectof(); } };\n`,
};

/** Lines of the files that hold the name, with it in brackets. */
function renamed(marked: string): string[] {
  const [before = "", name = ""] = marked.split("$0");
  const snapshot = testSnapshot(FILES);
  const document = snapshot.aspects.find(({ source }) => source.text.includes(before + name));
  if (document === undefined) throw new Error(`not found: ${marked}`);
  const offset = document.source.text.indexOf(before + name) + before.length;
  const found = aspectNameAt(snapshot, document, offset);
  return (found?.uses ?? []).map(({ uri, range }) => {
    const line =
      snapshot.aspects.find(({ source }) => source.uri === uri)?.source.lines.lineAt(range.start.line) ?? "";
    const [start, end] = [range.start.character, range.end.character];
    return `${line.slice(Math.max(0, start - 12), start)}[${line.slice(start, end)}]${line.slice(end, end + 6)}`.trim();
  });
}

test("a named pointcut, in all files and not in match expressions", () =>
  expect(renamed("$0calls(int v)")).toMatchInlineSnapshot(`
    [
      "pointcut [calls](int v",
      "t where() = [calls](n) ||",
      "advice [calls](count",
      ":where() && [calls](w) :",
    ]
  `));
test("a virtual pointcut with what redefines it", () =>
  expect(renamed("$0where() = 0")).toMatchInlineSnapshot(`
    [
      "al pointcut [where]() = 0",
      "pointcut [where]() = c",
      "= 0; advice [where]() : b",
      "vice Trace::[where]() &&",
    ]
  `));
test("an aspect: bases, order, qualified names in pointcuts and code", () =>
  expect(renamed("aspect $0Trace :")).toMatchInlineSnapshot(`
    [
      "aspect [Trace] : pub",
      "%" : order("[Trace]", "Ot",
      "er(int w) { [Trace]::aspe",
      "er { advice [Trace]::wher",
    ]
  `));
test("a context variable: declaration, pointcut and body, from any of them", () => {
  expect(renamed("advice calls($0count)")).toMatchInlineSnapshot(`
    [
      "before(int [count]) { us",
      "dvice calls([count]) && !",
      "ount) { use([count], x.co",
    ]
  `);
  expect(renamed("use($0count")).toEqual(renamed("advice calls($0count)"));
});
test("nothing else", () => expect(renamed("$0use(count")).toEqual([]));

test("match expressions that name a function, a field, a type; wildcards that gain or lose", () => {
  const snapshot = testSnapshot({
    "/p.ah": `aspect P {
  advice call("% f(...)") || call("% n::f(...)") || call("% %_f(...)") : before() { }
  advice get("% inode::f") && within("% g(struct inode *)") || set("% inode::i_%") : before() { }
};
`,
  });
  const edits = (usr: string, containerName: string, name: string, to: string) => {
    const declared = declaredName({ name, containerName, usr });
    if (declared === undefined) return "no join point";
    const found = patternEdits(snapshot, declared, to);
    const places = found.edits.map(({ range: { start } }) => `${start.line + 1}:${start.character + 1}`);
    return [declared.kind, ...places, ...found.warnings].join(" | ");
  };
  expect([
    edits("c:@F@f", "", "f", "do_f"),
    edits("c:@S@inode@FI@f", "inode::", "f", "i_f"),
    edits("c:@S@inode", "", "inode", "vnode"),
    edits("c:a.c@12@F@run@f", "run", "f", "g"),
    edits("c:@F@old_f", "", "old_f", "older"),
    edits("c:@E@state@f", "state::", "f", "g"),
    edits("c:@Ea@f@f", "", "f", "g"),
    edits("c:@E@inode", "", "inode", "vnode"),
  ]).toMatchInlineSnapshot(`
    [
      "function | 2:18 | "% %_f(...)" (p.ah:2) does not match \`f\` and would gain \`do_f\`",
      "variable | 3:24 | "% inode::i_%" (p.ah:3) does not match \`f\` and would gain \`i_f\`",
      "type | 3:17 | 3:50 | 3:71",
      "no join point",
      "function | "% %_f(...)" (p.ah:2) matches \`old_f\` and would lose it: \`older\` does not fit",
      "no join point",
      "no join point",
      "type | 3:17 | 3:50 | 3:71",
    ]
  `);
});

test("code of aspects that no editor has open", () => {
  const text = `void g(int f);
aspect A {
  int f(int a) { return a; }
  advice call("% x(...)") : before() { f(1); i->f = tjp->f(); o.f /* f */; log("f"); n::f(2); }
};
slice struct S { int use() { return f(this->f); } };
`;
  const open = testSnapshot({ "/a.ah": text });
  const closed = {
    ...open,
    aspects: open.aspects.map(({ source: { version: _, ...source }, file }) => ({ file, source })),
  };
  const uses = (kind: "function" | "variable" | "type", scope: string[] = []) =>
    codeUses(closed, { kind, name: "f", scope }).map(({ range: { start } }) => {
      const line = text.split("\n")[start.line] ?? "";
      return `${line.slice(0, start.character).slice(-5)}|${line.slice(start.character).slice(0, 3)}`;
    });
  expect(codeUses(open, { kind: "function", name: "f", scope: [] })).toEqual([]);
  expect(uses("function")).toMatchInlineSnapshot(`
    [
      "(int |f);",
      " int |f(i",
      "() { |f(1",
      "; n::|f(2",
      "turn |f(t",
    ]
  `);
  expect(uses("variable", ["inode"])).toMatchInlineSnapshot(`
    [
      "; i->|f =",
      "); o.|f /",
      "his->|f);",
    ]
  `);
  expect(uses("function", ["K"])).toHaveLength(8);
});
