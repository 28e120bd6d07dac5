/**
 * The language by its rules: each case is a small program, built with `weft ag++` and run. Debian's ag++ is asked the
 * same where it can do it, once, so that a difference is never an accident.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { agreedAnswers } from "./agreed.js";
import { runCase } from "./run-case.js";
import { THEMES } from "./themes.js";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../../weaver-bridge/cli/bin/weft");
const agreed = agreedAnswers("cases");

for (const [theme, cases] of Object.entries(THEMES))
  describe(theme, () => {
    for (const [name, one] of Object.entries(cases)) {
      test(name, () => {
        const { output, messages } = runCase([WEFT, "ag++"], one);
        expect(output ?? messages).toBe(one.output);
        for (const said of one.says ?? []) expect(messages).toContain(said);
      });
      if (one.beyond === undefined)
        test(`${name} (as ag++ does)`, (context) => {
          agreed(context, one, one.output, (program) => {
            const { output, messages } = runCase([program], one);
            return output ?? messages;
          });
        });
    }
  });

test("what is wrong in a slice's function is told at its place", () => {
  const source = "struct C {}; int main() { C c; c.go(); return 0; }";
  const aspects =
    'slice class S { public: void go(); };\nslice void S::go() { nonsense(); } aspect A { advice "C" : slice S; };';
  const { output, messages } = runCase([WEFT, "ag++"], { source, aspects, output: "" });
  expect(output).toBeUndefined();
  expect(messages).toMatch(/^a\.ah:5:\d+: error: .*nonsense/m);
  expect(messages).not.toContain("no member named");
});
