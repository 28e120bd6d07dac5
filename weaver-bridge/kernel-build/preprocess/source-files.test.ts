import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { preprocess } from "./preprocess.js";
import { keepSourceFiles, sourceFilesOf } from "./source-files.js";

beforeEach(() => keepSourceFiles("PATH"));
afterEach(() => keepSourceFiles(""));

/** Files below `/`, and how a unit among them is compiled. */
function project(files: Readonly<Record<string, string>>, words: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "weft sources é-")));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const command = parseCompilerCommand(words.split(" "), root);
  const input = command.inputs[0];
  if (input === undefined) throw new Error("no unit");
  const sources = () => sourceFilesOf(command, input);
  return { root, write, command, input, sources };
}

type Project = ReturnType<typeof project>;

async function filesOf({ root, sources }: Project): Promise<string[] | undefined> {
  return (await sources())
    ?.filter(({ path }) => path.startsWith(`${root}/`))
    .map(({ path }) => path.slice(root.length + 1))
    .sort();
}

async function wordsOf({ sources }: Project): Promise<Set<string>> {
  return new Set((await sources())?.flatMap(({ words }) => [...words]));
}

describe.each(["gcc", CLANG])("%s", (compiler) => {
  test("every word of a unit's preprocessed text is in its files", async () => {
    const unit = project(
      {
        "src/u.c":
          '#include <stdio.h>\n#include <stdint.h>\n#include "a.h"\n/* x */ # /* y */ include /* z */ "b.h"\n' +
          '%:include "d.h"\nint spl\\\nit; int OPTION; const char *file = __FILE__;\n#ifdef NEVER\n#include "missing.h"\n#endif\n',
        "src/a.h": '#include "../deep/c.h"\n#define F(x) x\nint F(in_a);\n',
        "deep/c.h": "#include_next <c.h>\nint in_c;\n",
        "more/b.h": "int in_b;\n",
        "more/c.h": "int in_next_c;\n",
        "more/d.h": "int in_d;\n",
        "forced.h": "int forced;\n",
      },
      `${compiler} -DOPTION=from_option -include forced.h -Ideep -Imore -O2 -c src/u.c`,
    );
    const text = await preprocess(unit.command, unit.input);
    if (!text.ok) throw new Error(text.diagnostics);
    const said = new Set(
      text.text
        .replace(/^#.*$/gm, "")
        .replace(/"[^"\n]*"/g, "")
        .match(/\b[A-Za-z_]\w*/g),
    );
    const words = await wordsOf(unit);
    expect([...said].filter((word) => !words.has(word))).toEqual([]);
    for (const word of ["split", "from_option", "in_next_c", "in_d", "forced"]) expect(said).toContain(word);
  });
});

test("a header counts in whatever folder it is found, and conditions don't", async () => {
  const unit = project(
    { "u.c": '#if 0\n#include "h.h"\n#endif\n', "h.h": "", "one/h.h": "", "two/h.h": "" },
    "gcc -iquote one -isystem two -c u.c",
  );
  expect(await filesOf(unit)).toEqual(["h.h", "one/h.h", "two/h.h", "u.c"]);
});

test("a computed include counts only where its file's condition may hold", async () => {
  const gated =
    "/* x */\n#ifdef POINTS\n#if 1\n#include WHAT\n#else\n#endif\nint gated;\n#endif /* POINTS */\n";
  const files = { "u.c": '#include "events.h"\nint u;\n', "events.h": '#include "define.h"\nint e;\n' };
  const told = (more: Readonly<Record<string, string>>, words = "gcc -c u.c") =>
    filesOf(project({ ...files, "define.h": gated, ...more }, words));
  expect(await told({})).toEqual(["events.h", "u.c"]);
  expect(await told({ "u.c": `#undef POINTS\n${files["u.c"]}` })).toEqual(["events.h", "u.c"]);
  expect(await told({}, "gcc -DPOINTS -c u.c")).toBeUndefined();
  expect(await told({}, "gcc -D POINTS=1 -c u.c")).toBeUndefined();
  for (const define of ["#define POINTS", "# /* */ define POINTS 1", "%:define POINTS", "#def\\\nine POINTS"])
    expect(await told({ "u.c": `${define}\n${files["u.c"]}` }), define).toBeUndefined();
  expect(await told({ "events.h": `${files["events.h"]}#define POINTS\n` })).toBeUndefined();
  for (const open of [
    gated.replace("int gated", "#else\nint gated"),
    `${gated}int more;\n`,
    `int more;\n${gated}`,
    gated.replaceAll("POINTS", "__COUNTER__"),
    gated.replace("#ifdef POINTS", "#ifndef POINTS"),
  ])
    expect(await told({ "define.h": open }), open).toBeUndefined();
});

test("headers that change, come and go are seen by the next call", async () => {
  const unit = project({ "u.c": '#include "h.h"\n', "two/h.h": "int second;\n" }, "gcc -Ione -Itwo -c u.c");
  expect(await filesOf(unit)).toEqual(["two/h.h", "u.c"]);
  unit.write("two/h.h", "int changed;\n");
  expect(await wordsOf(unit)).toContain("changed");
  unit.write("one/h.h", "int first;\n");
  expect(await filesOf(unit)).toEqual(["one/h.h", "two/h.h", "u.c"]);
  unit.write("u.c", '#include "other.h"\n');
  expect(await filesOf(unit)).toEqual(["u.c"]);
});

test("words of comments don't count, what only looks like one does", async () => {
  const text = `/* one */ int two; // three
const char *four = "/*", *five = "*/ \\" // six"; char seven = '"'; int eight; /* "nine */
#error it's /* ten */
int n = f(1'000, "a'b/*c"), eleven, m = u8'"'; int twelve; /* thirteen */\n`;
  const words = await wordsOf(project({ "u.c": text }, "gcc -c u.c"));
  const numbers = "one two three four five six seven eight nine ten eleven twelve thirteen".split(" ");
  expect(numbers.filter((number) => words.has(number)).join(" ")).toBe(
    "two four five six seven eight eleven twelve",
  );
  const raw = await wordsOf(project({ "u.cc": 'auto s = R"(/*)"; int one; /* two */' }, "g++ -c u.cc"));
  expect(raw).toContain("one");
});

test("a folder that is a link leads to the parent of what it means", async () => {
  const unit = project(
    { "u.c": '#include "link/../h.h"\n', "far/away/x.h": "", "far/h.h": "" },
    "gcc -c u.c",
  );
  symlinkSync(join(unit.root, "far/away"), join(unit.root, "link"));
  expect(await filesOf(unit)).toEqual(["far/h.h", "u.c"]);
});

test("files that include each other by ever longer names end", async () => {
  const unit = project(
    { "d/u.c": '#include "../d/h.h"\n', "d/h.h": '#include "../d/h.h"\n' },
    "gcc -c d/u.c",
  );
  expect(await filesOf(unit)).toEqual(["d/h.h", "d/u.c"]);
});

test.each([
  ["an include that a macro says", '#define H "h.h"\n#include H\n', "gcc -c u.c"],
  ["a forced header that is not there, as it may be precompiled", "", "gcc -include pch.h -c u.c"],
  ["a header named to the preprocessor alone", "", "gcc -Wp,-include,h.h -c u.c"],
  ["an include that trigraphs say", '??=include "h.h"\n', "gcc -trigraphs -c u.c"],
  ["words that are pasted by a comment", "", "gcc -traditional-cpp -c u.c"],
  ["standard input", "", "gcc -x c -c -"],
  ["text that is preprocessed", "", "gcc -x cpp-output -c u.c"],
  ["a compiler that refuses the options", "", "gcc -no-such-option -c u.c"],
])("%s: it can't be told", async (_, text, words) => {
  expect(await project({ "u.c": text, "h.h": "" }, words).sources()).toBeUndefined();
});

test("nothing is kept, and nothing told, where nobody says for whom", async () => {
  keepSourceFiles("");
  expect(await project({ "u.c": "" }, "gcc -c u.c").sources()).toBeUndefined();
});
