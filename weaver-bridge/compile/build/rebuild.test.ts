/** What `weft build` compiles again, and what not, after aspects, sources or the weaver changed. */
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

const TRACE =
  'aspect Trace {\n  int calls;\n  advice execution("% first(...)") : before() { calls++; }\n};\n';

beforeAll(() => void bundle());

/** As kernels' makefiles do it. */
const NAMING_ASPECTS =
  ".SECONDARY:\nprogram: a.o b.o\n\t$(CC) $^ -o $@\n%.o: %.c $(wildcard *.ah weft.json)\n\t$(CC) -g -c $< -o $@\n";
const LEARNING =
  "program: a.o b.o\n\t$(CC) $^ -o $@\n%.o: %.c\n\t$(CC) -g -MMD -c $< -o $@\n-include $(wildcard *.d)\n";

function project(makefile = NAMING_ASPECTS) {
  const folder = folderWith({
    "weft.json":
      '{ "name": "tiny", "aspects": ["*.ah"], "build": { "make": ["make"], "image": "program" } }\n',
    "trace.ah": TRACE,
    "a.c": "int first(int a) { return a; }\nint main(void) { return first(0); }\n",
    "b.c": "int second(int a) { return a; }\n",
    Makefile: makefile,
    weft: `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`,
  });
  run(folder, ["chmod", "+x", "weft"]);
  return folder;
}

/** Builds, and says which units were compiled, what went wrong, and which aspect data the image holds. */
function build(folder: string, words: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const settings = { environment: { WEFT_LAUNCHERS: folder, ...environment } };
  const { code, out, err } = weft(folder, ["build", "-j", "1", ...words], settings);
  const compiled = [...out.matchAll(/ -c (\w+\.c) /g)].map(([, unit]) => unit);
  const woven = run(folder, ["nm", "program"]).out.match(/__weft_\w+/g) ?? [];
  return { code, compiled, woven: [...new Set(woven)], err };
}

function edit(folder: string, text: string, file = "trace.ah"): void {
  writeFileSync(join(folder, file), text);
}

const effects = (folder: string) =>
  JSON.parse(readFileSync(join(folder, ".weft/weave-map.json"), "utf8")).units.flatMap(
    (unit: { effects: unknown[] }) => unit.effects,
  );

/** As Xen's do, and as those do that keep what the object is for to themselves. */
const MOVING =
  "program: a.o b.o\n\t$(CC) $^ -o $@\n%.o: %.c\n\t$(CC) -g -MMD -MQ $@ -c $< -o $@.tmp\n\tmv $@.tmp $@\n";

test("objects that a rule compiles to another name and moves", () => {
  const folder = project(MOVING);
  expect(build(folder)).toMatchObject({ code: 0, compiled: ["a.c", "b.c"] });
  edit(folder, TRACE.replace("first", "second"));
  expect(build(folder)).toMatchObject({
    code: 0,
    compiled: ["a.c", "b.c"],
    err: expect.not.stringMatching("moved"),
  });
  expect(build(folder).compiled).toEqual([]);
  const silent = project(MOVING.replace("-MMD -MQ $@ ", ""));
  expect(build(silent)).toMatchObject({ code: 0, compiled: ["a.c", "b.c"] });
  edit(silent, TRACE.replace("first", "second"));
  expect(build(silent)).toMatchObject({
    compiled: [],
    err: expect.stringContaining(
      "a.c and 1 more may still be as before: a.o.tmp, which the compiler made, is not there",
    ),
  });
});

test("exactly the units that a changed aspect changes", () => {
  const folder = project();
  expect(build(folder)).toMatchObject({ code: 0, compiled: ["a.c", "b.c"], woven: ["__weft_Trace_calls"] });
  expect(build(folder).compiled).toEqual([]);
  edit(folder, `${TRACE}/* a comment */\n`);
  expect(build(folder).compiled).toEqual([]);
  edit(folder, TRACE.replace("calls++", "calls += 2"));
  expect(build(folder).compiled).toEqual(["a.c"]);
  edit(folder, TRACE.replace("first", "second"));
  expect(build(folder).compiled).toEqual(["a.c", "b.c"]);
});

test("make has nothing to do after a change that concerns no unit, and is told why when lines moved", () => {
  const folder = project(LEARNING);
  build(folder);
  const program = statSync(join(folder, "program")).mtimeMs;
  edit(folder, `${TRACE}/* a comment */\n`);
  edit(folder, 'aspect Other { advice execution("% nobody(...)") : before() {} };\n', "other.ah");
  expect(build(folder)).toMatchObject({ compiled: [], err: expect.stringContaining("0 of 2 units") });
  expect(statSync(join(folder, "program")).mtimeMs).toBe(program);
  edit(folder, `\n${TRACE}`);
  expect(build(folder)).toMatchObject({
    compiled: ["a.c"],
    err: expect.stringContaining(
      "1 of 2 units are compiled again, 1 of them only because lines of their advice moved",
    ),
  });
  // Nothing is told but what `Other` matches.
  const alone = /^[^\n]*other\.ah:1:23: warning\[weft\/pointcut\/no-match\][^\n]*\n$/;
  expect(build(folder)).toMatchObject({ compiled: [], err: expect.stringMatching(alone) });
});

