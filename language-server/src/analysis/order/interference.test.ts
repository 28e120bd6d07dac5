import type { AspectEffect, Precedence } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../../contributors/test-snapshot.js";
import { interferences } from "./interference.js";

function told(...bodies: readonly string[]): string[] {
  const files = bodies.map((body, index) => {
    const name = "ABC"[index];
    return [
      `/${name}.ah`,
      `aspect ${name} { advice execution("% f(...)") : before() { ${body} } };`,
    ] as const;
  });
  return interferences(testSnapshot(Object.fromEntries(files))).map(({ kind, text }) => `${kind}: ${text}`);
}

test("members that advice sets and other advice sets or reads", () => {
  expect(told("i->owner = 1;", "if (i->owner == 2) stop();")).toEqual([
    "reads: B may read a member owner that A may have set before: what is read depends on which of them runs first where it is the same object",
  ]);
  expect(told("i->count += 1;", "++i->count;", "log(i->count);")).toEqual([
    "writes: A and B each set a member count: the one that runs last wins where it is the same object",
    "reads: C may read a member count that A and B may have set before: what is read depends on which of them runs first where it is the same object",
  ]);
  expect(told("++node->inode.links;", "use(node->inode.links);")).toHaveLength(1);
});

test("calls, the join point, comments, strings, and what only one aspect does are no interference", () => {
  expect(told("i->owner();", "i->owner = 1;")).toEqual([]);
  expect(told("tjp->arg0 = 1;", "use(tjp->arg0);")).toEqual([]);
  expect(told("/* i->owner = 1; */", "use(i->owner);")).toEqual([]);
  expect(told('log("i->owner = 1");', "use(i->owner);")).toEqual([]);
  expect(told("i->owner = 1; use(i->owner);", "use(i->other);")).toEqual([]);
  expect(told("i->owner = 1;", "i->owners == 2;")).toEqual([]);
});

test("only aspects that meet at a join point are not apart", () => {
  const aspect = (name: string, body: string) =>
    `aspect ${name} { advice execution("% f(...)") : before() { ${body} } };`;
  const files = {
    "/k.c": "",
    "/A.ah": aspect("A", "i->owner = 1;"),
    "/B.ah": aspect("B", "use(i->owner); i->size = 1;"),
    "/C.ah": aspect("C", "use(i->size);"),
  };
  const at = { line: 1, column: 5 };
  const withEncloses = (encloses: readonly Precedence[], more: Partial<AspectEffect>): AspectEffect => {
    const made = testEffect("execution", "void f()", at, more);
    return { ...made, binding: { ...made.binding, encloses } };
  };
  const effect = (name: string, order: number, encloses?: readonly Precedence[]) =>
    withEncloses(encloses ?? [], {
      by: { tool: "aspects", name },
      order,
      origin: { file: `/${name}.ah`, startLine: 1, startColumn: 14, endLine: 1, endColumn: 40 },
    });
  const found = interferences(
    testSnapshot(files, {
      effects: [effect("A", 0, [{ aspect: "B", because: "name", by: [] }]), effect("B", 1, [])],
    }),
  );
  expect(found.map(({ text, isApart }) => [text.split(" that ")[0], isApart])).toEqual([
    ["B may read a member owner", undefined],
    ["C may read a member size", true],
  ]);
});
