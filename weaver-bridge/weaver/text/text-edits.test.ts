import fc from "fast-check";
import { expect, test } from "vitest";
import { buildLineMap, toGenerated, toOriginal } from "../../model/index.js";
import { applyEdits, type Edit } from "./text-edits.js";

const edit = (start: number, end: number, text: string, role: Edit["role"], rank = 0): Edit => ({
  start,
  end,
  text,
  role,
  rank,
});

const apply = (text: string, edits: readonly Edit[]) =>
  applyEdits(text, edits, buildLineMap(text, "f.c")).text;

test("an edit that moves text is followed by the line and column that were there", () => {
  expect(apply("x = y + z;\nw;\n", [edit(4, 4, "f(", "open")])).toBe('x = f(\n# 1 "f.c"\n    y + z;\nw;\n');
});

test("an edit of the same length, or before closing punctuation, restores nothing", () => {
  expect(apply("p->f = 1;\n", [edit(5, 6, ",", "replace")])).toBe("p->f , 1;\n");
  expect(apply("f(p);\n", [edit(3, 3, ")", "close")])).toBe("f(p));\n");
});

test("flags of system headers are kept, file names escaped", () => {
  expect(apply('# 7 "a\\"b.h" 1 3\nint x;\n', [edit(20, 20, "/**/", "open")])).toContain('# 7 "a\\"b.h" 3\n');
});

test("closers before openers, inner closers first, outer openers first", () => {
  const edits = [
    edit(1, 1, "(2", "open", 2),
    edit(1, 1, "(1", "open", 1),
    edit(1, 1, "0)", "close", 0),
    edit(1, 1, "3)", "close", 3),
  ];
  expect(apply("ab", edits).startsWith("a3)0)(1(2")).toBe(true);
});

test("what is inserted does not run into the token before it", () => {
  expect(apply("c?a:b;", [edit(2, 3, "::f()", "replace"), edit(4, 5, "::g()", "replace")])).toMatch(
    /^c\?::f\(\)\n# 1 "f.c"\n {3}: ::g\(\)/,
  );
  expect(apply("return-a;", [edit(6, 6, "f(", "open")])).toMatch(/^return f\(/);
  expect(apply("name;", [edit(4, 4, "_old", "close")])).toBe("name_old;");
});

test("what stands in deleted text is gone", () => {
  expect(apply("a[b]c;", [edit(1, 4, "   ", "replace"), edit(2, 3, "X", "replace")])).toBe("a   c;");
});

test("spans cover the generated text, and every unit byte maps there and back", () => {
  const edits = fc.array(
    fc
      .tuple(fc.nat(40), fc.nat(5), fc.constantFrom("", "x", "f(\n", "long text"))
      .map(([start, length, text]) =>
        edit(start, Math.min(40, start + length), text, length === 0 ? "open" : "replace"),
      ),
  );
  const text = 'int a;\n# 3 "b.h" 3\nint b = c + d(e);\n}\n'.padEnd(41, " ");
  fc.assert(
    fc.property(edits, (list) => {
      const { text: generated, spans } = applyEdits(text, list, buildLineMap(text, "f.c"));
      let at = 0;
      for (const span of spans) {
        expect(span.generated.start).toBe(at);
        at = span.generated.end;
        if (span.from !== "unit") continue;
        expect(generated.slice(span.generated.start, at)).toBe(
          text.slice(span.original.start, span.original.end),
        );
      }
      expect(at).toBe(generated.length);
      for (let offset = 0; offset < text.length; offset++) {
        for (const there of toGenerated({ spans }, offset))
          expect([...toOriginal({ spans }, there)]).toEqual([offset]);
      }
    }),
  );
});

test("no edits: the same bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(apply(text, [])).toBe(text);
    }),
  );
});
