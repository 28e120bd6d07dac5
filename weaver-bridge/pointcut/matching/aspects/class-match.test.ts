/** Introductions: which slices go into which classes, in which order; order advice in all forms. */
import { describe, expect, test } from "vitest";
import { factsOf } from "../../../../tests/support/index.js";
import { printProblem } from "../../../model/index.js";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { wantedFacts } from "../filters/wanted-facts.js";
import { matchAspects } from "../match-aspects.js";

/** `class: aspect slice, ...` per class, then the problems. */
function introduced(text: string, aspects: string, path = "t.cc"): string[] {
  const files = [parseAspectFile("t.ah", aspects)];
  const facts = factsOf(path, text, wantedFacts(files));
  const { classes, problems } = matchAspects(facts, files);
  const lines = classes.map(({ entity, introductions }) => {
    const list = introductions.map(({ aspect, slice }) => `${aspect.name} ${slice.slice.name || "{}"}`);
    return `${facts.entities[entity]?.name}: ${list.join(", ")}`;
  });
  return [...lines, ...[...(files[0]?.problems ?? []), ...problems].map(printProblem)];
}

const CLASSES = `struct A { struct In {}; }; struct B : A {}; struct C {}; struct Declared; union U { int a; };
namespace n { struct K {}; } template <class T> struct Box { T t; }; Box<int> box;`;

test("slices go into the classes that are named, not into what is nested in them", () => {
  expect(introduced(CLASSES, 'aspect X { advice "A" : slice struct { int x; }; };')).toEqual(["A: X {}"]);
  expect(introduced(CLASSES, 'aspect X { advice derived("A") || "U" : slice struct { int x; }; };')).toEqual([
    "A: X {}",
    "B: X {}",
    "U: X {}",
  ]);
  expect(introduced(CLASSES, 'aspect X { advice "n" : slice struct { int x; }; };')).toEqual([]);
  expect(introduced(CLASSES, 'aspect X { advice "%::%" : slice struct { int x; }; };')).toEqual([
    "In: X {}",
    "K: X {}",
  ]);
  expect(introduced(CLASSES, 'aspect X { advice "Box" : slice struct { int x; }; };')).toEqual(["Box: X {}"]);
  expect(introduced(CLASSES, 'aspect X { advice "Declared" : slice struct { int x; }; };')).toEqual([]);
});

test("in C structs get slices", () =>
  expect(
    introduced(
      "struct inode { int uid; }; int f(struct inode *i) { return i->uid; }",
      'aspect X { advice "inode" : slice struct { int x; }; };',
      "t.c",
    ),
  ).toEqual(["inode: X {}"]));

test("references find slices in scopes, bases by inheritance, and say what is missing", () => {
  const slices = `slice class Far { int a; }; namespace n { slice class Near { int b; }; } slice class Only;
slice int Far::later() { return 1; }
`;
  expect(
    introduced(
      CLASSES,
      `${slices}namespace n { aspect X { slice class Own { int c; }; advice "C" : slice Far; advice "C" : slice Near; advice "C" : slice Own; advice "C" : slice class Only; advice "C" : slice Fare; }; }`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "C: n::X Far, n::X n::Near, n::X n::X::Own",
      "t.ah:3:152: error[weft/aspect/unknown-slice]: slice \`Only\` is declared but not defined. Define it: \`slice class Only { ... };\`.",
      "t.ah:3:177: error[weft/aspect/unknown-slice]: there is no slice \`Fare\`. Did you mean \`Far\`?",
    ]
  `);
});

test("abstract aspects introduce through concrete ones", () =>
  expect(
    introduced(
      CLASSES,
      `aspect Base { pointcut virtual where() = 0; advice where() : slice struct { int x; }; };
aspect One : public Base { pointcut where() = "A"; }; aspect Two : public Base { pointcut where() = "A" || "C"; };
aspect Order { advice "A" : order("Two", "One"); };`,
    ),
  ).toEqual(["A: Two {}, One {}", "C: Two {}"]));

describe("order", () => {
  const two =
    'aspect P { advice "A" : slice struct { int p; }; }; aspect Q { advice "A" : slice struct { int q; }; }; ';
  test("no order is a warning with the fix", () =>
    expect(introduced(CLASSES, two).join("\n")).toContain('`advice POINTCUT : order("P", "Q");`'));
  test.each([
    ['"Q", "P"', "Q {}, P {}"],
    ['"Q", "%"', "Q {}, P {}"],
    ['!"P", "P"', "Q {}, P {}"],
    ['"%", "P"', "Q {}, P {}"],
    ['"P" || "none", "Q"', "P {}, Q {}"],
  ])("order(%s)", (sequence, expected) =>
    expect(introduced(CLASSES, `${two}aspect O { advice "A" : order(${sequence}); };`)).toEqual([
      `A: ${expected}`,
    ]),
  );
  test("attributes name aspects by what is written at them", () =>
    expect(
      introduced(
        CLASSES,
        `namespace n { attribute in(); attribute out(); }
aspect [[n::in]] P { advice "A" : slice struct { int p; }; }; aspect [[n::out]] Q { advice "A" : slice struct { int q; }; };
aspect O { advice "A" : order(n::out(), n::in()); };`,
      ),
    ).toEqual(["A: Q {}, P {}"]));
  test("derived names aspects by their bases, also ordinary classes", () =>
    expect(
      introduced(
        CLASSES,
        `class Low {}; aspect P : public Low { advice "A" : slice struct { int p; }; }; aspect Q { advice "A" : slice struct { int q; }; };
aspect O { advice "A" : order(!derived("Low"), derived("Low")); };`,
      ).at(0),
    ).toBe("A: Q {}, P {}"));
  test("a contradiction is an error, also over three", () => {
    expect(
      introduced(
        CLASSES,
        `${two}aspect O { advice "A" : order("P", "Q"); advice "A" : order("Q", "P"); };`,
      ).join(),
    ).toContain("order-cycle");
    const three = `${two}aspect R { advice "A" : slice struct { int r; }; }; `;
    expect(
      introduced(
        CLASSES,
        `${three}aspect O { advice "A" : order("P", "Q"); advice "A" : order("Q", "R"); advice "A" : order("R", "P"); };`,
      ).join(),
    ).toContain("order-cycle");
  });
});
