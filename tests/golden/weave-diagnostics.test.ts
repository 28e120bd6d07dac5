/** What compilers say about woven text: warnings of the unit keep their places, mistakes in advice stand in the `.ah`. */
import { expect, test } from "vitest";
import { CLANG } from "../support/compilers.js";
import { compile, weaveSource } from "./support/weave-source.js";

const SOURCE = `int g(int); struct s { int f; unsigned b; };
int f(struct s *p, int a)
{
	int unused, x = g(p->f) + g(a); char *text = x;
	p->f = g(p->f); if (a = x) p->b++; return "no";
}
`;
const ASPECTS = `aspect A {
  advice get("% s::%") : after() { tjp->result++; }
  advice set("% s::%") : before() { tjp->arg0++; }
  advice call("% g(...)") : around() { tjp->proceed(); }
  advice execution("% f(...)") : after() { tjp->result++; }
};
`;
const places = (said: string) => said.match(/^\S+:\d+:\d+: (?:warning|error):/gm) ?? [];

for (const command of [
  ["gcc", "-m32", "-O2", "-Wall", "-Wextra"],
  [CLANG, "-m32", "-O2", "-Wall", "-Wextra", "-Wno-int-conversion"],
]) {
  test(`warnings keep their places: ${command[0]}`, () => {
    const { unitText, woven, problems } = weaveSource(SOURCE, ASPECTS);
    expect(problems).toEqual([]);
    expect(woven.effects.length).toBeGreaterThan(6);
    const expected = places(compile(unitText, command));
    expect(expected.length).toBeGreaterThan(1);
    expect(places(compile(woven.text, command))).toEqual(expected);
  });
}

test("a type error in an advice body stands at its line and column of the aspect file", () => {
  const aspects = `aspect A {
  advice execution("% f(...)") : before() {
    int x = tjp->arg1 + tjp->arg0; use(x);
    undeclared = 1;
  }
};
`;
  const said = compile(weaveSource(SOURCE, aspects).woven.text, ["gcc", "-m32", "-w"]);
  expect(said).toContain("aspects.ah:4:5: error: ‘undeclared’".slice(0, 22));
});

test("a unit without matching advice stays as it is, byte for byte", () => {
  const { unitText, woven } = weaveSource(SOURCE, 'aspect A { advice call("% none(...)") : before() { } };');
  expect(woven.text).toBe(unitText);
  expect(woven.spanMap.spans).toEqual([
    {
      generated: { start: 0, end: unitText.length },
      original: { start: 0, end: unitText.length },
      from: "unit",
    },
  ]);
});

test("weaving twice gives the same bytes", () => {
  const woven = () => {
    const { sites, ...unit } = weaveSource(SOURCE, ASPECTS).woven;
    return { ...unit, sites: sites?.() };
  };
  expect(woven()).toEqual(woven());
});

test("functions with errors in them are left alone, the others are woven", () => {
  const source = "int f(int a) { return a +; }\nint h(int a) { return a; }\n";
  const { woven, problems } = weaveSource(
    source,
    'aspect A { advice execution("% %(...)") : before() { tjp->arg0++; } };',
  );
  expect(problems.map(({ code }) => code)).toEqual(["weave/broken-code"]);
  expect(woven.effects.map(({ binding }) => binding.joinPoint.signature)).toEqual(["int h(int)"]);
});
