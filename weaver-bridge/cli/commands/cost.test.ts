/** `weft cost` on projects made for the test: its numbers are those of objects that the test compiles itself. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { folderWith, weft } from "../test/weft-process.js";

const FLAGS = ["-m32", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables"];
const project = (aspects: readonly string[]) =>
  JSON.stringify({
    name: "p",
    language: "c",
    aspects,
    commands: { compiler: "gcc", flags: FLAGS, files: ["*.c"] },
  });
const UNIT = `extern int g(int);
int f(int a) { return g(a) + 1; }
int untouched(int a) { return a * 3; }
`;
const OTHER = "int other(void) { return 7; }\n";
const ASPECTS = `extern int count, seen[64];
aspect Counting {
  advice execution("% f(...)") : before() { count++; }
  advice call("% g(...)") : after() { seen[tjp->arg0 & 63] = tjp->result; }
};
aspect Nothing { advice execution("% f(...)") : before() { } };
`;
const TANGLED = `extern int g(int);
extern int count, seen[64];
int f(int a) { count++; int r = g(a); seen[a & 63] = r; return r + 1; }
int untouched(int a) { return a * 3; }
`;

/** Bytes of functions, by the symbol table. */
function codeBytes(text: string, compiler: "gcc" | "g++" = "gcc"): number {
  const folder = folderWith({ "x.c": text });
  execFileSync(compiler, [...FLAGS, "-c", "x.c"], { cwd: folder });
  const symbols = execFileSync("nm", ["-S", "x.o"], { cwd: folder, encoding: "utf8" });
  return [...symbols.matchAll(/^\w+ (\w+) [Tt] /gm)].reduce(
    (sum, [, size = "0"]) => sum + parseInt(size, 16),
    0,
  );
}

test("an advice costs what its objects differ by; one that does nothing costs nothing", () => {
  const folder = folderWith({ "weft.json": project(["a.ah"]), "a.ah": ASPECTS, "u.c": UNIT, "o.c": OTHER });
  const ran = weft(folder, ["cost", "--json", "--svg", "cost.svg"]);
  expect(ran.code, ran.err).toBe(0);
  const result = JSON.parse(ran.out);
  expect(schemaErrors("cost", result)).toBe("");
  expect(result.units.map((unit: { source: string }) => unit.source)).toEqual(["u.c"]);
  expect(result.baseline.code).toBe(codeBytes(UNIT));
  expect(result.woven.code).toBe(codeBytes(TANGLED));
  const [counting, nothing] = result.aspects;
  expect(counting.aspect).toBe("Counting");
  expect(counting.cost.code).toBe(codeBytes(TANGLED) - codeBytes(UNIT));
  const onlyCall = TANGLED.replace("count++; ", "");
  expect(counting.advice[0].cost.code).toBe(codeBytes(TANGLED) - codeBytes(onlyCall));
  expect(counting.advice[0].cost.instructions).toBeGreaterThan(0);
  expect(counting.advice.map((one: { joinPoints: number }) => one.joinPoints)).toEqual([1, 1]);
  expect(nothing.cost).toEqual({ code: 0, data: 0, stack: 0, instructions: 0 });
  const picture = readFileSync(join(folder, "cost.svg"), "utf8");
  expect(picture).toContain(">Counting</text>");
  expect(picture).toContain(`>${counting.cost.code}</text>`);
});

test("what two advice share has a row of its own, so that rows add up to the difference", () => {
  const shared = `aspect Shared { int n;
  advice execution("% f(...)") : before() { n++; }
  advice call("% g(...)") : after() { n += 2; } };`;
  const folder = folderWith({ "weft.json": project(["a.ah"]), "a.ah": shared, "u.c": UNIT });
  const { out } = weft(folder, ["cost"]);
  const data = [...out.matchAll(/^ {2}\S.* (-?\d+) +(-?\d+) +(-?\d+) +(-?\d+)$/gm)].map((row) =>
    Number(row[2]),
  );
  const difference = Number(/^difference +-?\d+ +(-?\d+)/m.exec(out)?.[1]);
  expect(out).toMatch(/^ {2}what its advice shares/m);
  expect(difference).toBeGreaterThan(0);
  expect(data.reduce((sum, bytes) => sum + bytes, 0)).toBe(difference);
});

