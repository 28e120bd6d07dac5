import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { keepIndex } from "../test/keep-index.js";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const FILES = {
  "weft.json":
    '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "flags": ["-O2"], "files": ["*.c"] } }\n',
  "trace.ah": `aspect Trace {
  advice call("% f(...)") : before() { }
  advice execution("% g(...)") : after() { }
};
aspect Guard {
  advice call("% f(...)") : before() { }
};
aspect Order { advice call("%  f(...)") : order("Trace", "Guard"); };
`,
  "a.c": "int f(int a) { return a; }\nint g(void) { return f(1); }\nint old(void) { return f(2); }\n",
};

/** A repository with one commit per set of files; later sets change some. */
function repository(...versions: Readonly<Record<string, string>>[]): string {
  const folder = folderWith({});
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q");
  versions.forEach((files, index) => {
    write(folder, files);
    git("add", "-A");
    git("commit", "-q", "-m", `v${index}`);
    git("tag", `v${index}`);
  });
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function lines(folder: string, ...words: string[]): string[] {
  const { out, err } = weft(folder, ["diff", ...words]);
  return `${out}${err}`.trim().split("\n");
}

test("uses of stubs that came, went, or send something else since the interface changed", () => {
  const idl = (parameters: string) =>
    `interface disk { long read(${parameters}); void stop(); void old(); };\n`;
  const settings = JSON.parse(FILES["weft.json"]) as object;
  const section = { files: ["disk.idl"], kernel: "x0", out: "stubs" };
  const before = {
    ...FILES,
    "weft.json": JSON.stringify({ ...settings, idl: [section] }),
    "disk.idl": idl("in long block"),
    "client.h": "void use(disk d) {\n\tdisk_read(d, 1, &env);\n\tdisk_old(d, &env);\n}\n",
  };
  const folder = repository(before, {
    "disk.idl": idl("in long block, in long count").replace("void old();", ""),
    "client.h": "void use(disk d) {\n\tdisk_read(d, 1, 2, &env);\n\tdisk_stop(d, &env);\n}\n",
  });
  expect(lines(folder, "v0", "v1")).toMatchInlineSnapshot(`
    [
      "~ client.h:2:2: disk::read: client stub: request: 2 words in registers; reply: 1 word in registers, was request: 1 word in registers; reply: 1 word in registers (interface changed)",
      "+ client.h:3:2: disk::stop: client stub: request: no data; reply: no data (code changed)",
      "- client.h:3:2: disk::old: client stub: request: no data; reply: no data (operation removed)",
    ]
  `);
  const { out, code } = weft(folder, ["diff", "v0", "v1", "--json"]);
  expect(code).toBe(1);
  expect(schemaErrors("diff", JSON.parse(out))).toBe("");
  expect(weft(folder, ["diff", "v0", "v1", "--markdown"]).out).toContain("| ~ | disk::read: client stub |");
});

describe("what editors and reviewers ask for", () => {
  test("a review document in Markdown", () => {
    const folder = repository(FILES, { "a.c": `${FILES["a.c"]}int more(void) { return f(3); }\n` });
    const { out, code } = weft(folder, ["diff", "v0", "v1", "--markdown"]);
    expect(code).toBe(1);
    expect(out.replace(/\([0-9a-f]{10}\)/g, "(COMMIT)")).toMatchInlineSnapshot(`
      "## Advice: v0 (COMMIT) → v1 (COMMIT)

      **+2** gained.

      ### Guard

      | | join point | place | advice | why |
      |---|---|---|---|---|
      | + | call of \`int f(int)\` in \`int more()\` | \`a.c:4\` | Guard: before call of f | new function |

      ### Trace

      | | join point | place | advice | why |
      |---|---|---|---|---|
      | + | call of \`int f(int)\` in \`int more()\` | \`a.c:4\` | Trace: before call of f | new function |
      "
    `);
    expect(weft(folder, ["diff", "v1", "v1", "--markdown"]).out).toContain(
      "The same advice at the same join points.",
    );
  });

  test("unsaved texts count instead of files, and progress is told", () => {
    const folder = repository(FILES);
    const unsaved = {
      [join(folder, "a.c")]: `${FILES["a.c"]}/* ö */ int more(void) { return f(3); }\n`,
      [join(folder, "trace.ah")]: FILES["trace.ah"].replace("% g(...)", "% old(...)"),
    };
    const words = ["diff", "v0", "--json", "--progress", "--unsaved", "-"];
    const { out, err, code } = weft(folder, words, { input: JSON.stringify(unsaved) });
    expect(code).toBe(1);
    const { differences, to } = JSON.parse(out);
    expect(to).toBe("working tree with unsaved edits");
    expect(
      differences.map((item: { change: string; cause: string; advice: { title: string }[] }) =>
        [item.change, item.cause, item.advice[0]?.title].join(": "),
      ),
    ).toEqual([
      "lost: pointcut changed: Trace: after execution of g",
      "gained: pointcut changed: Trace: after execution of old",
      "gained: new function: Trace: before call of f",
      "gained: new function: Guard: before call of f",
    ]);
    expect(err.match(/progress \d+\/\d+/g)?.at(-1)).toBe("progress 6/6");
    expect(weft(folder, ["diff", "v0", "--unsaved", "gone.json"])).toMatchObject({ code: 2 });
  });
});

describe("revisions", () => {
  test("moved lines are no difference, exit code 0", () => {
    const folder = repository(FILES, { "a.c": `\n\n/* more */\n${FILES["a.c"]}` });
    expect(weft(folder, ["diff", "v0", "v1"])).toMatchObject({ code: 0, out: "" });
    expect(weft(folder, ["diff", "v0"])).toMatchObject({ code: 0, out: "" });
  });

  test("changed code: new functions, other calls, functions that are gone", () => {
    const after =
      "int f(int a) { return a; }\nint g(void) { return f(1) + f(3); }\nint young(void) { return f(4); }\n";
    expect(lines(repository(FILES, { "a.c": after }), "v0", "v1")).toMatchInlineSnapshot(`
      [
        "+ a.c:2:29: call of int f(int) in int g(): Trace: before call of f (code changed)",
        "+ a.c:2:29: call of int f(int) in int g(): Guard: before call of f (code changed)",
        "- a.c:3:24: call of int f(int) in int old(): Trace: before call of f (function removed)",
        "- a.c:3:24: call of int f(int) in int old(): Guard: before call of f (function removed)",
        "+ a.c:3:26: call of int f(int) in int young(): Trace: before call of f (new function)",
        "+ a.c:3:26: call of int f(int) in int young(): Guard: before call of f (new function)",
      ]
    `);
  });

  test("changed aspects: pointcuts, new and removed advice", () => {
    const after = `aspect Trace {
  advice get("% x") : before() { }
  advice execution("% old(...)") : after() { }
};
aspect Guard {
  advice call("% f(...)") : before() { }
};
aspect New { advice execution("% g(...)") : before() { } };
`;
    expect(lines(repository(FILES, { "trace.ah": after }), "v0", "v1")).toMatchInlineSnapshot(`
      [
        "+ a.c:2:5: execution of int g(): New: before execution of g (new advice)",
        "- a.c:2:5: execution of int g(): Trace: after execution of g (pointcut changed)",
        "- a.c:2:22: call of int f(int) in int g(): Trace: before call of f (pointcut changed)",
        "+ a.c:3:5: execution of int old(): Trace: after execution of old (pointcut changed)",
        "- a.c:3:24: call of int f(int) in int old(): Trace: before call of f (pointcut changed)",
      ]
    `);
  });

  test("another order names the order advice that decides", () => {
    const after = FILES["trace.ah"].replace('order("Trace", "Guard")', 'order("Guard", "Trace")');
    const folder = repository(FILES, { "trace.ah": after });
    expect(lines(folder, "v0")).toMatchInlineSnapshot(`
      [
        "~ a.c:2:22: call of int f(int) in int g(): Guard: before call of f, Trace: before call of f, was Trace: before call of f, Guard: before call of f (order changed: order advice at trace.ah:8 puts Guard around Trace; before, order advice at trace.ah:8 put Trace around Guard)",
        "~ a.c:3:24: call of int f(int) in int old(): Guard: before call of f, Trace: before call of f, was Trace: before call of f, Guard: before call of f (order changed: order advice at trace.ah:8 puts Guard around Trace; before, order advice at trace.ah:8 put Trace around Guard)",
      ]
    `);
    expect(weft(folder, ["diff", "v0", "--markdown"]).out).toContain(
      "| order changed: order advice at trace.ah:8 puts Guard around Trace; before, order advice at trace.ah:8 put Trace around Guard |",
    );
    const value = JSON.parse(weft(folder, ["diff", "v0", "--json"]).out);
    expect(schemaErrors("diff", value)).toBe("");
    const by = [{ file: "trace.ah", startLine: 8, startColumn: 16, endLine: 8, endColumn: 67 }];
    expect(value.differences[0].order).toEqual([
      {
        outer: "Guard",
        inner: "Trace",
        now: { because: "order", by },
        before: { because: "order", by },
        why: "order advice at trace.ah:8 puts Guard around Trace; before, order advice at trace.ah:8 put Trace around Guard",
      },
    ]);
  });

  test("names decided, then order advice by way of a third aspect", () => {
    const middle = 'aspect Middle { advice call("% f(...)") : before() { } };\n';
    const alone = FILES["trace.ah"].replace(/aspect Order .*\n/, middle);
    const orders = `${alone}aspect One { advice call("% f(...)") : order("Trace", "Middle"); };
aspect Two { advice call("% f(...)") : order("Middle", "Guard"); };
`;
    const folder = repository({ ...FILES, "trace.ah": alone }, { "trace.ah": orders });
    expect(lines(folder, "v0")).toMatchInlineSnapshot(`
      [
        "~ a.c:2:22: call of int f(int) in int g(): Trace: before call of f, Middle: before call of f, Guard: before call of f, was Guard: before call of f, Middle: before call of f, Trace: before call of f (order changed: order advice at trace.ah:9 puts Trace around Middle; before, no order advice decided, so by name Middle was around Trace; order advice at trace.ah:9 and trace.ah:10 puts Trace around Guard; before, no order advice decided, so by name Guard was around Trace; order advice at trace.ah:10 puts Middle around Guard; before, no order advice decided, so by name Guard was around Middle)",
        "~ a.c:3:24: call of int f(int) in int old(): Trace: before call of f, Middle: before call of f, Guard: before call of f, was Guard: before call of f, Middle: before call of f, Trace: before call of f (order changed: order advice at trace.ah:9 puts Trace around Middle; before, no order advice decided, so by name Middle was around Trace; order advice at trace.ah:9 and trace.ah:10 puts Trace around Guard; before, no order advice decided, so by name Guard was around Trace; order advice at trace.ah:10 puts Middle around Guard; before, no order advice decided, so by name Guard was around Middle)",
      ]
    `);
  });

  test("a header that one unit no longer includes is still in another", () => {
    const files = {
      ...FILES,
      "one.h": "int f(int);\nstatic inline int one(void) { return f(1); }\n",
      "b.c": '#include "one.h"\nint b(void) { return one(); }\n',
      "c.c": '#include "one.h"\nint c(void) { return one(); }\n',
    };
    const folder = repository(files, { "b.c": "int one(void);\nint b(void) { return one(); }\n" });
    expect(weft(folder, ["diff", "v0", "v1"])).toMatchObject({ code: 0, out: "" });
  });

  test("an aspect of another name is another one, and advice in another order too", () => {
    const renamed = FILES["trace.ah"].replaceAll("Guard", "Keeper");
    expect(lines(repository(FILES, { "trace.ah": renamed }), "v0", "v1")).toMatchInlineSnapshot(`
      [
        "+ a.c:2:22: call of int f(int) in int g(): Keeper: before call of f (new advice)",
        "- a.c:2:22: call of int f(int) in int g(): Guard: before call of f (advice removed)",
        "+ a.c:3:24: call of int f(int) in int old(): Keeper: before call of f (new advice)",
        "- a.c:3:24: call of int f(int) in int old(): Guard: before call of f (advice removed)",
      ]
    `);
    const two =
      'aspect T {\n advice call("% f(...)") : before() { }\n advice call("% f(...)") : after() { }\n};\n';
    const swapped = two.replace("before", "around").replace("after", "before").replace("around", "after");
    const a = "int f(int a) { return a; }\nint g(void) { return f(1); }\n";
    const folder = repository({ ...FILES, "a.c": a, "trace.ah": two }, { "trace.ah": swapped });
    expect(lines(folder, "v0", "v1")).toMatchInlineSnapshot(`
      [
        "~ a.c:2:22: call of int f(int) in int g(): T: after call of f, T: before call of f, was T: before call of f, T: after call of f (order changed)",
      ]
    `);
  });

  test("only units are parsed that hold what a changed pointcut names", () => {
    const b = { "b.c": "int f(int);\nint g(void);\nint h(void) { return f(6) + g(); }\n" };
    const folder = repository(
      { ...FILES, ...b },
      { "trace.ah": FILES["trace.ah"].replace("% g(...)", "% old(...)") },
    );
    // Both are looked at; one is parsed in both versions.
    const { err } = weft(folder, ["diff", "v0", "v1", "--progress"]);
    expect(err.match(/progress \d+\/\d+/g)?.at(-1)).toBe("progress 4/4");
    expect(weft(folder, ["diff", "v1", "v1", "--progress"]).err).toContain("progress 2/2");
  });

  test("with a kept index, one of the units that share what a changed pointcut names", async () => {
    const settings = (aspect: string) =>
      `{ "name": "tiny", "aspects": ["${aspect}"], "commands": { "flags": [], "files": ["*.c"] } }\n`;
    const aspect = (pointcut: string) => `aspect Trace { advice ${pointcut} : before() { } };\n`;
    const folder = folderWith({
      "weft.json": settings("f.ah"),
      "other.json": settings("g.ah"),
      "f.ah": aspect('execution("% f(...)")'),
      "g.ah": aspect('execution("% g(...)")'),
      "u.h": "static inline int f(int a) { return a; }\nstatic inline int g(int a) { return f(a); }\n",
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.c`, `#include "u.h"\nint ${name};\n`])),
    });
    const words = ["diff", "--config", "weft.json", "--config", "other.json", "--progress"];
    const stepsOf = ({ err }: { err: string }) => Number(/(\d+)\n$/.exec(err)?.[1]);
    const without = weft(folder, words);
    await keepIndex(folder);
    const withIndex = weft(folder, words);
    expect(without.out).not.toBe("");
    expect(withIndex.out).toBe(without.out);
    expect(stepsOf(withIndex)).toBeLessThan(stepsOf(without));
  });

  test("with a kept index, of a revision only units are read whose own files changed, also through a header", async () => {
    const log = join(folderWith({}), "log");
    const compiler = join(folderWith({ gcc: `#!/bin/sh\necho "$@" >>"${log}"\nexec gcc "$@"\n` }), "gcc");
    chmodSync(compiler, 0o755);
    const names = ["a", "b", "c", "d"];
    const folder = repository({
      "weft.json":
        '{ "name": "tiny", "aspects": ["t.ah"], "commands": { "database": "compile_commands.json" } }\n',
      "t.ah": 'aspect Trace { advice call("% f(...)") : before() { } };\n',
      "u.h": "int f(int);\nstatic inline int u(void) { return f(1); }\n",
      "v.h": "int f(int);\n",
      ".gitignore": "compile_commands.json\n.weft\n",
      ...Object.fromEntries(
        names.map((name) => [`${name}.c`, `#include "${name < "c" ? "u" : "v"}.h"\nint ${name};\n`]),
      ),
    });
    const commands = names.map((name) => ({
      directory: folder,
      file: `${name}.c`,
      arguments: [compiler, "-c", `${name}.c`],
    }));
    write(folder, {
      "compile_commands.json": JSON.stringify(commands),
      "u.h": "int f(int);\nstatic inline int u(void) { return 1; }\n",
      "d.c": '#include "v.h"\nint d(void) { return f(2); }\n',
    });
    const without = weft(folder, ["diff", "HEAD"]);
    expect(without.out).toContain("- u.h:2:36");
    expect(without.out).toContain("+ d.c:2:");
    await keepIndex(folder);
    rmSync(log);
    expect(weft(folder, ["diff", "HEAD"]).out).toBe(without.out);
    const read = readFileSync(log, "utf8");
    expect(names.filter((name) => read.includes(`${name}.c`))).toEqual(["a", "b", "d"]);
  });

  test("JSON as the schema says; nothing is left behind", () => {
    const folder = repository(FILES, { "a.c": "int f(int a) { return a; }\n" });
    const temporary = folderWith({});
    const { out, code } = weft(folder, ["diff", "v0", "v1", "--json"], {
      environment: { TMPDIR: temporary },
    });
    const value = JSON.parse(out);
    expect(schemaErrors("diff", value)).toBe("");
    expect(code).toBe(1);
    expect(value.differences).toHaveLength(5);
    expect(value.differences[0]).toMatchObject({
      change: "lost",
      cause: "function removed",
      joinPoint: { range: { file: "a.c" } },
    });
    expect(readdirSync(temporary).filter((name) => name.startsWith("weft-diff-"))).toEqual([]);
  });

  test("what can't be compared is told", () => {
    const folder = repository(FILES);
    expect(weft(folder, ["diff", "gone"])).toMatchObject({ code: 1 });
    expect(weft(folder, ["diff", "gone"]).err).toContain("Git knows no revision gone");
    expect(weft(folder, ["diff", "--upload-pack=x"]).code).toBe(2);
    expect(weft(folder, ["diff"]).code).toBe(2);
    expect(weft(folderWith(FILES), ["diff", "HEAD"]).err).toContain("diff/no-git");
    expect(weft(folderWith({}), ["diff", "HEAD"]).err).toContain("project/missing");
  });

  test("an aspect that is broken in a revision is named as Git names it; one that is nowhere is told", () => {
    const folder = repository(
      { ...FILES, "trace.ah": "aspect Trace { advice nothing() : before() {} };\n" },
      FILES,
    );
    const { code, err } = weft(folder, ["diff", "v0", "v1"]);
    expect(code).toBe(1);
    expect(err).toMatch(/^v0:trace\.ah:1:23: error\[/);
    expect(weft(folder, ["diff", "v1", "--aspects", "gone.ah"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("gone.ah is in neither version"),
    });
  });

  test("a unit that can't be read is no unit without differences", () => {
    const folder = repository(FILES, { "a.c": `${FILES["a.c"]}int broken(` });
    const { code, out, err } = weft(folder, ["diff", "v0", "v1"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /a\.c:1:1: warning\[weft\/unit\/parse\].*, in v1 \([0-9a-f]{10}\)\. What differs in it/,
    );
    expect(err).toContain("the same advice at the same join points in the units that can be read");
  });

  test("what Git ignores, as generated headers, is there for every revision", () => {
    const folder = repository(
      {
        ...FILES,
        ".gitignore": "/made/\n*.out.h\n",
        "weft.json":
          '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "flags": ["-Imade"], "files": ["*.c", "made/*.c"] } }\n',
        "a.c": `#include "one.h"\n#include "two.out.h"\n${FILES["a.c"]}`,
      },
      { "trace.ah": FILES["trace.ah"].replace("g(...)", "old(...)") },
    );
    mkdirSync(join(folder, "made"));
    write(folder, {
      "made/one.h": "#define ONE 1\n",
      "made/more.c": "int g(void);\nint old(void);\n",
      "two.out.h": "",
    });
    expect(lines(folder, "v0", "v1")).toMatchInlineSnapshot(`
      [
        "- a.c:4:5: execution of int g(): Trace: after execution of g (pointcut changed)",
        "+ a.c:5:5: execution of int old(): Trace: after execution of old (pointcut changed)",
      ]
    `);
    expect(lines(folder, "v1")).toEqual(["the same advice at the same join points"]);
    expect(readdirSync(join(folder, "made"))).toEqual(["more.c", "one.h"]);
  });
});

describe("what can't be read", () => {
  test("is told, and nothing is said of what its headers lose", () => {
    const folder = repository(
      {
        ...FILES,
        "h.h": "int f(int);\nstatic inline int g(void) { return f(1); }\n",
        "a.c": '#include "h.h"\nint f(int a) { return a; }\n',
      },
      { "a.c": '#include "h.h"\nint f(int a) { return a; }\nstruct broken {\n' },
    );
    const { out, err } = weft(folder, ["diff", "v0", "v1"]);
    expect(out).not.toMatch(/^[-+]/m);
    expect(err).toContain("a.c");
  });

  test("at file scope a join point stands in nothing", () => {
    const text = "int f(int);\nint first = 1;\nint (*p)(int) = f;\nint *q = &first;\n";
    const aspect = 'aspect R { advice ref("int first") : before() { } };\n';
    const folder = repository({ ...FILES, "b.cc": text }, { "r.ah": aspect });
    expect(weft(folder, ["diff", "v0", "v1"]).out).not.toContain(" in :");
  });
});

describe("configurations", () => {
  test("two of those that weft.json names", () => {
    const settings = {
      ...{ name: "tiny", aspects: ["trace.ah"], commands: { files: ["*.c"] } },
      configurations: { plain: {}, more: { flags: ["-DMORE"], aspects: ["more.ah"] } },
      configuration: "plain",
    };
    const folder = folderWith({
      ...FILES,
      "weft.json": JSON.stringify(settings),
      "b.c": "int f(int);\n#ifdef MORE\nint h(void) { return f(5); }\n#endif\n",
      "more.ah": 'aspect More { advice execution("% old(...)") : before() { } };\n',
    });
    expect(lines(folder, "--config", "plain", "--config", "more")).toMatchInlineSnapshot(`
      [
        "+ a.c:3:5: execution of int old(): More: before execution of old (new advice)",
        "+ b.c:3:22: call of int f(int) in int h(): Trace: before call of f (new function)",
        "+ b.c:3:22: call of int f(int) in int h(): Guard: before call of f (new function)",
      ]
    `);
    const { from, to } = JSON.parse(
      weft(folder, ["diff", "--config", "more", "--config", "weft.json", "--json"]).out,
    ) as Record<string, string>;
    expect([from, to]).toEqual(["configuration more", "weft.json"]);
    expect(lines(folder, "--config", "mor", "--config", "more")).toMatchInlineSnapshot(`
      [
        "weft: error[weft/cli/missing]: mor does not exist, and tiny has no configuration of that name. Name a weft.json, its folder, or a compile_commands.json of a project, or a configuration: plain, more.",
      ]
    `);
  });

  test("two settings of one project, and two compilation databases", () => {
    const folder = folderWith({
      ...FILES,
      "b.c": "int f(int);\n#ifdef MORE\nint h(void) { return f(5); }\n#endif\n",
      "more.json":
        '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "flags": ["-DMORE"], "files": ["*.c"] } }\n',
    });
    expect(lines(folder, "--config", "weft.json", "--config", "more.json")).toMatchInlineSnapshot(`
      [
        "+ b.c:3:22: call of int f(int) in int h(): Trace: before call of f (new function)",
        "+ b.c:3:22: call of int f(int) in int h(): Guard: before call of f (new function)",
      ]
    `);
    mkdirSync(join(folder, "out"));
    const database = (file: string) =>
      JSON.stringify([{ directory: folder, file, arguments: ["gcc", "-c", file] }]);
    write(join(folder, "out"), { "a.json": database("a.c"), "b.json": database("b.c") });
    expect(lines(folder, "--config", "out/a.json", "--config", "out/b.json").length).toBe(5);
    // The same unit, with objects elsewhere.
    const built = (to: string) =>
      JSON.stringify([{ directory: folder, file: "a.c", arguments: ["gcc", "-c", "a.c", "-o", to] }]);
    write(join(folder, "out"), { "a.json": built("out/1.o"), "b.json": built("out/2.o") });
    const { code, err } = weft(folder, [
      "diff",
      ...["--config", "out/a.json", "--config", "out/b.json", "--progress"],
    ]);
    expect({ code, err }).toEqual({
      code: 0,
      err: "progress 1/1\nthe same advice at the same join points\n",
    });
    expect(weft(folder, ["diff", "--config", "weft.json"]).code).toBe(2);
    expect(weft(folder, ["diff", "--config", "weft.json", "--config", "gone.json"]).err).toContain(
      "does not exist",
    );
  });
});

test("a revision of more files than any disk holds is told, and nothing of it is written", () => {
  const folder = repository(FILES);
  const git = (input: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      ...{ cwd: folder, input, encoding: "utf8" },
    }).trim();
  let object = git("int a;\n", "hash-object", "-w", "--stdin");
  // Ten times ten, ten times over.
  for (let depth = 0; depth < 10; depth++) {
    const kind = depth === 0 ? "100644 blob" : "040000 tree";
    object = git(Array.from({ length: 10 }, (_, at) => `${kind} ${object}\t${at}\n`).join(""), "mktree");
  }
  git("", "tag", "bomb", git("", "commit-tree", "-m", "bomb", object));
  expect(lines(folder, "bomb").join("\n")).toContain("error[weft/diff/too-large]");
});
