/** Units of machine-made code: what is woven grows with the join points, not with their square. */
import { expect, test } from "vitest";
import type { ClassEntity, UnitFacts } from "../model/index.js";
import { buildLineMap } from "../model/index.js";
import { createGeneratedCode } from "./c/glue/generated-code.js";
import { classAt } from "./cxx/types/class-at.js";
import { applyEdits } from "./text/text-edits.js";

test("edits far to the right in a line cost no more than others", () => {
  const sizeOf = (count: number) => {
    const line = `int x = ${"f() + ".repeat(count)}0;\n`;
    const text = `# 1 "a.c"\n${line}`;
    const edits = Array.from({ length: count }, (_, index) => {
      const start = text.indexOf("f()") + 6 * index;
      return { start, end: start + 1, text: "woven", role: "replace", rank: 0 } as const;
    });
    return applyEdits(text, edits, buildLineMap(text)).text.length;
  };
  const [few, many] = [sizeOf(2000), sizeOf(8000)];
  expect(many / few).toBeLessThan(4.5);
});

test("a function that serves many join points has each label once, in their order, and forgets what failed", () => {
  const code = createGeneratedCode();
  const text = { marker: "#", header: "void f(void)", body: "{ }", role: "advice" } as const;
  code.define("f", text, ["a"], "one");
  code.define("f", text, ["b"], "two");
  const failing = () =>
    code.transaction(() => {
      code.define("f", text, ["c"], "two");
      code.define("f", text, ["d"], "three");
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  code.define("f", text, ["e"], "three");
  expect(code.functions).toMatchObject([{ labels: ["one", "two", "three"], effects: ["a", "b", "e"] }]);
});

test("where there are many join points, glue that reads the same is one function", () => {
  const code = createGeneratedCode();
  const define = (line: number, name: string, artificial: boolean) => {
    const marker = `# ${line} "a.c" 3`;
    const text = {
      marker,
      header: "int f(int)",
      body: `{ return ${name}(); }`,
      role: "shadow",
      artificial,
    } as const;
    return code.define("f", text, [], `call of ${name}`);
  };
  const few = [1, 2].map((line) => define(line, "few", true));
  expect(new Set(few).size).toBe(2);
  for (let line = 3; line < 9000; line++) define(line, "many", true);
  expect(code.functions.length).toBeLessThan(4100);
  const lines = code.functions.map(({ text }) => text.marker);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.at(-1)).toBe('# 1 "<weft>" 3');
  expect(define(9001, "other", true)).not.toBe(define(9001, "many", true));
  expect(define(9002, "seen", false)).not.toBe(define(9003, "seen", false));
});

test("a place belongs to the innermost class around it", () => {
  const made = (name: string, start: number, end: number, template?: string) =>
    ({ kind: "class", name, definition: { body: { start, end } }, template }) as unknown as ClassEntity;
  const facts = {
    entities: [
      made("outer", 10, 100),
      made("inner", 20, 40),
      made("deepest", 25, 30),
      made("sibling", 50, 60),
      made("instance", 50, 60, "instance"),
      made("later", 120, 130),
    ],
  } as unknown as UnitFacts;
  const at = (place: number) => classAt(facts, place)?.name;
  expect([5, 10, 15, 21, 27, 30, 41, 55, 60, 99, 100, 125, 130].map(at)).toEqual([
    ...[undefined, undefined, "outer", "inner", "deepest", "inner", "outer", "sibling", "outer", "outer"],
    ...[undefined, "later", undefined],
  ]);
});