test("a new pointcut concerns the units that hold its names", () => {
  const folder = project(LEARNING);
  build(folder);
  const second = 'aspect Second { advice execution("% seco%(...)") : before() {} };\n';
  edit(folder, second, "second.ah");
  expect(build(folder)).toMatchObject({ compiled: ["b.c"] });
  expect(effects(folder)).toHaveLength(2);
  edit(folder, second.replace("before", "after"), "second.ah");
  expect(build(folder)).toMatchObject({ compiled: ["b.c"] });
  rmSync(join(folder, "second.ah"));
  expect(build(folder)).toMatchObject({ compiled: ["b.c"] });
  expect(effects(folder)).toHaveLength(1);
});

test("a compile leaves what a new pointcut asks for, and a unit that only declares a function is not asked more", () => {
  const folder = project(LEARNING);
  edit(folder, "int first(int a);\nint second(int a) { return a; }\n", "b.c");
  build(folder);
  expect(readdirSync(join(folder, ".weft/outlines"))).toHaveLength(2);
  edit(folder, 'aspect Other { advice execution("% fir%(...)") : after() {} };\n', "other.ah");
  const { compiled, err } = build(folder);
  expect(compiled).toEqual(["a.c"]);
  expect(err).toContain("analysing 1 unit that aspects may concern");
});

test("what is known of a unit is forgotten when its source changes", () => {
  const folder = project(LEARNING);
  build(folder);
  edit(folder, `${TRACE}aspect Third { advice execution("% third(...)") : before() {} };\n`);
  expect(build(folder).compiled).toEqual([]);
  edit(folder, "int third(int a) { return a; }\nint second(int a) { return a; }\n", "b.c");
  const later = new Date(Date.now() + 1000);
  utimesSync(join(folder, "b.c"), later, later);
  expect(build(folder).compiled).toEqual(["b.c"]);
  edit(folder, `${TRACE}aspect Third { advice execution("% third(...)") : after() {} };\n`);
  expect(build(folder).compiled).toEqual(["b.c"]);
});

test("none when an aspect file or weft.json was only touched, but a touched source", () => {
  const folder = project();
  build(folder);
  for (const file of ["trace.ah", "weft.json"]) utimesSync(join(folder, file), new Date(), new Date());
  expect(build(folder).compiled).toEqual([]);
  const later = new Date(Date.now() + 1000);
  utimesSync(join(folder, "b.c"), later, later);
  expect(build(folder).compiled).toEqual(["b.c"]);
});

test("a broken aspect stops the build before make; mended it costs nothing", () => {
  const folder = project();
  build(folder);
  edit(folder, `${TRACE}aspect Half { advice exe`);
  expect(build(folder)).toMatchObject({ code: 1, compiled: [] });
  edit(folder, TRACE);
  expect(build(folder)).toMatchObject({ code: 0, compiled: [] });
});

test("without any aspect file units are unwoven, and woven when it is back", () => {
  const folder = project();
  build(folder);
  rmSync(join(folder, "trace.ah"));
  expect(build(folder)).toMatchObject({ code: 0, compiled: ["a.c"], woven: [] });
  expect(effects(folder)).toEqual([]);
  edit(folder, TRACE);
  expect(build(folder)).toMatchObject({ compiled: ["a.c"], woven: ["__weft_Trace_calls"] });
  expect(effects(folder)).toHaveLength(1);
});

test("a plain build is plain, and the next one woven again", () => {
  const folder = project();
  build(folder);
  expect(build(folder, ["--without-aspects"])).toMatchObject({ code: 0, woven: [] });
  expect(build(folder)).toMatchObject({ code: 0, woven: ["__weft_Trace_calls"] });
});

test("a unit that could not be woven is, once it can be", () => {
  const folder = project();
  expect(build(folder, [], { WEFT_LIBCLANG: "/nonexistent" })).toMatchObject({ code: 1, woven: [] });
  expect(build(folder)).toMatchObject({ code: 0, compiled: ["a.c"], woven: ["__weft_Trace_calls"] });
});

test("a copy is built for itself and leaves the original alone", () => {
  const folder = project();
  build(folder);
  const before = readFileSync(join(folder, "a.o"));
  run(folder, ["cp", "-rp", folder, `${folder} copy`]);
  expect(build(`${folder} copy`)).toMatchObject({ code: 0, compiled: ["a.c", "b.c"] });
  expect(effects(`${folder} copy`)).toHaveLength(1);
  expect(readFileSync(join(folder, "a.o"))).toEqual(before);
  expect(build(folder).compiled).toEqual([]);
});

test("a deleted source is no unit any more", () => {
  const folder = project();
  build(folder);
  edit(folder, "program: a.o\n\t$(CC) $^ -o $@\n%.o: %.c\n\t$(CC) -g -c $< -o $@\n", "Makefile");
  rmSync(join(folder, "b.c"));
  expect(build(folder).code).toBe(0);
  expect(weft(folder, ["check"])).toMatchObject({ code: 0, err: "" });
  expect(weft(folder, ["check"]).out).toContain("1 unit ");
});