test("beside the same put in by hand, all units are compared", () => {
  const folder = folderWith({
    "weft.json": project(["a.ah"]),
    "a.ah": ASPECTS,
    "u.c": UNIT,
    "o.c": OTHER,
    "by hand/weft.json": project([]),
    "by hand/u.c": TANGLED,
    "by hand/o.c": OTHER,
  });
  const ran = weft(folder, ["cost", ".", "--tangled", "by hand", "--json"]);
  expect(ran.code, ran.err).toBe(0);
  const result = JSON.parse(ran.out);
  expect(schemaErrors("cost", result)).toBe("");
  const { tangled } = result;
  expect(tangled).toMatchObject({ equal: 3, functions: [] });
  expect(tangled.woven).toEqual(tangled.tangled);
  expect(tangled.woven.code).toBe(codeBytes(TANGLED) + codeBytes(OTHER));
});

test("each function that is not the code by hand says how, what it costs and why", () => {
  const folder = folderWith({
    "weft.json": project(["a.ah"]),
    "a.ah": ASPECTS,
    "u.c": UNIT,
    "hand/weft.json": project([]),
    "hand/u.c": TANGLED.replace("count++; int r = g(a); seen[a & 63] = r; return r + 1;", "return g(a);"),
  });
  const ran = weft(folder, ["cost", ".", "--tangled", "hand", "--json"]);
  expect(ran.code, ran.err).toBe(0);
  const result = JSON.parse(ran.out);
  expect(schemaErrors("cost", result)).toBe("");
  const { equal, functions } = result.tangled;
  expect(equal).toBe(1);
  expect(functions).toHaveLength(1);
  const [{ name, difference, bytes, stack, reasons }] = functions;
  expect([name, difference]).toEqual(["f", "longer"]);
  expect(bytes).toBe(result.tangled.woven.code - result.tangled.tangled.code);
  expect(stack).toBeGreaterThan(0);
  expect(reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
    "saved-register",
    "lost-tail-call",
  ]);
  const said = weft(folder, ["cost", ".", "--tangled", "hand"]).out;
  expect(said).toContain("1 of 2 functions have the code of those by hand.\n");
  expect(said).toMatch(
    /^f +\+\d+ +\+\d+ +\+\d+ {2}other instructions, longer; more registers are saved, for values that live across the advice; a tail call is a call, since advice runs after it$/m,
  );
});

test("of a function that several units bring, one counts, by its name in the source", () => {
  const unit = (name: string, more = "") =>
    `extern int seen; struct C { int x; __attribute__((noinline, noclone)) int get(int a) { return a * x${more}; } };
int ${name}(C *c, int n) { return c->get(n) + 1; }
`;
  const commands = { compiler: "g++", flags: FLAGS, files: ["*.cxx"] };
  const cxx = JSON.stringify({ name: "p", language: "c++", aspects: [], commands });
  const folder = folderWith({
    "weft.json": cxx,
    "a.cxx": unit("f"),
    "b.cxx": unit("g"),
    "hand/weft.json": cxx,
    "hand/a.cxx": unit("f", " + seen"),
    "hand/b.cxx": unit("g", " + seen"),
  });
  const ran = weft(folder, ["cost", ".", "--tangled", "hand", "--json"]);
  expect(ran.code, ran.err).toBe(0);
  const { tangled } = JSON.parse(ran.out);
  expect(tangled.equal).toBe(2);
  expect(tangled.functions).toHaveLength(1);
  expect(tangled.functions[0].name).toBe("_ZN1C3getEi");
  expect(tangled.functions[0].bytes).toBe(tangled.woven.code - tangled.tangled.code);
  expect(weft(folder, ["cost", ".", "--tangled", "hand"]).out).toMatch(
    /^C::get\(int\) +-\d+ +-1 +0 {2}other instructions, shorter$/m,
  );
});

test("what the compiler rejects is told, and is in no sum", () => {
  const broken = 'aspect Bad { advice execution("% f(...)") : before() { undeclared++; } };';
  const folder = folderWith({ "weft.json": project(["b.ah"]), "b.ah": broken, "u.c": UNIT });
  const ran = weft(folder, ["cost", "--json", "--svg", "cost.svg"]);
  expect(ran.code).toBe(1);
  const result = JSON.parse(ran.out);
  expect(result.aspects).toEqual([]);
  expect(result.problems[0]).toMatchObject({ code: "cost/compile", severity: "error" });
  expect(result.problems[0].message).toMatch(/b\.ah:1:\d+: error:.*undeclared/);
});

