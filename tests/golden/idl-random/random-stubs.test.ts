/**
 * Stubs of interfaces that nobody wrote: random types and operations, both sides compiled without a warning and run
 * against each other with random data. A failure shows its interface; the seed in the test's name makes it again.
 * `npm run bench -- idl-fuzz` runs more of them.
 */
import type { Kernel } from "@weft/weaver-bridge/idl";
import { expect, test } from "vitest";
import { CLANG } from "../../support/compilers.js";
import { play } from "../../support/idl/play.js";
import { requireTool } from "../../support/index.js";

const COMPILERS = [
  ["gcc", "-O2"],
  [CLANG, "-O1"],
] as const;
const KERNELS: readonly Kernel[] = ["x0", "v2", "v4"];

for (const kernel of KERNELS)
  for (const [index, compiler] of COMPILERS.entries())
    for (const seed of [1 + index, 11 + index])
      test(`interface ${seed} for ${kernel} by ${compiler.join(" ")}`, (context) => {
        requireTool(context, compiler[0]);
        const { said, idl } = play(seed, kernel, compiler);
        expect(said, idl).toMatch(/^ok: \d+ messages, [1-9]\d* served, \d+ checks, 0 failures, 0 cut\n$/);
      });
