/**
 * Tests that need an outside program ask for it here. Where the tools are promised (`CI` is set) a missing one fails
 * the test; on a laptop it is a visible skip, with the package to install.
 */
import { MACHINE_TOOLS } from "@weft/weaver-bridge/model";
import type { TestContext } from "vitest";
import { programOnPath } from "./compilers.js";

/** Path of the program `name`. Throws under CI, skips the running test elsewhere, when it is not there. */
export function requireTool(context: Pick<TestContext, "skip">, name: string): string {
  const path = programOnPath(name);
  if (path !== undefined) return path;
  const advice = `${name} is not installed; install it with: apt-get install ${packageOf(name)}`;
  if (process.env.CI) throw new Error(advice);
  context.skip(advice);
  throw new Error("unreachable: skip() throws");
}

function packageOf(program: string): string {
  const name = program.replace("clang++", "clang");
  const row = Object.values(MACHINE_TOOLS).find(({ programs }) => programs.includes(name));
  return row?.packages[row.programs.length > 1 ? Math.max(0, row.packages.indexOf(name)) : 0] ?? name;
}
