/**
 * What woven programs do: each case is a small program with aspects whose output proves the order of advice, the
 * values it sees and the values it leaves. Run with gcc at two levels of optimisation and with clang.
 */
import { describe, expect, test } from "vitest";
import { CLANG_STRICT, compile, GCC_STRICT, runProgram, weaveSource } from "./support/weave-source.js";
import { DYNAMIC } from "./weave-dynamic.js";
import { OPERATORS } from "./weave-operators.js";
import { RULES } from "./weave-rules.js";
import { SEMANTICS } from "./weave-semantics.js";

const COMPILERS: readonly (readonly string[])[] = [
  [...GCC_STRICT],
  ["gcc", "-m32", "-O0", "-Wall", "-Wextra", "-Werror"],
  [...CLANG_STRICT],
];

/** What every case needs to print, without headers of the host (their attributes differ between compilers). */
const HEAD = "extern int printf(const char *, ...);\n";

describe("woven programs", () => {
  for (const [name, { source, aspects, output, dialect, lax }] of Object.entries({
    ...SEMANTICS,
    ...DYNAMIC,
    ...OPERATORS,
    ...RULES,
  })) {
    test(name, () => {
      const { woven, problems } = weaveSource(
        HEAD + source,
        aspects,
        dialect === undefined ? {} : { dialect },
      );
      expect(problems.map(({ code, message, hint }) => `${code}: ${message} (${hint})`)).toEqual([]);
      for (const command of COMPILERS) {
        const flags = [...command, ...(dialect === undefined ? [] : [dialect]), ...(lax ?? [])];
        expect(compile(woven.text, flags), flags.join(" ")).toBe("");
        expect(runProgram(woven.text, flags).trim().split("\n"), flags.join(" ")).toEqual(
          output.trim().split("\n"),
        );
      }
    });
  }
});
