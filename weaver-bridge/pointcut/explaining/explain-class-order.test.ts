/** Why (not) of slices at classes, and of the order of what applies: words, and one truth with the matcher. */
import { expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import type { UnitFacts } from "../../model/index.js";
import { matchAspects } from "../matching/match-aspects.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { applyChanges, createExplainer } from "./explain-advice.js";

const CLASSES = {
  "k.c":
    "struct inode { int i_uid; }; struct file { struct inode *f; struct { int a; } nameless; }; union u { int x; }; int f(struct inode *i) { return i->i_uid; }",
  "k.cc":
    "namespace n { struct B { struct Inner { int x; }; int v(); }; } struct D : n::B { int y; }; struct Thread { int z; }; template <class T> struct Box { T value; }; Box<int> box; int f(D *d) { return d->y; }",
};
const POINTCUTS = [
  '"inode"',
  '"inodes"',
  '"Thread"',
  '"Tread"',
  '"n::B"',
  '"n"',
  '"n::%"',
  '"B"',
  '"%"',
  '"...::%"',
  'derived("n::B")',
  'base("D")',
  '"inode" || "file"',
  '"%" && !"Thread"',
  '"Box"',
];

const worlds = Object.entries(CLASSES).map(([path, text]) => ({
  path,
  facts: factsOf(path, text, { classes: true }),
}));

test.each(worlds)(
  "a slice goes in exactly where it is woven in $path, and each suggestion makes it so",
  ({ facts }) => {
    const wrong: string[] = [];
    let suggested = 0;
    for (const pointcut of POINTCUTS) {
      const text = `aspect T { advice ${pointcut} : slice struct { int extra; }; };`;
      const files = [parseAspectFile("t.ah", text)];
      const woven = grown(facts, text);
      const explainer = createExplainer(facts, files);
      facts.entities.forEach((entity, id) => {
        if (entity.kind !== "class") return;
        for (const { applies, changes } of explainer.explainClass(id)) {
          if (applies !== woven.has(id)) wrong.push(`${pointcut} at ${entity.name}`);
          if (changes.length === 0) continue;
          suggested++;
          if (!grown(facts, applyChanges(text, changes)).has(id))
            wrong.push(`${pointcut} changed at ${entity.name}`);
        }
      });
    }
    expect(wrong).toEqual([]);
    expect(suggested).toBeGreaterThan(0);
  },
);

function grown(facts: UnitFacts, aspects: string): ReadonlySet<number> {
  return new Set(matchAspects(facts, [parseAspectFile("t.ah", aspects)]).classes.map(({ entity }) => entity));
}

test("why a slice does not go into a class, in words", () => {
  const cxx = (pointcut: string, name: string) => whyInto("k.cc", pointcut, name);
  const c = (pointcut: string, name: string) => whyInto("k.c", pointcut, name);
  expect([
    c('"inode"', "inode"),
    c('"inodes"', "inode"),
    c('"file"', "inode"),
    cxx('"%" && !"Thread"', "Thread"),
    cxx('derived("n::B")', "Thread"),
    cxx('"n"', "B"),
    cxx('"Thread"', "D"),
  ]).toMatchInlineSnapshot(`
    [
      "yes: \`inode\` matches "inode"",
      "no: \`inode\` is not what "inodes" names => "inode"",
      "no: \`inode\` is not what "file" names",
      "no: excluded by \`!"Thread"\`: \`Thread\` matches "Thread" => ",
      "no: \`Thread\` is none of these, and no class around it derives from one",
      "no: the pointcut names a scope around this class; a slice goes into the classes that it names themselves",
      "no: \`D\` is not what "Thread" names",
    ]
  `);
});

function whyInto(path: keyof typeof CLASSES, pointcut: string, name: string): string {
  const facts = worlds.find((world) => world.path === path)?.facts as UnitFacts;
  const files = [parseAspectFile("t.ah", `aspect T { advice ${pointcut} : slice struct { int extra; }; };`)];
  const id = facts.entities.findIndex((entity) => entity.kind === "class" && entity.name === name);
  const [found] = createExplainer(facts, files).explainClass(id);
  const suggestion = (found?.changes ?? []).map(({ text }) => ` => ${text}`).join("");
  return `${found?.applies === true ? "yes" : "no"}: ${found?.hindrance ?? found?.finding.words}${suggestion}`;
}

test("why one aspect encloses another: given, by name, contradictory, or said elsewhere", () => {
  const both =
    'aspect A { advice execution("% f(...)") : before() {} }; aspect B { advice execution("% f(...)") : after() {} };';
  expect([
    order(both),
    order(`${both} aspect O { advice execution("% f(...)") : order("B", "A"); };`),
    order(`${both} aspect O { advice "% g(...)" : order("B", "A"); };`),
    order(
      `${both} aspect O { advice execution("% f(...)") : order("B", "A"); advice "% f(...)" : order("A", "B"); };`,
    ),
  ]).toMatchInlineSnapshot(`
    [
      [
        "A > B (name, 0): no order is given, so their names decide",
      ],
      [
        "B > A (order, 1): order advice says so (t.ah:1)",
      ],
      [
        "A > B (name, 1): no order is given, so their names decide; the order advice at t.ah:1 does not apply here: \`f\`: the name is \`f\`, the pattern wants \`g\`",
      ],
      [
        "A > B (contradiction, 2): order advice contradicts itself (t.ah:1 and t.ah:1), so their names decide",
      ],
    ]
  `);
});

test("why the members of one aspect stand before those of another", () => {
  const facts = worlds[0]?.facts as UnitFacts;
  const text =
    'aspect A { advice "inode" : slice struct { int a; }; }; aspect B { advice "inode" : slice struct { int b; }; advice "file" : order("B", "A"); };';
  const id = facts.entities.findIndex(({ name, kind }) => kind === "class" && name === "inode");
  expect(
    createExplainer(facts, [parseAspectFile("t.ah", text)])
      .orderInto(id)
      .map(said),
  ).toMatchInlineSnapshot(`
    [
      "A > B (name, 1): no order is given, so their names decide; the order advice at t.ah:1 does not apply here: \`inode\` is not what "file" names",
    ]
  `);
});

function order(aspects: string): string[] {
  const facts = worlds[0]?.facts as UnitFacts;
  const shadow = facts.shadows.find(({ kind }) => kind === "execution");
  if (shadow === undefined) throw new Error("no execution");
  return createExplainer(facts, [parseAspectFile("t.ah", aspects)])
    .order(shadow)
    .map(said);
}

function said({
  outer,
  inner,
  because,
  why,
  by,
}: ReturnType<ReturnType<typeof createExplainer>["order"]>[number]) {
  return `${outer} > ${inner} (${because}, ${by.length}): ${why}`;
}
