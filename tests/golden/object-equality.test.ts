/** Zero cost: the machine code of an advised function equals that of its hand-tangled twin. */
import { describe, expect, test } from "vitest";
import { EQUALITY } from "../bench/object-equality/cases.js";
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
