import { beforeAll, expect, test } from "vitest";
import { keepIndex } from "../test/keep-index.js";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

const FILES = {
  "weft.json": '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "flags": [], "files": ["*.c"] } }\n',
  "trace.ah":
    'pointcut answers() = execution("int answer(...)");\naspect Trace {\n' +
    "  advice answers() : before() { }\n" +
    '  advice call("% answer(...)") && within("% main(...)") : before() { }\n};\n' +
    'aspect Other { advice execution("% elsewhere(...)") : after() { } };\n',
  "u.h": "static inline long answer(int a) { return a; }\n",
  "a.c":
    '#include "u.h"\nint g;\nint main(void) { int (*p)(int) = 0;\n  return answer(1)\n  + p(2)\n  + (int)sizeof(answer(1)); }\n#if 0\nint gone(void);\n#endif\n',
  "b.c": "int far_away(int a) { return a; }\n",
};

let folder: string;
beforeAll(() => {
  bundle();
  folder = folderWith(FILES);
});

function why(...words: string[]) {
  const result = weft(folder, ["why", "--json", ...words]);
  const value = JSON.parse(result.out);
  expect(schemaErrors("why", value)).toBe("");
  return { ...result, value };
}

test("what applies comes first, then the nearest miss with a pointcut that would match", () => {
  const { value, code } = why("a.c:4");
  expect(code).toBe(0);
  expect(value.joinPoints).toHaveLength(1);
  const [applied, missed] = value.joinPoints[0].advice;
  expect(applied).toMatchObject({ aspect: "Trace", adviceIndex: 1, applies: "yes" });
  expect(applied.conjuncts.map((part: { holds: string }) => part.holds)).toEqual(["yes", "yes"]);
  expect(missed).toMatchObject({ adviceIndex: 0, applies: "no", range: { startLine: 3 } });
  expect(missed.why).toContain("this is a call, `execution` selects bodies of functions");
});

test("a function of a header is looked at in a unit that includes it; the edit is in the named pointcut", () => {
  const { value } = why("u.h:1", "--advice", "Trace");
  const [near] = value.joinPoints[0].advice;
  expect(near.why).toBe("`answer`: the result is `long`, the pattern wants `int`");
  expect(near.suggestion.edits).toEqual([
    { range: expect.objectContaining({ startLine: 1 }), text: '"long answer(...)"' },
  ]);
  expect(value.joinPoints[0].advice.every(({ aspect }: { aspect: string }) => aspect === "Trace")).toBe(true);
});

test("a line without a join point says why, and the function around it is told", () => {
  expect(why("a.c:6").value).toMatchObject({
    none: expect.stringContaining("`sizeof`"),
    joinPoints: [{ joinPoint: { kind: "execution", signature: "int main()" } }],
  });
  expect(why("a.c:5").value.none).toContain("`p`");
  expect(why("a.c:8").value.none).toContain("preprocessor leaves nothing");
  expect(why("a.c:2").value.none).toContain("outside of functions");
});

test("a unit that no build parses says so", () => {
  expect(why("b.c:1").value.notes).toEqual([expect.stringContaining("holds none of the names")]);
});

test("wrong questions: no line, no such aspect, a file that nobody compiles", () => {
  expect(why("a.c").value.problems[0].code).toBe("cli/no-line");
  expect(why("a.c:99").value.problems[0].code).toBe("cli/no-line");
  expect(why("a.c:4", "--advice", "Trase").value.problems[0].hint).toContain("Trace, Other");
  expect(why("gone.c:4")).toMatchObject({ code: 1 });
  expect(why("weft.json:1").value.problems[0].code).toBe("cli/no-unit");
});

test("text for people", () => {
  expect(weft(folder, ["why", "a.c:4"]).out.replaceAll(`${folder}/`, "")).toMatchInlineSnapshot(`
    "a.c:4:10: call: long answer(int) within int main()
      Trace: before call("% answer(...)") && within("% main(...)") (trace.ah:4) applies: \`answer\` matches "% answer(...)"; inside \`main\`, which matches "% main(...)"
      Trace: before answers() (trace.ah:3) does not apply: this is a call, \`execution\` selects bodies of functions; \`answer\`: the result is \`long\`, the pattern wants \`int\`
        it would with: answers(), with call instead of execution, with "long answer(...)" instead of "int answer(...)"
      Other: after execution("% elsewhere(...)") (trace.ah:6) does not apply: this is a call, \`execution\` selects bodies of functions; \`answer\`: the name is \`answer\`, the pattern wants \`elsewhere\`
    "
  `);
});

test("a class says which slices go into it, and why not; what nests says why", () => {
  const project = folderWith({
    "weft.json":
      '{ "name": "grown", "aspects": ["*.ah"], "commands": { "flags": [], "files": ["*.c", "*.cc"] } }\n',
    "count.h": "typedef long Count;\n",
    "a.ah":
      '#include "count.h"\nslice struct Counted { Count calls; };\naspect A {\n  advice "node" : slice Counted;\n  advice "nodes" : slice struct { int b; };\n  advice execution("% f(...)") : before() { }\n};\n',
    "b.ah":
      'aspect B { advice execution("% f(...)") : after() { } advice execution("% g(...)") : order("B", "A"); };\n',
    "c.c": "struct node {\n  int a;\n};\nint f(struct node *n) { return n->a; }\n",
    "d.cc":
      "class node {\n  int a;\npublic:\n  int f() { return a; }\n};\nint g(node *n) { return n->f(); }\n",
  });
  for (const place of ["c.c:2", "d.cc:2"]) {
    const value = JSON.parse(weft(project, ["why", "--json", place]).out);
    expect(schemaErrors("why", value)).toBe("");
    expect(value.none).toBeUndefined();
    const [{ joinPoint, advice }] = value.joinPoints;
    expect(joinPoint.kind).toBe("class");
    expect(advice).toEqual([
      expect.objectContaining({ adviceKind: "introduction", slice: "Counted", applies: "yes" }),
      expect.objectContaining({
        ...{ slice: "", applies: "no", why: '`node` is not what "nodes" names' },
        suggestion: expect.objectContaining({ pointcut: '"node"' }),
      }),
    ]);
  }
  expect(weft(project, ["why", "c.c:4"]).out).toContain(
    "  A encloses B: no order is given, so their names decide; the order advice at b.ah:1 does not apply here: `f`: the name is `f`, the pattern wants `g`\n",
  );
});

test("with a kept index, the one unit of many that holds a header's line is read, and no other", async () => {
  const others = Array.from({ length: 26 }, (_, at) => [`b${at}.c`, `int b${at}(void) { return ${at}; }\n`]);
  const root = folderWith({
    ...Object.fromEntries(others),
    "weft.json": FILES["weft.json"],
    "trace.ah": 'aspect Trace { advice execution("% deep(...)") : before() { } };\n',
    "deep.h": "static inline int deep(void) { return 1; }\n",
    "z.c": '#include "deep.h"\nint z(void) { return deep(); }\n',
  });
  await keepIndex(root);
  const value = JSON.parse(weft(root, ["why", "--json", "deep.h:1"]).out);
  expect(value).toMatchObject({ unit: "z.c", joinPoints: [{ advice: [{ applies: "yes" }] }] });
});
