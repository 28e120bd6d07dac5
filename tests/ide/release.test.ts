// What is handed out, as it was built: each part of others has a licence and its text, and the bills of materials are valid.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../../ide/release/release.mjs", import.meta.url));

test("each package in bundles, addons and plugins has its licence text", () => {
  const told = execFileSync(process.execPath, [command, "--check"], { encoding: "utf8", timeout: 120_000 });
  expect(told).toMatch(/^vsix: \d+ parts of others, each with its licence text.*valid$/m);
  expect(told).toMatch(/^deb: \d{3} parts of others, each with its licence text.*valid$/m);
});
