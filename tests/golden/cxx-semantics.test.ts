/** What woven C++ programs do, with g++ at two levels of optimisation and with clang++, in each dialect of a case. */
import { describe, expect, test } from "vitest";
import { CLANGXX } from "../support/compilers.js";
import { ADVICE } from "./cxx-semantics/advice.js";
import { BREADTH } from "./cxx-semantics/breadth.js";
import type { CxxCases } from "./cxx-semantics/case.js";
import { compile, runProgram, weaveSource } from "./support/weave-source.js";

const COMPILERS: readonly (readonly string[])[] = [
  ["g++", "-m32", "-O2", "-Wall", "-Wextra", "-Werror"],
  ["g++", "-m32", "-O0"],
  [CLANGXX, "-m32", "-O2", "-Wall", "-Wextra", "-Werror"],
];

/** What every case needs to print, without headers of the host. */
const HEAD = 'extern "C" int printf(const char *, ...);\n';

const themes: Readonly<Record<string, CxxCases>> = { advice: ADVICE, breadth: BREADTH };

for (const [theme, cases] of Object.entries(themes)) {
  describe(theme, () => {
    for (const [name, { source, aspects, output, dialects, flags }] of Object.entries(cases)) {
      for (const dialect of dialects ?? ["gnu++98", "gnu++17"]) {
        test(`${name}, ${dialect}`, () => {
          const options = { dialect: `-std=${dialect}`, flags: flags ?? [] };
          const { woven, problems } = weaveSource(HEAD + source, aspects, options);
          const errors = problems.filter(({ severity }) => severity === "error");
          expect(errors.map(({ code, message, hint }) => `${code}: ${message} (${hint})`)).toEqual([]);
          for (const command of COMPILERS) {
            const all = [...command, `-std=${dialect}`, ...(flags ?? [])];
            expect(compile(woven.text, all), all.join(" ")).toBe("");
            expect(runProgram(woven.text, all).trim().split("\n"), all.join(" ")).toEqual(output.split("\n"));
          }
        });
      }
    }
  });
}
