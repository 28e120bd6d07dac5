/**
 * Every call that runs is a join point, wherever the grammar lets it stand: what is called counts itself, advice counts
 * what it saw, and a program prints both for each place. Unevaluated operands count nothing on either side.
 */
import { describe, expect, test } from "vitest";
import { CLANG, CLANGXX } from "../support/compilers.js";
import { C_HEAD, C_PLACES } from "./evaluated-places/c-places.js";
import { CXX_PLACES } from "./evaluated-places/cxx-places.js";
import { runProgram, weaveSource } from "./support/weave-source.js";

const COUNT = "int seen;\n";
const BEFORE = `${COUNT}aspect T { advice call("% k(...)") : before() { seen++; } };\n`;
const AROUND = `${COUNT}aspect T { advice call("% k(...)") : around() { seen++; tjp->proceed(); } };\n`;
const BODIES = `${BEFORE}aspect U { advice execution("% place%(...)") : around() { tjp->proceed(); } };\n`;

/** Some pass pointers that new compilers take for mistakes. */
const QUIET = ["-w", "-Wno-incompatible-pointer-types"];

describe("calls in C", () => {
  for (const dialect of ["gnu99", "gnu11", "gnu2x"])
    test(dialect, () => {
      const source = programOf(C_HEAD, C_PLACES);
      for (const [aspects, ...commands] of [
        [BEFORE, ["gcc", "-O2"], [CLANG, "-O1"]],
        [AROUND, ["gcc", "-O0"]],
        [BODIES, ["gcc", "-O1"]],
      ] as const) {
        const { unitText, woven, problems } = weaveSource(source, aspects, {
          dialect: `-std=${dialect}`,
          flags: ["-m64"],
        });
        expect(problems).toEqual([]);
        for (const command of commands) {
          const plain = runProgram(`${unitText}\nint seen;\n`, [...command, ...QUIET, `-std=${dialect}`]);
          const names = Object.keys(C_PLACES);
          expect(labelled(runProgram(woven.text, [...command, ...QUIET, `-std=${dialect}`]), names)).toEqual(
            labelled(plain.replace(/(\d+) 0$/gm, "$1 $1"), names),
          );
        }
      }
    });
});

describe("calls in C++", () => {
  const source = cxxProgram();
  const names = ["start up", ...Object.keys(CXX_PLACES)];
  for (const [name, advice] of Object.entries({
    before: "before() { seen++; }",
    around: "around() { seen++; tjp->proceed(); }",
    arguments: "before(int x) { seen += 1 + 0 * x; }",
  }))
    test(name, () => {
      const bound = name === "arguments" ? " && args(x)" : "";
      const aspects = `extern int seen;\naspect T { advice call("% k(...)")${bound} : ${advice} };\n`;
      const { unitText, woven, problems } = weaveSource(source, aspects, {
        dialect: "-std=c++17",
        flags: ["-m64"],
      });
      expect(problems).toEqual([]);
      for (const command of name === "before"
        ? [
            ["g++", "-O1"],
            [CLANGXX, "-O1"],
          ]
        : [["g++", "-O1"]]) {
        const flags = [...command, "-w", "-std=c++17"];
        expect(labelled(runProgram(woven.text, flags), names)).toEqual(
          labelled(runProgram(unitText, flags).replace(/(\d+) 0$/gm, "$1 $1"), names),
        );
      }
    });
});

/** A namespace for each place; what ran before `main` is the first line. */
function cxxProgram(): string {
  const places = Object.values(CXX_PLACES);
  const namespaces = places.map(
    ({ declared, code }, at) =>
      `namespace p${at} { ${declared}\n__attribute__((noinline)) int run() { int r = 0; ${code} return r; } }\n`,
  );
  const calls = places.map((_, at) => `calls = seen = 0; p${at}::run(); printf("%d %d\\n", calls, seen);\n`);
  return `extern "C" int printf(const char *, ...);\nextern int calls, seen; int calls = 0, seen = 0;\nint k(int n);\n${namespaces.join("")}int k(int n) { calls++; return n + 1; }\nint main() { printf("%d %d\\n", calls, seen);\n${calls.join("")} }\n`;
}

/** A function for each place, and a `main` that prints for each what ran and what was seen. */
function programOf(head: string, places: Readonly<Record<string, string>>): string {
  const codes = Object.values(places);
  const functions = codes.map((code, at) => `static int place${at}(int n) { ${code} return n; }\n`);
  const calls = codes.map((_, at) => `  calls = seen = 0; place${at}(2); printf("%d %d\\n", calls, seen);\n`);
  return `extern int printf(const char *, ...);\n${head}${functions.join("")}int main(void) {\n${calls.join("")}  return 0;\n}\n`;
}

const labelled = (output: string, names: readonly string[]) =>
  output
    .trim()
    .split("\n")
    .map((counts, at) => `${names[at]}: ${counts}`);
