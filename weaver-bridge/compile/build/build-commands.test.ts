import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Project } from "../../kernel-build/index.js";
import { buildEnvironment } from "./build-commands.js";

const root = mkdtempSync(join(tmpdir(), "weft-commands-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What stands in for the cross compiler in a build that is prepared so. */
function standIn(prepare?: readonly string[]): string {
  const programs = { "i686-tiny-g++": "g++ -m32" };
  const recipe = { make: ["ninja"], programs, ...(prepare === undefined ? {} : { prepare }) };
  buildEnvironment({ root, file: join(root, "weft.json") } as Project, recipe, {});
  return readFileSync(join(root, ".weft/programs/i686-tiny-g++"), "utf8");
}

test("what stands in for a compiler weaves, but where the build's own launchers do: once is enough", () => {
  expect(standIn()).toContain("weft cc --");
  expect(standIn(["cmake", "-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"])).not.toContain("weft");
});
