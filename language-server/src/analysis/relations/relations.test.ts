import type { AspectEffect } from "@weft/weaver-bridge/model";
/** Relations seen from both ends: every link that one file shows, the other shows as well. */
import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../../contributors/test-snapshot.js";
import { declarationReferences } from "./aspect-elements.js";
import { relatedElements } from "./relations.js";

const KERNEL = `int g(void);
int f(void)
{
	/* a brace in words: } */
	return g();
}
int idle(void) { return 0; }
`;
const ASPECTS = `slice struct Counter { int count; };
pointcut fs() = "% f(...)";
aspect Base {
  pointcut virtual where() = 0;
  advice call(where()) : before() { }
};
aspect Trace : public Base {
  pointcut where() = "% g(...)";
  advice "inode" : slice Counter;
  advice execution(fs()) : after() {
    int local;
  }
};
aspect Order {
  advice execution("% ...::%(...)") : order("Trace", "Bas%" || "Order");
};
`;
const at = (line: number) => ({
  file: "/t.ah",
  startLine: line,
  startColumn: 3,
  endLine: line,
  endColumn: 9,
});
const effects = [
  testEffect(
    "execution",
    "int f()",
    { line: 2, column: 5 },
    {
      origin: at(10),
    },
  ),
  testEffect(
    "call",
    "int g()",
    { line: 5, column: 9 },
    {
      origin: at(5),
      certainty: "conditional",
      condition: "while in f",
    },
  ),
  testEffect(
    "class",
    "inode",
    { line: 7, column: 1 },
    {
      origin: at(9),
    },
  ),
].map((effect): AspectEffect => {
  const { adviceIndex, joinPoint: of } = effect.binding;
  const joinPoint = { ...of, within: of.kind === "class" ? "" : "int f()" };
  return of.kind === "class"
    ? { ...effect, binding: { kind: "introduction", joinPoint, adviceIndex } }
    : {
        ...effect,
        binding: {
          ...{ kind: "advice", joinPoint, adviceIndex },
          when: effect.origin.startLine === 10 ? "after" : "before",
        },
      };
});
const snapshot = testSnapshot({ "/k.c": KERNEL, "/t.ah": ASPECTS }, { effects });

function print(path: string, line?: number): string[] {
  const selection =
    line === undefined ? undefined : { start: { line, character: 0 }, end: { line, character: 0 } };
  return relatedElements(snapshot, path, selection).flatMap(({ label, range, relations }) =>
    relations.map(
      ({ kind, ends }) =>
        `${range.start.line} ${label} | ${kind} ${ends.map((end) => `${end.label}${end.certainty === "conditional" ? "?" : ""}`).join(", ")}`,
    ),
  );
}

test("declarations of aspects relate to code and to each other", () => {
  expect(print("/t.ah")).toMatchInlineSnapshot(`
    [
      "0 slice Counter | sliceUsedBy Trace: slice Counter on "inode"",
      "1 pointcut fs | pointcutUsedBy Trace: after execution(fs())",
      "2 aspect Base | derivedBy aspect Trace",
      "3 pointcut where | pointcutUsedBy Base: before call(where())",
      "3 pointcut where | overriddenBy Trace: pointcut where",
      "4 before call(where()) | advises call int g() in int f()?",
      "4 before call(where()) | usesPointcut Base: pointcut where",
      "6 aspect Trace | derivesFrom aspect Base",
      "6 aspect Trace | orderedBy Order: order "Trace", "Bas%" || "Order"",
      "7 pointcut where | overrides Base: pointcut where",
      "8 slice Counter on "inode" | declaredOn class inode",
      "8 slice Counter on "inode" | usesSlice slice Counter",
      "9 after execution(fs()) | advises execution int f()",
      "9 after execution(fs()) | usesPointcut pointcut fs",
      "13 aspect Order | orderedBy Order: order "Trace", "Bas%" || "Order"",
      "14 order "Trace", "Bas%" || "Order" | orders aspect Trace, aspect Order",
    ]
  `);
});

test("lines of code name the advice that applies and the slices that they get", () => {
  expect(print("/k.c")).toMatchInlineSnapshot(`
    [
      "1 execution int f() | advisedBy Trace: after execution(fs())",
      "4 call int g() | advisedBy Trace: before call(where())?",
      "6 class inode | aspectDeclarations Trace: slice Counter on "inode"",
    ]
  `);
});

test("a line without relations means the function around it, braces in comments aside", () => {
  const selected = (path: string, line: number) => [
    ...new Set(print(path, line).map((printed) => printed.split(" |")[0])),
  ];
  expect(selected("/k.c", 4)).toEqual(["4 call int g()"]);
  expect(selected("/k.c", 3)).toEqual(["1 execution int f()", "4 call int g()"]);
  expect(selected("/t.ah", 10)).toEqual(["9 after execution(fs())"]);
});

test("references of a pointcut, from its declaration and from a use, are its users", () => {
  const document = snapshot.aspects[0] as (typeof snapshot.aspects)[number];
  const labels = (line: number, character: number) =>
    declarationReferences(snapshot, document, { line, character }, false).map(({ label }) => label);
  expect(labels(1, 10)).toEqual(["Trace: after execution(fs())"]);
  expect(labels(9, 20)).toEqual(["Trace: after execution(fs())"]);
  expect(labels(9, 4)).toEqual(["execution int f()"]);
});