test("a build that compiles nothing through Weft is told, with what to do", () => {
  const folder = project("program: a.o b.o\n\tgcc $^ -o $@\n%.o: %.c\n\tgcc -g -c $< -o $@\n");
  const { code, woven, err } = build(folder);
  expect({ code, woven }).toEqual({ code: 1, woven: [] });
  expect(err).toContain("error[weft/build/no-units]: make compiled no unit of tiny with weft cc");
  expect(err).toContain("weft build --clean");
  // The same with objects of the plain compiler.
  writeFileSync(join(folder, "Makefile"), LEARNING);
  expect(build(folder)).toMatchObject({ code: 1, compiled: [] });
  expect(build(folder, ["--clean"]).code).toBe(1);
  run(folder, ["rm", "a.o", "b.o"]);
  expect(build(folder)).toMatchObject({ code: 0, woven: ["__weft_Trace_calls"] });
});

test("advice that is woven nowhere is told by the build", () => {
  const folder = project();
  const lost = 'advice execution("% third(...)") : before() {}';
  edit(folder, TRACE.replace("};", `  ${lost}\n};`));
  const { code, err } = build(folder);
  expect(code).toBe(0);
  expect(err).toContain(
    "trace.ah:4:10: warning[weft/pointcut/no-match]: this pointcut matches nothing in what was built",
  );
  expect(build(folder).err).toContain("pointcut/no-match");
  edit(folder, TRACE);
  expect(build(folder).err).not.toContain("pointcut/no-match");
});

test("aspects that meet without an order, and advice that calls itself, are told once a build until it is mended", () => {
  const folder = project();
  const unordered = TRACE.replaceAll("Trace", "Other").replace('"% first(...)"', '"% %(...)"');
  edit(folder, `int first(int);\n${TRACE.replace("first", "%").replace("calls++", "calls += first(0)")}`);
  edit(folder, unordered, "other.ah");
  const said = (word: string) => {
    const { code, err } = build(folder);
    return { code, times: err.split(word).length - 1 };
  };
  expect(said("pointcut/unordered")).toEqual({ code: 0, times: 1 });
  expect(said("pointcut/recursion")).toEqual({ code: 0, times: 1 });
  edit(folder, `${unordered}aspect Order { advice "% %(...)" : order("Other", "Trace"); };\n`, "other.ah");
  expect(said("pointcut/unordered")).toEqual({ code: 0, times: 0 });
  edit(folder, TRACE.replace("first", "%"));
  expect(said("pointcut/")).toEqual({ code: 0, times: 0 });
});

/** Nobody notes the links: `ld` and `ar` are called by the rules themselves, and make knows no object. */
const LINKING_BY_ITSELF = `program: part.o lib/k.a
	$(CC) -o $@ part.o lib/k.a
part.o: a.c
	$(CC) -g -c a.c -o first.o
	ld -r -o $@ first.o
lib/k.a: b.c
	mkdir -p lib
	$(CC) -g -c b.c -o lib/b.o
	ld -r -o lib/all.o lib/b.o
	ar rcs $@ lib/all.o
`;

test("objects in partial links and archives that the rules make without Weft", () => {
  const folder = project(LINKING_BY_ITSELF);
  edit(
    folder,
    "int second(int);\nint first(int a) { return a; }\nint main(void) { return first(second(0)); }\n",
    "a.c",
  );
  expect(build(folder)).toMatchObject({ code: 0, compiled: ["a.c", "b.c"] });
  edit(folder, TRACE.replace("first", "second"));
  const again = build(folder);
  expect(again).toMatchObject({
    code: 0,
    compiled: ["a.c", "b.c"],
    err: expect.not.stringMatching("as before"),
  });
  expect(run(folder, ["nm", "lib/k.a"]).out).toMatch(/__weft_Trace_calls/);
  expect(build(folder).compiled).toEqual([]);
});

/** Make removes what stands between a source and its object. */
const THREE_STEPS = `program: a.o b.o
	gcc -o $@ a.o b.o
%.i: %.c
	$(CC) -E -o $@ $<
%.s: %.i
	$(CC) -g -S -o $@ $<
%.o: %.s
	as -o $@ $<
.SUFFIXES:
`;

test("units of which make keeps neither the preprocessed text nor the assembly", () => {
  const folder = project(THREE_STEPS);
  const first = build(folder);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.woven).not.toEqual([]);
  expect(readdirSync(folder).filter((name) => /\.[is]$/.test(name))).toEqual([]);
  expect(effects(folder)).toHaveLength(1);
  rmSync(join(folder, "b.c"));
  edit(folder, THREE_STEPS.replaceAll(" b.o", ""), "Makefile");
  expect(build(folder).code).toBe(0);
  const { units } = JSON.parse(readFileSync(join(folder, ".weft/weave-map.json"), "utf8"));
  expect(units.map(({ source }: { source: string }) => source)).toEqual(["a.i"]);
});
