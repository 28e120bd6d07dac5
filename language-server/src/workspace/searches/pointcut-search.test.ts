/** Whole-project questions on a real project: two units that share a header, read by the real compiler and libclang. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsePointcut } from "@weft/weaver-bridge/pointcut";
import { afterAll, expect, test } from "vitest";
import { createWorkspace } from "../create-workspace.js";
import type { PointcutAnswer } from "./pointcut-search.js";

const root = mkdtempSync(join(tmpdir(), "weft search ü "));
const files = {
  "node.h": "struct node { int owner; };\nstatic inline void own(struct node *n) { n->owner = 1; }\n",
  "a.c": '#include "node.h"\nint a(struct node *n) { own(n); return n->owner; }\n',
  "b.c": '#include "node.h"\nint a(struct node *n);\nint b(struct node *n) { own(n); return a(n); }\n',
  "t.ah": 'aspect T { pointcut owners() = "% node::%"; advice get(owners()) : before() {} };\n',
  "weft.json": JSON.stringify({
    name: "search",
    aspects: ["t.ah"],
    commands: { compiler: "gcc", files: ["a.c", "b.c"], flags: ["-m32"] },
  }),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
const workspace = createWorkspace({ folder: root, trusted: true, log: () => {} });
workspace.start();
afterAll(() => workspace.dispose());

const search = (text: string, aspect?: string): Promise<PointcutAnswer> => {
  const aspects = workspace.snapshot().aspects.map(({ file }) => file);
  const scope = aspect === undefined ? {} : { aspect };
  return workspace.searchPointcut({ root, expression: parsePointcut(text).value, aspects, ...scope });
};
const print = ({ hits }: PointcutAnswer) =>
  hits.map(({ kind, signature, within, range, certainty }) =>
    [range.file.slice(root.length + 1), range.startLine, kind, signature, within, certainty].join(" "),
  );

test("a join point of a header counts once, and hits come by file and place", async () => {
  const answer = await search('access("% node::%") || call("% own(...)")');
  expect(answer).toMatchObject({ total: 4, unitsSearched: 2, unitsTotal: 2, problems: [] });
  expect(print(answer)).toEqual([
    "a.c 2 call void own(struct node *) int a(struct node *) certain",
    "a.c 2 get int node::owner int a(struct node *) certain",
    "b.c 3 call void own(struct node *) int b(struct node *) certain",
    "node.h 2 set int node::owner void own(struct node *) certain",
  ]);
  expect(answer.perFile.get(join(root, "a.c"))).toBe(2);
});

test("names of pointcuts are looked up from the aspect that is given", async () => {
  expect(print(await search("set(owners())", "T"))).toHaveLength(1);
  const { total, problems } = await search("set(owners())");
  expect(total).toBe(0);
  expect(problems.map(({ code }) => code)).toEqual(["pointcut/unknown-name"]);
});

test("what only the running program decides is conditional; a name pointcut selects declarations", async () => {
  expect(print(await search('call("% a(...)") && cflow(execution("% b(...)"))'))).toEqual([
    "b.c 3 call int a(struct node *) int b(struct node *) certain",
  ]);
  expect(print(await search('get("% node::owner") && cflow(execution("% b(...)"))'))).toEqual([
    "a.c 2 get int node::owner int a(struct node *) conditional",
  ]);
  expect(print(await search('"% node::owner"'))).toEqual(["node.h 1 name int node::owner  certain"]);
});

test("a header is explained by a unit that includes it", async () => {
  const whole = await workspace.unitFacts(join(root, "a.c"));
  expect(whole?.analysis.facts.shadows.map(({ kind }) => kind)).toContain("builtin");
  expect(whole?.analysis.matches).toHaveLength(1);
});
