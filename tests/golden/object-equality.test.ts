/** Zero cost: the machine code of an advised function equals that of its hand-tangled twin. */
import { describe, expect, test } from "vitest";
import { EQUALITY } from "../bench/object-equality/cases.js";
import { allCases, type Build, compareCases, weaveCases } from "../bench/object-equality/compare.js";
import { type Combination, isGet, type Language } from "../bench/object-equality/dimensions.js";
import { functionCode } from "../bench/object-equality/function-code.js";
import { weaveSource } from "./support/weave-source.js";

const GCC = ["gcc", "-m32", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables"];

describe("woven and hand-tangled code", () => {
  for (const [name, { common, plain, aspects, tangled, operandsDiffer }] of Object.entries(EQUALITY)) {
    test(name, () => {
      const { woven, problems } = weaveSource(`${common}\n${plain}\n`, aspects);
      expect(problems).toEqual([]);
      expect(woven.effects.length).toBeGreaterThan(0);
      const { unitText } = weaveSource(`${common}\n${tangled}\n`, "");
      const [actual, expected] = [functionCode(woven.text, "f", GCC), functionCode(unitText, "f", GCC)];
      if (operandsDiffer === undefined) return expect(actual).toEqual(expected);
      expect(actual, "the note about operands is out of date").not.toEqual(expected);
      return expect(actual.map(mnemonic)).toEqual(expected.map(mnemonic));
    });
  }
});

const mnemonic = (line: string) => line.split(/\s/)[0];

/** What the bench prints for every combination, for a sample that reaches each value of each dimension. */
describe("a sample of all combinations", () => {
  const BUILDS: Readonly<Record<Language, readonly Build[]>> = {
    c: [
      { compiler: "gcc", level: "-O2" },
      { compiler: "clang", level: "-Os" },
    ],
    "c++": [
      { compiler: "gcc", level: "-Os" },
      { compiler: "clang", level: "-O3" },
    ],
  };
  for (const [language, builds] of Object.entries(BUILDS)) {
    test(language, () => {
      const wanted = allCases().filter(
        ({ combination }) => combination.language === language && keepTheirWord(combination),
      );
      const dimensions = ["joinPoint", "advice", "aspects", "context", "parameter", "result"] as const;
      const firsts = dimensions.flatMap((dimension) => {
        const values = new Set(wanted.map(({ combination }) => combination[dimension]));
        return [...values].map((value) => wanted.find(({ combination }) => combination[dimension] === value));
      });
      const isSampled = (one: (typeof wanted)[number], index: number) =>
        index % (one.combination.parameter === "structure" ? 5 : 23) === 0 || firsts.includes(one);
      const sample = wanted.filter(isSampled);
      // Instructions that differ in their registers alone cost nothing: gcc numbers variables by age.
      const units = weaveCases(sample);
      const different = builds.flatMap((build) =>
        compareCases(sample, units, build).filter(
          ({ equal, difference }) => !equal && !/^(?:registers|operands)$/.test(difference?.difference ?? ""),
        ),
      );
      expect(different.map(({ combination }) => Object.values(combination).join(", "))).toEqual([]);
    });
  }
});

/**
 * Branches of several around advice, and structures that are passed, returned or looked at before they are stored, are
 * where compilers do not: the bench says of each case why.
 */
function keepTheirWord({ parameter, advice, context, joinPoint }: Combination): boolean {
  if (parameter !== "structure") return !(context === "read" && /^(?:around|mixed)$/.test(advice));
  return isGet(joinPoint) || (joinPoint.endsWith("set") && context !== "read" && /before|after/.test(advice));
}
