import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

const FILES = {
  "u.h": "#define ONE 1\n",
  "u.c":
    '#include "u.h"\nint h(int);\nint g(int x) { return x + ONE; }\nint main(int c, char **v) { return h(g(c)) - 3; }\n',
  "v.c": "int h(int x) { return x + 1; }\n",
  "a.ah": 'aspect A { advice execution("% g(...)") : before() { } };\n',
};

beforeAll(() => void bundle());

/** Each several options that leave files beside the object. */
const OPTIONS = {
  "gcc coverage": "gcc --coverage -fstack-usage -gsplit-dwarf -fdump-tree-original -fcallgraph-info -MD",
  "gcc temporaries": "gcc -O2 -MMD -flto -fdump-rtl-final -da -save-temps",
  "gcc temporaries by object": "gcc -save-temps=obj -fstack-usage",
  "gcc named": "gcc -dumpdir out/ --coverage -fdump-passes -fsave-optimization-record -O1",
  "clang coverage": `${CLANG} -fprofile-arcs -ftest-coverage -fstack-usage -gsplit-dwarf -ftime-trace -fsave-optimization-record -MD`,
  "clang temporaries": `${CLANG} -O2 -MMD -save-temps=obj -g -gsplit-dwarf`,
};
const INPUTS = ["-c u.c v.c", "-c u.c -o out/x.o", "-S u.c", "u.c v.c -o out/p", "u.c v.c"];

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

describe.each(Object.entries(OPTIONS))("%s", (_, command) => {
  test.each(INPUTS)("%s leaves the files that it leaves without aspects", (inputs) => {
    const words = `${command} ${inputs}`.split(" ");
    const [plain, woven] = [folderWith(FILES), folderWith(FILES)];
    for (const folder of [plain, woven]) mkdirSync(join(folder, "out"));
    const own = run(plain, words);
    const ours = weft(woven, ["cc", "--aspects", "a.ah", "--", ...words]);
    expect(ours.code).toBe(own.code);
    expect(filesBelow(woven)).toEqual(filesBelow(plain));
    expect(filesBelow(woven).length).toBeGreaterThan(Object.keys(FILES).length);
    for (const folder of [plain, woven]) rmSync(folder, { recursive: true });
  });
});

test("a program compiled and linked in one call counts beside itself", () => {
  const folder = folderWith(FILES);
  expect(weft(folder, "cc --aspects a.ah -- gcc --coverage u.c v.c -o p".split(" ")).code).toBe(0);
  expect(run(folder, ["./p"]).code).toBe(0);
  expect(filesBelow(folder)).toEqual(expect.arrayContaining(["p-u.gcda", "p-u.gcno", "p-v.gcda"]));
  rmSync(folder, { recursive: true });
});

test("__BASE_FILE__ of woven units follows prefix maps", () => {
  const folder = folderWith(FILES);
  writeFileSync(join(folder, "b.c"), "const char *base = __BASE_FILE__;\nint g(int x) { return x; }\n");
  const words = "gcc -fmacro-prefix-map=b=first -ffile-prefix-map=b=second -S b.c".split(" ");
  expect(weft(folder, ["cc", "--aspects", "a.ah", "--", ...words]).code).toBe(0);
  expect(readFileSync(join(folder, "b.s"), "utf8")).toContain('.string\t"second.c"');
  rmSync(folder, { recursive: true });
});
