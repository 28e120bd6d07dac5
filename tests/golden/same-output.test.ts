/** Programs with advice on everything that only counts print what they print without; the bench of this name runs more. */
import { describe, expect, test } from "vitest";
import { isC, WovenProgram } from "../bench/same-output/run-woven.js";
import { allAtOnce, countingAdvice } from "../bench/support/counting-advice.js";

const SHORT: Readonly<Record<string, readonly string[]>> = {
  "c-corners.c": ["-O2"],
  "c-storage.c": ["-m32", "-O0"],
  "c-attributes.c": ["-O2"],
  "c-pragmas.c": ["-O0"],
  "ref-qualified.cc": ["-O1"],
  "lifetimes.cc": ["-O1"],
};

const CHOSEN = ["execution, around", "call, around", "all at once"];

describe.each(Object.entries(SHORT))("%s", (program, options) => {
  const kinds = countingAdvice(isC(program) ? "c" : "c++");
  test.each([...kinds, allAtOnce(kinds)].filter(({ name }) => CHOSEN.includes(name)))("$name", (advice) => {
    using woven = new WovenProgram(program, options);
    expect(woven.difference(advice).difference).toBeUndefined();
  });
});
