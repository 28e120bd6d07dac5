import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAspectFile } from "../syntax/parse-aspect-file.js";
import { filterOf, identifiersIn } from "./filter.js";
import { outlineOf } from "./text-outline.js";

const PIECES = [
  "alpha",
  "beta",
  "al",
  "x",
  "(",
  ")",
  ".",
  "->",
  "<",
  ";",
  " ",
  "\n",
  "=",
  '\n# 3 "dir/a.c"\n',
];
const POINTCUTS = [
  'execution("% alpha(...)")',
  'call("% al%(...)")',
  'get("% beta::x")',
  'set("% alpha")',
  'call("% alpha(...)") && within(file("dir/a.c"))',
  'execution("% x(...)" || "% beta(...)")',
];

test("a filter finds in the outline what it finds in the text", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }),
      fc.constantFrom(...POINTCUTS),
      fc.constantFrom("c" as const, "c++" as const),
      (pieces, pointcut, language) => {
        const text = pieces.join("");
        const file = parseAspectFile("/a.ah", `aspect A { advice ${pointcut} : before() {} };`);
        const filter = filterOf([file]);
        const place = { language, directory: "/" };
        const whole = identifiersIn(text, filter, place) ?? ["everything"];
        const outlined = identifiersIn(outlineOf(text), filter, place) ?? ["everything"];
        expect(outlined).toEqual(expect.arrayContaining(whole));
      },
    ),
    { numRuns: 2000 },
  );
});

test("names, how they are used, and files, each once", () => {
  const text = '# 1 "a.c"\nint f(int a) { return s.b + f(a); }\n# 9 "a.c" 2\n int a;\n';
  expect(outlineOf(text)).toBe('# 1 "a.c"\na(\n.c\n.int\nf(\nreturn\ns\n.b\n');
});
