/**
 * Golden cases of weaving: `weave/<case>/` holds `in.c` and `aspects.ah`, and what becomes of them in `woven.c`,
 * `spans.txt` and `problems.txt` (absent when there are none). Every woven text must compile for i686 with gcc and
 * clang without a warning.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printProblem, type Span } from "@weft/weaver-bridge/model";
import { describe, expect, test } from "vitest";
import { compareGolden, goldenCases } from "./support/golden-folder.js";
import { CLANG_STRICT, compile, GCC_STRICT, weaveSource } from "./support/weave-source.js";

const FOLDER = join(import.meta.dirname, "weave");
const INPUTS = ["in.c", "aspects.ah"];

describe("weave", () => {
  for (const name of goldenCases(FOLDER)) {
    test(name, () => {
      const folder = join(FOLDER, name);
      const source = readFileSync(join(folder, "in.c"), "latin1");
      const aspects = readFileSync(join(folder, "aspects.ah"), "latin1");
      const dialect = /^\/\/ dialect: (\S+)/m.exec(source)?.[1] ?? "-std=gnu11";
      const { woven, unitText, problems } = weaveSource(source, aspects, { dialect });
      for (const command of [GCC_STRICT, CLANG_STRICT]) {
        expect(compile(woven.text, [...command, dialect]), command[0]).toBe("");
      }
      const produced = {
        "woven.c": woven.text,
        "spans.txt": woven.spanMap.spans.map((span) => printSpan(span, woven.text, unitText)).join(""),
        "problems.txt": problems.map((problem) => `${printProblem(problem)}\n`).join(""),
      };
      expect(compareGolden(folder, INPUTS, produced)).toEqual([]);
    });
  }
});

/** One line: where from, both ranges, and the text, shortened. Unit text must be the same on both sides. */
function printSpan({ from, generated, original }: Span, woven: string, unit: string): string {
  const text = woven.slice(generated.start, generated.end);
  if (from === "unit" && unit.slice(original.start, original.end) !== text) throw new Error("span differs");
  const shown = text.length > 60 ? `${text.slice(0, 28)} ... ${text.slice(-28)}` : text;
  return `${from} ${generated.start}-${generated.end} <- ${original.start}-${original.end} ${JSON.stringify(shown)}\n`;
}
