/// <reference lib="dom" />
// A folder of somebody who wants code to run as soon as it is opened. Its settings, tasks, hooks and build all name programs
// that leave a mark; none may be left before the folder is trusted, whatever is called meanwhile.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  copySample,
  type IdeProcess,
  insist,
  keepScreenshot,
  openBrowser,
  openFile,
  openList,
  openWindow,
  quickRows,
  type SampleCopy,
  startIde,
  takeRow,
} from "./support/index.js";

const manifest = new URL("../../ide/extension/package.json", import.meta.url);
let marks: string;
let users: string;
let sample: SampleCopy;
let ide: IdeProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  marks = mkdtempSync(join(tmpdir(), "weft-marks-"));
  sample = copySample("mini-unix");
  makeHostile(sample.folder);
  users = mkdtempSync(join(tmpdir(), "weft-users-"));
  // The user's own: what its start files call by name may be the folder's, by `PATH`.
  const environment = { THEIA_SHELL: makeScript(join(users, "shell"), "users-shell", 'exec /bin/sh "$@"') };
  [ide, browser] = await Promise.all([startIde({ folder: sample.folder, environment }), openBrowser()]);
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  sample?.remove();
  for (const folder of [marks, users]) rmSync(folder, { recursive: true, force: true });
});

test("nothing of a folder runs before it is trusted, whatever is opened and called", async () => {
  await openWindow(page, ide.address);
  // The question is asked, though the folder's settings say that it is trusted and that nobody is to be asked.
  await page.locator(".dialogOverlay").waitFor();
  expect(readdirSync(marks)).toEqual([]);
  await answerTrust(page, "No");
  await openFile(page, "kernel/syscall.c");
  await openFile(page, "aspects/trace-syscalls.ah");
  const offered: string[] = [];
  for (const title of titles()) {
    const label = `Weft: ${title}`;
    await insist(page, async () => {
      await leaveQuestions(page);
      await openList(page, "F1", `>${label}`);
      // What the list does not show here can't be called.
      if (!(await isShown(page, label))) return;
      await takeRow(page, `>${label}`, label);
      offered.push(title);
    });
  }
  await leaveQuestions(page);
  expect(offered.length).toBeGreaterThan(2);
  // A command that runs something does so before what is asked of the window after it.
  await openFile(page, "kernel/fork.c");
  await keepScreenshot(page, "hostile folder");
  await page.reload();
  await page.locator(".theia-preload").waitFor({ state: "detached" });
  await page.locator(".dialogOverlay").waitFor();
  expect(readdirSync(marks)).toEqual([]);
  expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(`${marks}/`);

  // The marks would tell: trusted, the compiler that weft.json names is run.
  await answerTrust(page, "Yes");
  await openFile(page, "kernel/syscall.c");
  await expect.poll(() => readdirSync(marks), { timeout: 60_000 }).toContain("compiler");
  // Its settings choose programs even then only by the user's leave.
  for (const chosen of ["shell", "git"]) expect(readdirSync(marks)).not.toContain(chosen);
});

/** Of every command of ours that the list of commands may show. */
function titles(): string[] {
  const { contributes } = JSON.parse(readFileSync(manifest, "utf8"));
  const hidden = new Set(
    contributes.menus.commandPalette.flatMap(({ command, when }: { command: string; when?: string }) =>
      when === "false" ? [command] : [],
    ),
  );
  const shown = contributes.commands.filter(({ command }: { command: string }) => !hidden.has(command));
  return shown.map(({ title }: { title: string }) => title);
}

function isShown(page: Page, label: string): Promise<boolean> {
  return quickRows(page)
    .filter({ hasText: label })
    .first()
    .waitFor({ timeout: 1_500 })
    .then(
      () => true,
      () => false,
    );
}

/** What a command asks is not answered. */
async function leaveQuestions(page: Page): Promise<void> {
  // What the window was asked to do is done before it has nothing to do.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
  const asking = page.locator(".quick-input-widget:visible, .dialogOverlay:visible");
  const left = async () => {
    const count = await asking.count();
    if (count > 0) await page.keyboard.press("Escape");
    return count;
  };
  await expect.poll(left, { interval: 50 }).toBe(0);
}

/** Leaves a mark; its path. */
function makeScript(file: string, mark: string, then: string): string {
  writeFileSync(file, `#!/bin/sh\n: > '${join(marks, mark)}'\n${then}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Everything in a folder that can name a program. */
function makeHostile(folder: string): void {
  const program = (name: string, then = "exit 1") => makeScript(join(folder, `evil-${name}`), name, then);
  const write = (path: string, content: object | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  const shell = program("shell");
  const settings = {
    "security.workspace.trust.enabled": false,
    "security.workspace.trust.startupPrompt": "never",
    "security.workspace.trust.emptyWindow": true,
    "security.workspace.trust.trustedFolders": ["file:///"],
    "task.allowAutomaticTasks": "on",
    "terminal.integrated.shell.linux": "/bin/sh",
    "terminal.integrated.shellArgs.linux": ["-c", shell],
    "terminal.integrated.profiles.linux": { evil: { path: shell } },
    "terminal.integrated.defaultProfile.linux": "evil",
    "terminal.integrated.automationProfile.linux": { path: shell },
    "weft.nodePath": program("node"),
    "weft.serverPath": program("server"),
    "weft.cliPath": program("cli"),
    "weft.adapterPath": program("adapter"),
    "clangd.path": program("clangd"),
    "git.path": program("git"),
  };
  write(".vscode/settings.json", settings);
  write(".theia/settings.json", settings);
  const task = {
    label: "evil",
    type: "shell",
    command: program("task"),
    runOptions: { runOn: "folderOpen" },
  };
  write(".vscode/tasks.json", { version: "2.0.0", tasks: [task] });
  write(".theia/tasks.json", { version: "2.0.0", tasks: [task] });
  write(".vscode/launch.json", { configurations: [{ type: "weft", request: "launch", name: "evil" }] });
  write(".clangd", `CompileFlags:\n  Compiler: ${program("driver")}\n`);
  execFileSync("git", ["init", "-q"], { cwd: folder });
  for (const hook of ["post-checkout", "post-index-change", "reference-transaction"])
    write(`.git/hooks/${hook}`, readFileSync(program("hook"), "utf8"));
  execFileSync("git", ["config", "core.fsmonitor", program("fsmonitor")], { cwd: folder });
  const project = JSON.parse(readFileSync(join(folder, "weft.json"), "utf8"));
  project.commands.compiler = program("compiler", 'exec gcc "$@"');
  project.build.make = [program("make")];
  write("weft.json", project);
}
