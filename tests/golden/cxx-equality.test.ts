/** Zero cost in C++: the machine code of an advised function equals that of its hand-tangled twin; nothing else is left. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CXX_EQUALITY } from "../bench/object-equality/cxx-cases.js";
import { functionCode } from "../bench/object-equality/function-code.js";
import { CLANGXX } from "../support/compilers.js";
import { compile, inFolder, weaveSource } from "./support/weave-source.js";

const FLAGS = [
  "-m32",
  "-O2",
  "-std=gnu++98",
  "-fno-pic",
  "-fno-exceptions",
  "-fno-asynchronous-unwind-tables",
];
const dialect = { dialect: "-std=gnu++98" };

/** A sample; `npm run bench -- object-equality-cxx` does all, with two compilers and three levels. */
const CASES = Object.entries(CXX_EQUALITY).filter(([name]) =>
  /^(?:get|set|compound|ref|call, (?:member|virtual)|execution, (?:void|structure result|floating point|member))/.test(
    name,
  ),
);

describe("woven and hand-tangled C++", () => {
  for (const [name, { common, plain, aspects, tangled }] of CASES) {
    test(name, () => {
      const { woven, problems } = weaveSource(`${common}\n${plain}\n`, aspects, dialect);
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(woven.effects.length).toBeGreaterThan(0);
      const { unitText } = weaveSource(`${common}\n${tangled}\n`, "", dialect);
      const symbol = plain.startsWith("int C::") ? "_ZN1C3advEi" : "f";
      const code = (text: string) => functionCode(text, symbol, ["g++", ...FLAGS]);
      expect(code(woven.text)).toEqual(code(unitText));
    });
  }
});

test("an aspect whose state no advice uses leaves no object, constructor, table or string", () => {
  const source = "extern int n; int f(int a) { return a + n; }\n";
  const aspects = `aspect T { int unused[100]; const char *name() { return "a string"; } public: T() { unused[0] = 1; }
  advice execution("% f(...)") : around() { tjp->proceed(); n++; } };`;
  const { woven } = weaveSource(source, aspects, dialect);
  for (const compiler of ["g++", CLANGXX])
    inFolder((folder) => {
      const file = join(folder, "unit.o");
      expect(compile(woven.text, [compiler, ...FLAGS], { file })).toBe("");
      const symbols = execFileSync("nm", ["-C", file], { encoding: "latin1" }).trim().split("\n");
      expect(symbols.map((line) => line.replace(/^\w*\s+/, ""))).toEqual(["T f(int)", "U n"]);
      expect(readFileSync(file, "latin1")).not.toContain("a string");
    });
});
