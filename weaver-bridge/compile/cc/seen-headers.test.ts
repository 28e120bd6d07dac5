/** Kernel headers without include guards, which unit and aspects both include. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG, CLANGXX } from "../../../tests/support/compilers.js";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

const HEADER = `struct proc { int pid; struct proc *next; };
typedef unsigned int uint;
enum state { FREE, USED };
static inline uint twice(uint a) { return 2 * a; }
extern struct proc *first;
`;
const FILES = {
  "k.h": HEADER,
  "guarded.h":
    '#ifndef GUARDED_H\n#define GUARDED_H\n#include "k.h"\nstruct other { enum state s; };\n#endif\n',
  "list.h": "ENTRY(one)\nENTRY(two)\n",
  "again.h":
    "#ifdef AGAIN\nstruct again { int a, b; };\n#else\nstruct again { int a; };\n#endif\n#define AGAIN\n",
};
const UNIT = `#include "k.h"
#include <stdio.h>
int woven;
struct proc *first;
int answer(struct proc *p) { return (int)twice((uint)p->pid); }
int main(void) { struct proc p = { 1, 0 }; printf("%d ", answer(&p)); printf("%d\\n", woven); return 0; }
`;
const aspect = (before: string, body = "woven += (int)twice(2) + USED;", name = "A") =>
  `${before}\nextern int woven;\naspect ${name} {\n  advice execution("% answer(...)") : before() { ${body} }\n};\n`;

const DIRECT = aspect('#include "k.h"');

beforeAll(() => void bundle());

const COMPILERS = ["gcc", CLANG, "g++", CLANGXX];
const endingOf = (compiler: string) => (compiler.includes("++") ? "cc" : "c");

function build(files: Record<string, string>, aspects: readonly string[], compiler: string) {
  const source = `u.${endingOf(compiler)}`;
  const folder = folderWith({ ...FILES, [source]: UNIT, ...files });
  const named = aspects.flatMap((name) => ["--aspects", name]);
  const words = [compiler, "-Wall", "-Werror", source, "-o", "u"];
  const made = weft(folder, ["cc", ...named, "--", ...words]);
  const check = () => weft(folder, ["check", ...named, "--", ...words]);
  return { folder, made, check, said: made.code === 0 ? run(folder, ["./u"]).out : made.err };
}

describe.each(COMPILERS)("what unit and aspect include is there once: %s", (compiler) => {
  test.each([
    ["the same header", DIRECT],
    ["in a guarded one", aspect('#include "guarded.h"', "struct other o = { USED }; woven += 4 + o.s;")],
    [
      "between other lines",
      aspect(
        'typedef int mine;\n#include "k.h"\n#define TWO ((mine)twice(1))\n#include "k.h"',
        "woven += TWO + 2 + USED;",
      ),
    ],
    [
      "whatever stands before",
      aspect('static inline int own(void)\n{ return 4; }\n#include "k.h"', "woven += own() + USED;"),
    ],
  ])("%s", (_, text) => {
    const { made, check, said } = build({ "a.ah": text }, ["a.ah"], compiler);
    expect([made.err, said]).toEqual(["", "2 5\n"]);
    if (text === DIRECT)
      expect(check()).toMatchObject({ code: 0, out: expect.stringContaining("no problems") });
  });

  test("two aspects, one of them under another name of the header", () => {
    const folder = {
      "a.ah": aspect('#include "k.h"'),
      "b.ah": aspect('#include "sub/link.h"', "woven += USED;", "B"),
    };
    const source = `u.${endingOf(compiler)}`;
    const own = UNIT.replace('#include "k.h"\n', '#include "k2.h"\n');
    const where = folderWith({
      ...FILES,
      ...folder,
      [source]: own,
      "sub/x.h": "",
      "k2.h": '#include "k.h"\n',
    });
    symlinkSync("../k.h", join(where, "sub/link.h"));
    const words = ["cc", "--aspects", "a.ah", "--aspects", "b.ah", "--", compiler, source, "-o", "u"];
    expect(weft(where, words)).toMatchObject({ code: 0 });
    expect(run(where, ["./u"]).out).toBe("2 6\n");
  });

  test("only aspects include it", () => {
    const unit = UNIT.replace('#include "k.h"\n', "struct proc;\n").replace(/struct proc \*first;\n/, "");
    const own = unit.replace(
      /int answer[\s\S]*$/,
      'int answer(void) { return 2; }\nint main(void) { printf("%d ", answer()); printf("%d\\n", woven); return 0; }\n',
    );
    const files = {
      [`u.${endingOf(compiler)}`]: own,
      "a.ah": aspect('#include "k.h"'),
      "b.ah": aspect('#include "k.h"', "woven += (int)twice(1);", "B"),
    };
    expect(build(files, ["a.ah", "b.ah"], compiler)).toMatchObject({ said: "2 7\n", made: { code: 0 } });
  });

  test("a table of macro calls is read as often as it is asked for", () => {
    const unit = `enum names {\n#define ENTRY(name) name,\n#include "list.h"\n#undef ENTRY\n};\n${UNIT}`;
    const text = aspect(
      'enum mine {\n#define ENTRY(name) my_##name,\n#include "list.h"\n#undef ENTRY\n};\nstatic const int again[] = {\n#define ENTRY(name) name,\n#include "list.h"\n#undef ENTRY\n};\n#include "k.h"',
      "woven += my_two + again[1] + 3;",
    );
    expect(build({ [`u.${endingOf(compiler)}`]: unit, "a.ah": text }, ["a.ah"], compiler)).toMatchObject({
      said: "2 5\n",
      made: { err: "" },
    });
  });

  test("one that says something else the second time is told once, at the aspect's line", () => {
    const unit = `#include "again.h"\n${UNIT}`;
    const { folder, made, check } = build(
      { [`u.${endingOf(compiler)}`]: unit, "a.ah": aspect('#include "k.h"\n#include "again.h"') },
      ["a.ah"],
      compiler,
    );
    expect(made.code).not.toBe(0);
    expect(made.err.trim().split("\n")).toHaveLength(1);
    expect(made.err).toContain(
      `${join(folder, "a.ah")}:2:1: error[weft/weave/header-twice]: again.h is included here once more`,
    );
    expect(made.err).toContain("Leave this #include out");
    const checked = check();
    expect(checked.code).toBe(1);
    expect(`${checked.out}${checked.err}`.match(/header-twice/g)).toHaveLength(1);
    expect(checked.out).toContain("1 error, 0 warnings");
  });
});

describe.each(COMPILERS.filter((compiler) => compiler.includes("++")))("and in C++: %s", (compiler) => {
  test("headers of C, and in a namespace", () => {
    const unit = `extern "C" {\n#include "list2.h"\n}\nnamespace n {\n#include "again2.h"\n}\n${UNIT}`;
    const files = {
      "u.cc": unit,
      "list2.h": "struct listed { int l; };\n",
      "again2.h": "struct deep { int d; };\n",
      "a.ah": aspect(
        'extern "C"\n{\n#include "list2.h"\n}\nnamespace n {\n#include "again2.h"\n}\n#include "again2.h"',
        "listed l = { 1 }; n::deep d = { 2 }; deep e = { 2 }; woven += l.l + d.d + e.d;",
      ),
    };
    expect(build(files, ["a.ah"], compiler)).toMatchObject({ said: "2 5\n", made: { err: "" } });
  });

  test("an aspect that stands before the unit, because slices name its classes", () => {
    const text = `#include "k.h"\nextern int woven;\naspect A {\npublic:\n  struct Part { proc *p; };\n  advice "Whole" : slice struct : public A::Part { };\n  advice execution("% answer(...)") : before() { woven += (int)twice(2) + USED; }\n};\n`;
    const unit = UNIT.replace("int woven;\n", "int woven;\nstruct Whole { int w; };\n").replace(
      "{ 1, 0 };",
      "{ 1, 0 }; Whole w; w.p = &p; (void)w;",
    );
    expect(build({ "u.cc": unit, "a.ah": text }, ["a.ah"], compiler)).toMatchObject({
      said: "2 5\n",
      made: { err: "" },
    });
  });
});
