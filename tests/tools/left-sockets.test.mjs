import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { closeToOthers, sweepSockets } from "../../ide/app/launcher/left-sockets.mjs";

const folder = mkdtempSync(join(tmpdir(), "weft-sockets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("sockets that a killed backend left are taken away, and no others", async () => {
  const [left, used] = ["vscode-git-0123456789.sock", "vscode-git-abcdefabcd.sock"];
  const listen = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  for (const name of [left, "other.sock"])
    expect(() => execFileSync(process.execPath, ["-e", listen, join(folder, name)])).toThrow();
  writeFileSync(join(folder, "vscode-git-0000000000.sock"), "no socket");
  const server = createServer();
  await new Promise((done) => server.listen(join(folder, used), done));
  expect(readdirSync(folder)).toContain(left);
  await sweepSockets(folder);
  expect(readdirSync(folder).sort()).toEqual(["other.sock", "vscode-git-0000000000.sock", used].sort());
  await new Promise((done) => server.close(done));
});

test("what is made from now on is not everybody's to write to", () => {
  const before = process.umask(0o000);
  try {
    closeToOthers();
    expect(process.umask()).toBe(0o002);
  } finally {
    process.umask(before);
  }
});
