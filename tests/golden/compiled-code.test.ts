/** The compiler wrappers start from compiled code that lies beside their bundle; V8 takes it only with the flags it was made with. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const LOADER = fileURLToPath(new URL("../../weaver-bridge/dist/cc.cjs", import.meta.url));

const WATCHING = `
const vm = require("node:vm");
const Script = vm.Script;
vm.Script = class extends Script {
  constructor(...words) {
    super(...words);
    console.log("rejected:", this.cachedDataRejected);
  }
};
process.argv.splice(1, 0, "cc.cjs");
require(process.argv[2]);
`;

test("V8 takes the compiled code", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", WATCHING, LOADER, "--help"], {
    encoding: "utf8",
    timeout: 30_000,
  });
  expect(stderr).toBe("");
  expect(stdout.split("\n")[0]).toBe("rejected: false");
});
