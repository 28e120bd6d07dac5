import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./setup.mjs";

test("npm start -- --help says what may be given, and sets nothing up", () => {
  const said = execFileSync(process.execPath, [join(root, "tests/tools/start.mjs"), "--help"], {
    encoding: "utf8",
  });
  expect(said).toMatch(/^Usage: weft ide \[DIR\]/);
});
