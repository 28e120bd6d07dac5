/**
 * Every call that runs is a join point, wherever the grammar lets it stand: what is called counts itself, advice counts
 * what it saw, and a program prints both for each place. Unevaluated operands count nothing on either side.
 */
import { describe, expect, test } from "vitest";
import { C_HEAD, C_PLACES } from "./evaluated-places/c-places.js";
import { runProgram, weaveSource } from "./support/weave-source.js";

const COUNT = "int seen;\n";
const BEFORE = `${COUNT}aspect T { advice call("% k(...)") : before() { seen++; } };\n`;
const AROUND = `${COUNT}aspect T { advice call("% k(...)") : around() { seen++; tjp->proceed(); } };\n`;
const BODIES = `${BEFORE}aspect U { advice execution("% place%(...)") : around() { tjp->proceed(); } };\n`;

describe("calls in C", () => {
  for (const dialect of ["gnu99", "gnu11", "gnu2x"])
    test(dialect, () => {
      const source = programOf(C_HEAD, C_PLACES);
      for (const [aspects, ...commands] of [
        [BEFORE, ["gcc", "-O2"], ["clang-19", "-O1"]],
        [AROUND, ["gcc", "-O0"]],
        [BODIES, ["gcc", "-O1"]],
      ] as const) {
        const { unitText, woven, problems } = weaveSource(source, aspects, {
          dialect: `-std=${dialect}`,
          flags: ["-m64"],
        });
        expect(problems).toEqual([]);
        for (const command of commands) {
          const plain = runProgram(`${unitText}\nint seen;\n`, [...command, "-w", `-std=${dialect}`]);
          const names = Object.keys(C_PLACES);
          expect(labelled(runProgram(woven.text, [...command, "-w", `-std=${dialect}`]), names)).toEqual(
            labelled(plain.replace(/(\d+) 0$/gm, "$1 $1"), names),
          );
        }
      }
    });
});

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
