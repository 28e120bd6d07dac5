/** Why and why not: words per kind of failure, tried suggestions, and one truth with the matcher. */
import { describe, expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import type { Shadow, UnitFacts } from "../../model/index.js";
import { linkAspects } from "../matching/aspects/link-aspects.js";
import { wantedFacts } from "../matching/filters/wanted-facts.js";
import { matchAspects } from "../matching/match-aspects.js";
import { createUnitMatcher } from "../matching/units/unit-matcher.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { applyChanges, createExplainer } from "./explain-advice.js";
import { explainCode } from "./explain-code.js";

const C = `
struct inode { int i_uid; unsigned flags : 3; };
struct inode *iget(int);
int jiffies; static long ticks;
static int helper(const char *path, int mode) { return mode + jiffies; }
long sys_open(const char *path) { iget(1); return helper(path, 2); }
void __attribute__((no_instrument_function)) hidden(void) { ticks++; }
void sys_close(struct inode *i) { i->i_uid = 0; hidden(); int *p = &jiffies; *p = i->flags; }
int variadic(const char *format, ...) { return format[0] && jiffies; }
void use(void) { variadic("x", 1, 2); }
`;
const CXX = `
struct B { virtual int v(int a) { return a; } virtual ~B() {} int n; static int count; };
struct D : B { int v(int a) { return a + n; } int get() const { return n; } };
namespace n { struct K { K(int a) : m(a) {} int m; int twice() { return 2 * m; } operator int() { return m; } }; int free_one(B &b) { return b.v(1); } }
template <class T> struct Box { T value; T take() { return value; } };
int run(B *b, D *d) { n::K k(2); Box<int> box; box.value = 1; return b->v(1) + d->v(2) + d->get() + k.twice() + k + box.take() + n::free_one(*d); }
`;

function world(path: string, text: string, pointcuts: readonly string[], before = "") {
  const advice = pointcuts.map((pointcut) => `advice ${pointcut} : before() {}`).join("\n");
  const files = [parseAspectFile("t.ah", `${before}aspect T {\n${advice}\n};\n`)];
  expect(files.flatMap(({ problems }) => problems).filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
  return { facts: factsOf(path, text, wantedFacts(files)), files };
}

/** What is said of one pointcut at the join point of that kind and name. */
function why(
  path: string,
  text: string,
  pointcut: string,
  kind: Shadow["kind"],
  name: string,
  before = "",
): string {
  const { facts, files } = world(path, text, [pointcut], before);
  const shadow = facts.shadows.find((one) => one.kind === kind && facts.entities[one.entity]?.name === name);
  if (shadow === undefined) throw new Error(`no ${kind} of ${name}`);
  const [found] = createExplainer(facts, files).explain(shadow);
  if (found === undefined) throw new Error("no advice");
  const own = found.changes.filter(({ file }) => file === found.file);
  const changed = applyChanges(found.file.text, own).slice(found.advice.header.start);
  const suggestion = own.length === 0 ? "" : ` => ${/^advice (.*?) : before/s.exec(changed)?.[1] ?? changed}`;
  return `${found.applies}: ${found.untraced === undefined ? found.finding.words : `notrace: ${found.untraced}`}${suggestion}`;
}

const c = (pointcut: string, kind: Shadow["kind"], name: string) => why("k.c", C, pointcut, kind, name);
const cxx = (pointcut: string, kind: Shadow["kind"], name: string, before?: string) =>
  why("k.cc", CXX, pointcut, kind, name, before);

describe("C, in words with values", () => {
  test("names, results, parameters, counts, static", () => {
    expect([
      c('execution("% sys_%(...)")', "execution", "sys_open"),
      c('execution("% sys_opne(...)")', "execution", "sys_open"),
      c('execution("int sys_open(...)")', "execution", "sys_open"),
      c('execution("long sys_open(char *)")', "execution", "sys_open"),
      c('execution("% helper(const char *)")', "execution", "helper"),
      c('execution("% helper(const char *, long)")', "execution", "helper"),
      c('execution("static % sys_open(...)")', "execution", "sys_open"),
      c('execution("helper")', "execution", "helper"),
      c('set("long inode::i_uid")', "set", "i_uid"),
      c('set("% i_uid")', "set", "i_uid"),
    ]).toMatchInlineSnapshot(`
      [
        "yes: \`sys_open\` matches "% sys_%(...)"",
        "no: \`sys_open\`: the name is \`sys_open\`, the pattern wants \`sys_opne\` => execution("% sys_open(...)")",
        "no: \`sys_open\`: the result is \`long\`, the pattern wants \`int\` => execution("long sys_open(...)")",
        "yes: \`sys_open\` matches "long sys_open(char *)"",
        "no: \`helper\`: it has 2 parameters, the pattern wants 1 => execution("% helper(...)")",
        "no: \`helper\`: parameter 2 is \`int\`, the pattern wants \`long\` => execution("% helper(const char *, int)")",
        "no: \`sys_open\`: it is not \`static\`, the pattern wants \`static\` => execution("% sys_open(...)")",
        "no: "helper" names a scope or a type; the function is \`int helper(const char *,int)\` => execution("% helper(...)")",
        "no: \`inode::i_uid\`: the type is \`int\`, the pattern wants \`long\` => set("int inode::i_uid")",
        "no: \`inode::i_uid\`: the scope is \`inode::\`, the pattern wants the global scope => set("% inode::i_uid")",
      ]
    `);
  });
  test("kinds of join points, places, files, exclusions", () => {
    expect([
      c('execution("% helper(...)")', "call", "helper"),
      c('get("% jiffies")', "ref", "jiffies"),
      c('call("% helper(...)") && within("% sys_close(...)")', "call", "helper"),
      c('call("% helper(...)") && !within("% sys_%(...)")', "call", "helper"),
      c('execution("% helper(...)" && file("kernel/sched/%.c"))', "execution", "helper"),
      c('execution("% sys_close(...)") || call("% iget(int)")', "execution", "sys_open"),
    ]).toMatchInlineSnapshot(`
      [
        "no: this is a call, \`execution\` selects bodies of functions => call("% helper(...)")",
        "no: this is a place where an address is taken, \`get\` selects reads => ref("% jiffies")",
        "no: inside \`sys_open\`: the name is \`sys_open\`, the pattern wants \`sys_close\` => call("% helper(...)") && within("% sys_open(...)")",
        "no: excluded by \`!within("% sys_%(...)")\`: inside \`sys_open\`, which matches "% sys_%(...)" => call("% helper(...)")",
        "no: \`helper\` is defined in \`k.c\`, the pattern wants \`kernel/sched/%.c\` => execution("% helper(...)" && file("k.c"))",
        "no: \`sys_open\`: the name is \`sys_open\`, the pattern wants \`sys_close\`; and this is the body of a function, \`call\` selects calls; \`sys_open\`: the name is \`sys_open\`, the pattern wants \`iget\`",
      ]
    `);
  });
  test("arguments and results", () => {
    expect([
      c('call("% helper(...)") && args("const char *", "long")', "call", "helper"),
      c('call("% helper(...)") && args("const char *")', "call", "helper"),
      c('call("% helper(...)") && result("long")', "call", "helper"),
      c('call("% variadic(...)") && args("const char *", "int")', "call", "variadic"),
      c('set("% inode::i_uid") && args("long")', "set", "i_uid"),
    ]).toMatchInlineSnapshot(`
      [
        "no: argument 2 is \`int\`, the pattern wants \`long\` => call("% helper(...)") && args("const char *", "int")",
        "no: there are 2 arguments (\`const char *\`, \`int\`), the pattern wants 1 => call("% helper(...)") && args("%", "%")",
        "no: the result is \`int\`, the pattern wants \`long\` => call("% helper(...)") && result("int")",
        "no: there are 3 arguments (\`const char *\`, \`int\`, \`int\`), the pattern wants 2 => call("% variadic(...)") && args("%", "%", "%")",
        "no: argument 1 is \`int\`, the pattern wants \`long\` => set("% inode::i_uid") && args("int")",
      ]
    `);
  });
  test("code marked notrace", () =>
    expect(c('set("% ticks")', "set", "ticks")).toMatchInlineSnapshot(`"no: notrace: hidden"`));
});

describe("C++, in words with values", () => {
  test("scopes, classes, derivation, const and virtual", () => {
    expect([
      cxx('execution("% v(int)")', "execution", "v"),
      cxx('execution("% n::%(...)")', "execution", "twice"),
      cxx('execution("% D::v(...)")', "execution", "v"),
      cxx('execution("% D::v(...) const")', "execution", "v"),
      cxx('execution("virtual % D::get(...)")', "execution", "get"),
      cxx('execution(derived("D"))', "execution", "twice"),
      cxx('construction("n")', "construction", "K"),
      cxx('call("% D::v(...)")', "call", "v"),
    ]).toMatchInlineSnapshot(`
      [
        "no: \`B::v\`: the scope is \`B::\`, the pattern wants the global scope => execution("% B::v(int)")",
        "no: \`n::K::twice\`: the scope is \`n::K::\`, the pattern wants \`n::\` => execution("% n::K::%(...)")",
        "no: \`B::v\`: the scope is \`B::\`, the pattern wants \`D::\` => execution("% B::v(...)")",
        "no: \`B::v\`: the scope is \`B::\`, the pattern wants \`D::\`; it is not \`const\`, and a qualifier in a pattern is required => execution("% B::v(...)")",
        "no: \`D::get\`: it is not \`virtual\`, the pattern wants \`virtual\` => execution("% D::get(...)")",
        "no: \`n::K::twice\` is none of these, and no class around it derives from one",
        "yes: \`n::K\` matches "n"",
        "no: \`B::v\`: the scope is \`B::\`, the pattern wants \`D::\` => call("% B::v(...)")",
      ]
    `);
  });
  test("objects", () => {
    expect([
      cxx('call("% ...::twice()") && target("B")', "call", "twice"),
      cxx('call("% ...::v(...)") && target("D")', "call", "v"),
      cxx('execution("% ...::twice()") && that("B")', "execution", "twice"),
      cxx('call("% ...::twice()") && that("B")', "call", "twice"),
    ]).toMatchInlineSnapshot(`
      [
        "no: the object's static type is \`n::K\`, the pattern wants \`B\` or a class derived from it",
        "at run time: \`B::v\` matches "% ...::v(...)"; decided at run time: where the object is of class "D"",
        "no: \`this\` is a \`n::K\`, the pattern wants \`B\` or a class derived from it",
        "no: \`run\` has no \`this\`",
      ]
    `);
  });
  test("a named pointcut is explained where it is written", () =>
    expect(
      cxx('calls() && within("% run(...)")', "call", "twice", 'pointcut calls() = call("% K::twice()");\n'),
    ).toMatchInlineSnapshot(`
      "no: \`n::K::twice\`: the scope is \`n::K::\`, the pattern wants \`K::\` =>  {
      advice calls() && within("% run(...)") : before() {}
      };
      "
    `));
});

describe("one truth", () => {
  const patterns = [
    ...[
      "% %(...)",
      "% ...::%(...)",
      "% sys_%(...)",
      "long sys_open(const char *)",
      "int helper(...)",
      "% helper(const char *)",
    ],
    ...[
      "% ...::v(int)",
      "% D::%(...) const",
      "virtual % ...::%(...)",
      "static % ...::%",
      "% B::n",
      "int %",
      "% inode::%",
    ],
    ...[
      "B",
      "n",
      "K",
      "n::K",
      "...::K",
      "%",
      "% Box<...>::take()",
      "% ...::operator %(...)",
      "% ...::operator int()",
      "jiffies",
    ],
  ];
  const names = patterns.map((text) => `"${text}"`);
  const nested = [
    ...["derived", "base", "member", "classes"].map((name) => `${name}("B")`),
    ...['derived("% B::v(...)")', 'member("n")', 'file("k.c")', 'file("x/%.c")', '!"% ...::v(...)"'],
    ...['"% ...::%(...)" && !"% ...::v(...)"', '"% ...::v(...)" || "% sys_%(...)"', 'classes("n::K")'],
  ];
  const code = [...names, ...nested].flatMap((of) =>
    ["execution", "call", "get", "set", "ref", "builtin", "construction", "destruction", "within"].map(
      (join) => `${join}(${of})`,
    ),
  );
  const context = [
    ...[
      'args("int")',
      'args("%", "%")',
      "args()",
      'result("int")',
      'result("%")',
      'target("B")',
      'target("D")',
    ],
    ...[
      'that("D")',
      'that("n::K")',
      'target("D") || that("D")',
      '!target("D")',
      'cflow(execution("% run(...)"))',
    ],
    ...[
      '!cflow(call("% ...::v(...)")) && call("% ...::%(...)")',
      'local("int *", "p")',
      '!(call("% ...::%(...)") && args("int"))',
    ],
  ];
  const joined = code.flatMap((one, index) => {
    const other = code[(index * 7 + 3) % code.length] as string;
    return [`${one} && ${other}`, `${one} || !${other}`, `!(${one}) && !(${other})`];
  });
  const all = [...code, ...context, ...joined];

  test.each([
    ["C", "k.c", C],
    ["C++", "k.cc", CXX],
  ])("every verdict in %s is the matcher's, for all join points and pointcuts", (_, path, text) => {
    const { facts, files } = world(path, text, all);
    const unit = createUnitMatcher(facts);
    const wrong: string[] = [];
    for (const { node, advice } of linkAspects(files).advice)
      for (const shadow of facts.shadows) {
        const { verdict } = explainCode(unit, node, shadow, { file: undefined });
        const decided = unit.decide(node, shadow);
        if (verdict !== decided && JSON.stringify(verdict) !== JSON.stringify(decided))
          wrong.push(`${all[advice.index]} at ${shadow.kind} ${facts.entities[shadow.entity]?.name}`);
      }
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(1000);
    expect(facts.shadows.length).toBeGreaterThan(15);
  });

  test.each([
    ["C", "k.c", C],
    ["C++", "k.cc", CXX],
  ])("in %s advice applies exactly where it is woven, and each suggestion makes it so", (_, path, text) => {
    const wrong: string[] = [];
    let suggested = 0;
    const { facts } = world(path, text, all);
    for (const pointcut of [...code.filter((_, index) => index % 4 === 0), ...context]) {
      const files = [parseAspectFile("t.ah", `aspect T { advice ${pointcut} : before() {} };`)];
      const woven = wovenAt(facts, files);
      const explainer = createExplainer(facts, files);
      for (const shadow of facts.shadows)
        for (const { applies, changes, file } of explainer.explain(shadow)) {
          if ((applies !== "no") !== woven.has(shadow)) wrong.push(`${pointcut} at ${shadow.kind}`);
          if (changes.length === 0 || suggested++ % 5 > 0) continue;
          const changed = applyChanges(file.text, changes);
          if (!wovenAt(facts, [parseAspectFile("t.ah", changed)]).has(shadow)) wrong.push(changed);
        }
    }
    expect(wrong).toEqual([]);
    expect(suggested).toBeGreaterThan(20);
  });
});

function wovenAt(facts: UnitFacts, files: Parameters<typeof matchAspects>[1]): ReadonlySet<Shadow> {
  return new Set(matchAspects(facts, files).matches.map(({ shadow }) => shadow));
}
