/**
 * Holds the import directions of ARCHITECTURE.md, and plants one violation to prove that the rules can fail.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const planted = join(root, "weaver-bridge", "model", "planted-violation");
/** Milliseconds; the whole tree takes a quiet machine ten seconds. */
const CRUISE = 120_000;

function cruise(...folders: string[]) {
  const args = ["depcruise", "--config", ".dependency-cruiser.cjs", "--output-type", "err", ...folders];
  return spawnSync("npx", args, { cwd: root, encoding: "utf8", timeout: CRUISE });
}

afterEach(() => rmSync(planted, { recursive: true, force: true }));

test("every import follows the arrows", { timeout: CRUISE }, () => {
  const result = cruise("weaver-bridge", "language-server", "debug-adapter", "ide", "tests");
  expect(result.stdout).toMatch(/no dependency violations found \((?!0 modules)/);
  expect(result.status).toBe(0);
});

test("an import against the arrows is found", () => {
  mkdirSync(planted, { recursive: true });
  writeFileSync(
    join(planted, "wrong.ts"),
    'import { readFileSync } from "node:fs";\nimport "../../weaver/index.js";\nexport const wrong = readFileSync;\n',
  );
  const result = cruise("weaver-bridge/model");
  expect(result.status).not.toBe(0);
  expect(result.stdout).toContain("imports-of:weaver-bridge/model");
  expect(result.stdout).toContain("pure-rooms-touch-nothing");
});