test("each advice says why its code is other code", () => {
  const unit = `int g(int); void h(void); struct big { int a[64]; }; struct big from, to;
int tail(int a) { return g(a); }
int kept(int a) { return a; }
void copied(void) { h(); }
`;
  const aspects = `extern int seen; extern struct big from, to;
aspect Why {
  advice execution("% tail(...)") : after() { seen += tjp->arg0; }
  advice execution("% kept(...)") : before() { }
  advice execution("% copied()") : before() { to = from; }
};
`;
  const folder = folderWith({ "weft.json": project(["w.ah"]), "w.ah": aspects, "u.c": unit });
  const ran = weft(folder, ["cost", "--json"]);
  expect(ran.code, ran.err).toBe(0);
  const result = JSON.parse(ran.out);
  expect(schemaErrors("cost", result)).toBe("");
  const reasons = result.aspects[0].advice.map(
    (one: { reasons: { reason: string; functions: string[] }[] }) =>
      one.reasons.map(({ reason, functions }) => `${reason} ${functions.join()}`),
  );
  expect(reasons).toEqual([
    ["saved-register tail", "lost-tail-call tail", "own-code tail"],
    [],
    ["saved-register copied", "copy copied", "own-code copied"],
  ]);
  expect(weft(folder, ["cost"]).out).toContain(
    "Why, after w.ah:3:\n  more registers are saved, for values that live across the advice (tail)\n  a tail call is a call, since advice runs after it (tail)\n",
  );
});

test("C++ units cost like C units", () => {
  const unit = (first: string, second: string) =>
    `extern int seen; struct C { int x; int get(int a); static void s(); };
int C::get(int a) { ${first}return a + x; }
void C::s() { ${second}}
`;
  const aspects = `extern int seen;
aspect A {
  advice execution("% C::get(...)") : before() { seen += *tjp->arg<0>(); }
  advice execution("% C::s()") : after() { seen++; }
};
`;
  const folder = folderWith({ "a.ah": aspects, "u.cxx": unit("", "") });
  const ran = weft(folder, ["cost", "--aspects", "a.ah", "--json", "--", "g++", ...FLAGS, "-c", "u.cxx"]);
  expect(ran.code, ran.err).toBe(0);
  const [{ cost, advice }] = JSON.parse(ran.out).aspects;
  const plain = codeBytes(unit("", ""), "g++");
  expect(cost.code).toBe(codeBytes(unit("seen += a; ", "seen++; "), "g++") - plain);
  expect(advice.map((one: { cost: { code: number } }) => one.cost.code)).toEqual([
    codeBytes(unit("seen += a; ", ""), "g++") - plain,
    codeBytes(unit("", "seen++; "), "g++") - plain,
  ]);
});

test("without advice there is nothing to cost", () => {
  const folder = folderWith({ "weft.json": project([]), "u.c": UNIT });
  expect(weft(folder, ["cost"])).toMatchObject({ code: 0, out: "no advice is woven: it costs nothing\n" });
});

test("a specialized function is priced beside the generic one, and beside the compiler with the same facts", () => {
  const unit = `static int power(int x, int n) {
	int r = 1;
	while (n-- > 0) r *= x;
	return r;
}
int use(int x, int n) { return power(x, n); }
int by_hand(int x) { return x * x * x; }
`;
  const folder = folderWith({
    "weft.json": project([]).replace("{", '{"specializations":["p.spec"],'),
    "p.c": unit,
    "p.spec":
      "specialize power as cube { n == 3; compare by_hand; }\nspecialize power as square { n == 2; compare by_foot; }\n",
  });
  const ran = weft(folder, ["cost", "--json"]);
  expect(ran.code, ran.err).toBe(0);
  const result = JSON.parse(ran.out);
  expect(schemaErrors("cost", result)).toBe("");
  const cube = codeBytes("int cube(int x) { return x * x * x; }");
  const [{ function: name, residual, generic, special, compiler, byHand }, square] = result.specializations;
  expect([name, residual, byHand.function, byHand.code]).toEqual(["power", "cube", "by_hand", cube]);
  expect(square).not.toHaveProperty("byHand");
  expect(result.problems).toMatchObject([
    { severity: "warning", message: expect.stringContaining("p.c has no function by_foot") },
  ]);
  expect(special.code).toBe(cube);
  expect(generic.code).toBeGreaterThan(cube);
  expect(compiler.code).toBeGreaterThanOrEqual(cube);
  expect(weft(folder, ["cost"]).out).toMatch(/^cube +\d+ +\d+ +\d+\n {2}power, generic +\d+/m);
  expect(weft(folder, ["cost"]).out).toMatch(/^ {2}by_hand, by hand +\d+ +\d+/m);
});
