/// <reference lib="dom" />
// A window had a terminal whose shell is gone: where its folder is not trusted, no shell is started in its place. What a user's
// own start files call by name might come from the folder.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  collectErrors,
  copySample,
  type IdeProcess,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
  startIde,
} from "./support/index.js";

let users: string;
let sample: SampleCopy;
let ide: IdeProcess;
let browser: Browser;

beforeAll(async () => {
  users = mkdtempSync(join(tmpdir(), "weft-users-"));
  sample = copySample("mini-unix");
  // The user's own start file tells of each shell.
  writeFileSync(join(users, ".bashrc"), `echo $$ >> '${join(users, "shells")}'\n`);
  const environment = { HOME: users, SHELL: "/bin/bash" };
  [ide, browser] = await Promise.all([startIde({ folder: sample.folder, environment }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  sample?.remove();
  rmSync(users, { recursive: true, force: true });
});

/** The numbers of the shells that were started. */
function shells(): number[] {
  const file = join(users, "shells");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

test("after No a terminal of the window's last time gets no new shell", async () => {
  const page = await browser.context.newPage();
  await openWindow(page, ide.address);
  await answerTrust(page, "No");
  // Who opens one asks for a shell.
  await runCommand(page, "Terminal: Create New Terminal");
  await expect.poll(shells, { timeout: 30_000 }).toHaveLength(1);
  await page.locator(".terminal-container .xterm-screen").first().waitFor();

  const errors = collectErrors(page);
  // The layout is kept when the page is left.
  await page.goto("about:blank");
  for (const shell of shells()) process.kill(shell, "SIGKILL");
  await openWindow(page, ide.address);
  await answerTrust(page, "No");
  // It was about to be shown again, which needs a shell.
  await expect.poll(() => errors.join("\n"), { timeout: 30_000 }).toContain("No shell is started anew");
  await openFile(page, "kernel/fork.c");
  expect(shells()).toHaveLength(1);
});
