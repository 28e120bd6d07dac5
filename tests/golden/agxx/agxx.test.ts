/**
 * The language by its rules: each case is a small program, built with `weft ag++` and run. Debian's ag++ is asked the
 * same where it can do it, so that a difference is never an accident.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { requireTool } from "../../support/require-tool.js";
import { CALLS } from "./cases/calls.js";
import type { RuleCases } from "./cases/case.js";
import { DATA } from "./cases/data.js";
import { DIALECTS } from "./cases/dialects.js";
import { EXECUTION } from "./cases/execution.js";
import { INTRODUCTIONS } from "./cases/introductions.js";
import { INTROSPECTION } from "./cases/introspection.js";
import { JOIN_POINT_API } from "./cases/join-point-api.js";
import { LIFECYCLE } from "./cases/lifecycle.js";
import { ORDER } from "./cases/order.js";
import { POINTCUTS } from "./cases/pointcuts.js";
import { runCase } from "./run-case.js";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../../weaver-bridge/cli/bin/weft");

const THEMES: Readonly<Record<string, RuleCases>> = {
  execution: EXECUTION,
  calls: CALLS,
  data: DATA,
  order: ORDER,
  introductions: INTRODUCTIONS,
  lifecycle: LIFECYCLE,
  "join-point API": JOIN_POINT_API,
  introspection: INTROSPECTION,
  pointcuts: POINTCUTS,
  dialects: DIALECTS,
};

for (const [theme, cases] of Object.entries(THEMES))
  describe(theme, () => {
    for (const [name, one] of Object.entries(cases)) {
      test(name, () => {
        const { output, messages } = runCase([WEFT, "ag++"], one);
        expect(output ?? messages).toBe(one.output);
      });
      if (one.beyond === undefined)
        test(`${name} (as ag++ does)`, (context) => {
          const { output, messages } = runCase([requireTool(context, "ag++")], one);
          expect(output ?? messages).toBe(one.output);
        });
    }
  });
