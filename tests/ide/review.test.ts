// Reviewing what aspects do: merged code between the lines, the order of aspects, and what changed since a commit.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  collectErrors,
  copySample,
  goTo,
  type IdeProcess,
  keepScreenshot,
  lineWith,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
  showWeftViews,
  startIde,
} from "./support/index.js";

let sample: SampleCopy;
let browser: Browser;
let ide: IdeProcess | undefined;

/** A commit, and since then a system call more. */
beforeAll(async () => {
  sample = copySample("mini-unix");
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: sample.folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
  const file = join(sample.folder, "fs/attributes.c");
  writeFileSync(
    file,
    `${readFileSync(file, "utf8")}\nint sys_review(void);\nint sys_review(void)\n{\n\treturn 0;\n}\n`,
  );
  browser = await openBrowser();
});
afterEach(async ({ task }) => {
  const page = browser?.context.pages().at(-1);
  if (task.result?.state === "fail" && page !== undefined) await keepScreenshot(page, `failed ${task.name}`);
  await ide?.stop();
  ide = undefined;
});
afterAll(async () => {
  await browser?.close();
  sample?.remove();
});

test.each(["dark", "light"])("merged code, order and match set in the %s theme", async (theme) => {
  ide = await startIde({ folder: sample.folder, settings: { "workbench.colorTheme": theme } });
  const page = await browser.context.newPage();
  const errors = collectErrors(page);
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");

  const source = await openFile(page, "fs/attributes.c");
  // Before the extension knows the file, the key is nobody's.
  await source.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
  await goTo(page, 64);
  await page.keyboard.press("Alt+Shift+m");
  const inline = page.locator(".monaco-editor", { hasText: "TraceSyscalls: before execution" }).last();
  await lineWith(inline, "TraceSyscalls: before execution of sys_").waitFor();
  // Opening it leaves the source where it was.
  await lineWith(source, "sys_chmod").first().waitFor();
  await keepScreenshot(page, `woven-inline-${theme}`);

  await runCommand(page, "Weft: Show Order of Aspects");
  const order = page
    .frameLocator("#theia-main-content-panel iframe.webview")
    .frameLocator("iframe#active-frame");
  await order.getByRole("heading", { name: /InodeOwner encloses SwitchAccounting/ }).waitFor();
  expect(await order.getByRole("table").innerText()).toContain("InodeOwner");
  await keepScreenshot(page, `order-${theme}`);

  await showWeftViews(page);
  await runCommand(page, "Weft: Compare Match Set With Last Commit");
  const gained = page.locator("[id='plugin-view:weft.matchSet'] .theia-TreeNode", { hasText: "sys_review" });
  await gained.first().waitFor();
  await keepScreenshot(page, `match-set-${theme}`);
  await gained.first().click();
  await page.locator("#theia-main-content-panel .lm-TabBar-tab", { hasText: "attributes.c: HEAD" }).waitFor();
  await keepScreenshot(page, `match-set-both-sides-${theme}`);

  await runCommand(page, "Weft: Write Review of Match Set");
  const review = page.locator(".monaco-editor", { hasText: "## Advice: HEAD" }).last();
  await lineWith(review, "sys_review").waitFor();
  await keepScreenshot(page, `review-${theme}`);
  // Theia says so when a view is told anew while it is being read; it then reads it once more.
  expect(errors.filter((text) => !text.includes("plugin-host ERROR No tree item with id"))).toEqual([]);
  await page.close();
});
