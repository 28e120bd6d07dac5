import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { waitingFile } from "./waiting-file.js";

const all = mkdtempSync(join(tmpdir(), "weft-waiting-"));
afterAll(() => rmSync(all, { recursive: true }));

/** Files by their names; `PIPE` and `ZERO` stand for what is no file. */
function waits(
  files: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  texts: Parameters<typeof waitingFile>[2] = {},
): string | undefined {
  const root = mkdtempSync(join(all, "a-"));
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    if (text === "PIPE") execFileSync("mkfifo", [file]);
    else if (text === "ZERO") symlinkSync("/dev/zero", file);
    else writeFileSync(file, text);
  }
  const command = parseCompilerCommand(["gcc", ...words, "-c", "src/a.c"], root);
  const [input] = command.inputs;
  if (input === undefined) throw new Error("no unit");
  return waitingFile(command, input, texts)?.replace(`${root}/`, "");
}

const A = '#include "p.h"\n';

test.each([
  ["a unit", { "src/a.c": "PIPE" }, []],
  ["a unit that is a device", { "src/a.c": "ZERO" }, []],
  ["a header beside the unit", { "src/a.c": A, "src/p.h": "PIPE" }, []],
  ["a header in the working directory", { "src/a.c": A, "p.h": "PIPE" }, []],
  ["a header in a folder", { "src/a.c": "#include <p.h>\n", "inc/p.h": "PIPE" }, ["-Iinc"]],
  [
    "a header of a header",
    { "src/a.c": '#include "q.h"\n', "src/q.h": "#include_next <p.h>\n", "inc/p.h": "ZERO" },
    ["-isystem", "inc"],
  ],
  ["a name that a macro holds", { "src/a.c": '#define P "p.h"\n#include P\n', "src/p.h": "PIPE" }, []],
  ["a name that the command holds", { "src/a.c": "#include P\n", "p.h": "PIPE" }, ['-DP="p.h"']],
  ["what is only asked for", { "src/a.c": '#if __has_include("p.h")\n#endif\n', "src/p.h": "PIPE" }, []],
  ["what is embedded", { "src/a.c": 'char a[] = {\n#embed "p.h"\n};\n', "src/p.h": "ZERO" }, []],
  ["a directive in pieces", { "src/a.c": '/* */ # /* */ inc\\\nlude "p.h"\n', "src/p.h": "PIPE" }, []],
  ["a digraph", { "src/a.c": '%:include "p.h"\n', "src/p.h": "PIPE" }, []],
  ["what comes before the unit", { "src/a.c": "", "p.h": "PIPE" }, ["-include", "p.h"]],
])("%s is found", (_, files, words) => {
  expect(waits(files, words)).toMatch(/p\.h$|a\.c$/);
});

test("texts that are not in files count as well", () => {
  const files = { "src/a.c": "", "src/p.h": "PIPE" };
  expect(waits(files, [], { tail: A })).toBe("src/p.h");
  expect(waits(files, [], { overlay: A })).toBe("src/p.h");
  expect(waits({ "src/a.c": "PIPE" }, [], { overlay: "int a;\n" })).toBeUndefined();
});

test("a null device is an empty file", () => {
  expect(waits({ "src/a.c": "" }, ["-include", "/dev/null"])).toBeUndefined();
});

test("what no compiler would open is let be", () => {
  const plain = { "src/a.c": A, "src/p.h": '#include "a.c"\n#include <nowhere.h>\n', "inc/p.h": "PIPE" };
  expect(waits(plain, ["-Iinc"])).toBeUndefined();
  expect(waits({ "src/a.c": 'char *name = "p.h";\n', "src/p.h": "PIPE" })).toBeUndefined();
  expect(waits({ "src/a.c": A, "src/p.h/q.h": "" })).toBeUndefined();
});
