import { expect, test } from "vitest";
import { matchAspects, parseAspectFile } from "../../pointcut/index.js";
import { unexpandedTail } from "../aspect-text/aspect-tail.js";
import { structFacts } from "./c-structs.js";
import { composeSpans } from "./compose-spans.js";
import { introduce } from "./introduce.js";
import { withSliceFunctions } from "./slice-functions.js";

function introduced(source: string, aspects: string) {
  const files = withSliceFunctions([parseAspectFile("a.ah", aspects)]);
  const facts = structFacts(source, "in.c");
  const { classes } = matchAspects(facts, files);
  const tail = unexpandedTail(files);
  return { files, ...introduce({ unitText: source, facts, classes, files, tail }) };
}

/** Of the introduced text, without line markers, spacing and the guard. */
function plain(text: string): string {
  return text
    .replace(/^#.*$/gm, "")
    .replace(/__asm__\(.*\);/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

test("fields are appended in every kind of definition, at file scope only", () => {
  const source = `struct inode { int i; } root;
typedef union __attribute__((packed)) { char c; struct part { int p; } in; } word_t;
struct other; int f(void) { struct inode { int local; } x; return x.local; }
struct inode *g(struct inode *p) { return p; }
`;
  const { text, effects, problems } = introduced(
    source,
    `aspect A { advice "inode" : slice struct { long woven_by; };
  advice "word_t" : slice struct { short s; }; advice "part" : slice struct { int (*call)(int); int bits : 3; }; };`,
  );
  expect(problems).toEqual([]);
  expect(plain(text)).toBe(
    "struct inode { int i; long woven_by; } root; typedef union __attribute__((packed)) { char c; struct part { int p; " +
      "int (*call)(int); int bits : 3; } in; short s; } word_t; struct other; int f(void) { struct inode { int local; } x; " +
      "return x.local; } struct inode *g(struct inode *p) { return p; }",
  );
  expect(
    effects.map(({ title, binding: { kind, joinPoint } }) => [
      title,
      kind,
      joinPoint.kind,
      joinPoint.signature,
    ]),
  ).toEqual([
    ["A: introduction into inode", "introduction", "class", "struct inode"],
    ["A: introduction into part", "introduction", "class", "struct part"],
    ["A: introduction into word_t", "introduction", "class", "union word_t"],
  ]);
});

test("a field stands before another, and before a flexible array", () => {
  const { text } = introduced(
    "struct task { int a, *b; void (*fn)(int x); };\nstruct buffer { int n; char data[]; };",
    `aspect A { advice "task" : before("b") slice struct { int first; };
  advice "task" : before("fn") slice struct { int second; }; advice "buffer" : slice struct { int used; }; };`,
  );
  expect(plain(text)).toMatch(
    /struct task \{ int first; int a, \*b; int second; void \(\*fn\)\(int x\); \} __attribute__\(\(designated_init\)\) ;/,
  );
  expect(plain(text)).toContain("struct buffer { int n; int used; char data[]; }");
});

test("what C can't have is said where it is written", () => {
  const { problems, text } = introduced(
    "struct s { int a; struct { int deep; }; };\nstruct t { int a; };\n",
    `aspect A { advice "s" : before("deep") slice struct { int x; };
  advice "t" : slice struct { static int n; }; };`,
  );
  expect(problems.map(({ code, range }) => [code, range?.file, range?.startLine])).toEqual([
    ["weave/unknown-field", "a.ah", 1],
    ["weave/slice-static", "a.ah", 2],
  ]);
  expect(text).toBe("struct s { int a; struct { int deep; }; };\nstruct t { int a; };\n");
});

test("functions of slices become functions of the aspect", () => {
  const { files, text } = introduced(
    "struct s { int a; };",
    `aspect A { advice "s" : slice struct { int n; int count(struct s *s) { return s->n++; } void later(struct s *s); }; };`,
  );
  expect(plain(text)).toBe("struct s { int a; int n; };");
  expect(files[0]?.aspects[0]?.members.map(({ kind, name }) => [kind, name])).toEqual([
    ["function", "count"],
  ]);
});

test("spans of two passes are spans of one", () => {
  const first = introduced(
    "struct s { int a; };\nint b;\n",
    `aspect A { advice "s" : slice struct { int n; }; };`,
  );
  const at = first.text.indexOf("int b");
  const second = [
    { generated: { start: 0, end: at }, original: { start: 0, end: at }, from: "unit" as const },
    { generated: { start: at, end: at + 3 }, original: { start: at, end: at }, from: "glue" as const },
    {
      generated: { start: at + 3, end: first.text.length + 3 },
      original: { start: at, end: first.text.length },
      from: "unit" as const,
    },
  ];
  const spans = composeSpans(first.spans, second);
  const source = "struct s { int a; };\nint b;\n";
  const woven = `${first.text.slice(0, at)}/**${first.text.slice(at)}`;
  for (const { from, original, generated } of spans) {
    if (from === "unit")
      expect(woven.slice(generated.start, generated.end)).toBe(source.slice(original.start, original.end));
  }
  expect(
    spans
      .filter(({ from }) => from === "unit")
      .map(({ original }) => original.end)
      .at(-1),
  ).toBe(source.length);
  expect(spans.find(({ generated }) => generated.start === at)?.original.start).toBe(source.indexOf("int b"));
});
