/** What is left to be tested at run time: classes of objects that only the running program knows. */
import { describe, expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { wantedFacts } from "./filters/wanted-facts.js";
import { matchAspects } from "./match-aspects.js";
import { signatureOf } from "./signature.js";

/** `kind signature: certainty, condition [classes], bindings` per advice. */
function advised(text: string, advice: string): string[] {
  const files = [parseAspectFile("t.ah", `aspect A { advice ${advice} {} };`)];
  const facts = factsOf("t.cc", text, wantedFacts(files));
  const { matches, problems } = matchAspects(facts, files);
  expect([...(files[0]?.problems ?? []), ...problems]).toEqual([]);
  return matches.flatMap(({ shadow, advice: list }) =>
    list.map(({ condition, test: what, bindings }) => {
      const classes = what?.kind === "class" ? what.classes.map((id) => facts.entities[id]?.name) : [];
      const bound = bindings.map(({ name, source }) => `${name}=${source.kind}`);
      return [
        `${shadow.kind} ${signatureOf(facts, shadow.entity)}:`,
        condition ?? "certain",
        ...classes,
        ...bound,
      ].join(" ");
    }),
  );
}

const WORLD = `struct B { virtual ~B() {} void m() {} static void s() {} };
struct D : B { void d() {} }; struct E : D { void e() {} }; struct F : D {}; struct Lonely { void l() {} };
struct X { virtual ~X() {} }; struct Both : B, X {};
void use(B *b, E *e) { b->m(); e->m(); }
`;

describe("that", () => {
  test("is certain in the class and below, tested above, never elsewhere", () => {
    expect(advised(WORLD, 'execution("% ...::%(...)") && that("D") : before()')).toMatchInlineSnapshot(`
      [
        "execution void B::m(): where the object is of class "D" D",
        "execution void D::d(): certain",
        "execution void E::e(): certain",
      ]
    `);
    expect(
      advised(WORLD, 'execution("% B::m()") && (that("E") || that("F")) : before()'),
    ).toMatchInlineSnapshot(`
      [
        "execution void B::m(): where the object is of class "E" or where the object is of class "F"",
      ]
    `);
    expect(advised(WORLD, 'execution("% B::m()") && !that("E") : before()')).toMatchInlineSnapshot(`
      [
        "execution void B::m(): not where the object is of class "E"",
      ]
    `);
  });
  test("a class beside it may be reached through a common derived class", () =>
    expect(advised(WORLD, 'execution("% B::m()") && that("X") : before()')).toMatchInlineSnapshot(`
      [
        "execution void B::m(): where the object is of class "X" X",
      ]
    `));
  test("binds a pointer, a reference, or `void *` for any class", () => {
    expect(advised(WORLD, 'execution("% ...::%(...)") && that(o) : before(D *o)')).toMatchInlineSnapshot(`
      [
        "execution void B::m(): where the object is of class "D *" D o=that",
        "execution void D::d(): certain o=that",
        "execution void E::e(): certain o=that",
      ]
    `);
    expect(advised(WORLD, 'execution("% ...::%(...)") && that(o) : before(void *o)')).toMatchInlineSnapshot(`
      [
        "execution void B::m(): certain o=that",
        "execution void D::d(): certain o=that",
        "execution void E::e(): certain o=that",
        "execution void Lonely::l(): certain o=that",
      ]
    `);
  });
});

describe("target", () => {
  test("is certain or tested by the class of the object expression", () => {
    expect(advised(WORLD, 'call("% B::m()") && target("E") : before()')).toMatchInlineSnapshot(`
      [
        "call void B::m(): where the object is of class "E" E",
        "call void B::m(): certain",
      ]
    `);
    expect(advised(WORLD, 'call("% B::m()") && target("B") : before()')).toEqual([
      "call void B::m(): certain",
      "call void B::m(): certain",
    ]);
    expect(advised(WORLD, 'call("% B::m()") && target(o) : before(E &o)')).toMatchInlineSnapshot(`
      [
        "call void B::m(): where the object is of class "E &" E o=target",
        "call void B::m(): certain o=target",
      ]
    `);
  });
});

test("an arm that certainly holds gives the reason and the bindings", () =>
  expect(advised(WORLD, '(execution("% B::m()") && that("E")) || execution("% B::m()") : before()')).toEqual([
    "execution void B::m(): certain",
  ]));
