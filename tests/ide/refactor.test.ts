// Refactorings from the light bulb: what would change is shown first, and only then made.
import { readFileSync } from "node:fs";
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
  openBrowser,
  openFile,
  openWindow,
  type SampleCopy,
  startIde,
} from "./support/index.js";

const patient = { timeout: 30_000, interval: 250 };

let sample: SampleCopy;
let browser: Browser;
let ide: IdeProcess | undefined;
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async ({ task }) => {
  const page = browser?.context.pages().at(-1);
  if (task.result?.state === "fail" && page !== undefined) await keepScreenshot(page, `failed ${task.name}`);
  await ide?.stop();
  ide = undefined;
  sample?.remove();
});
afterAll(async () => {
  await browser?.close();
});

test.each(["dark", "light"])("advice is written out in the %s theme", async (theme) => {
  sample = copySample("mini-unix");
  ide = await startIde({ folder: sample.folder, settings: { "workbench.colorTheme": theme } });
  const page = await browser.context.newPage();
  const errors = collectErrors(page);
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");
  page.setDefaultTimeout(30_000);

  const aspect = await openFile(page, "aspects/trace-syscalls.ah");
  await aspect.locator(".codelens-decoration", { hasText: "matches 24" }).first().waitFor();
  await goTo(page, 41);
  await page.keyboard.press("Control+.");
  await page
    .locator(".action-widget .monaco-list-row", { hasText: "Write this before advice out" })
    .waitFor();
  await keepScreenshot(page, `refactor-menu-${theme}`);
  await page.keyboard.press("Enter");
  const apply = page.locator(".theia-notification-list-item").getByRole("button", { name: "Apply" });
  await apply.waitFor();
  const tab = "#theia-main-content-panel .lm-TabBar-tab";
  await page.locator(tab, { hasText: "attributes.c (refactored)" }).waitFor();
  await page.locator(tab, { hasText: "trace-syscalls.ah (refactored)" }).waitFor();
  await keepScreenshot(page, `refactor-preview-${theme}`);
  const code = join(sample.folder, "fs/attributes.c");
  expect(readFileSync(code, "utf8")).not.toContain("chown to user");

  await apply.click();
  await expect.poll(() => readFileSync(code, "utf8"), patient).toContain("chown to user %d, group %d\\n");
  const file = join(sample.folder, "aspects/trace-syscalls.ah");
  await expect.poll(() => readFileSync(file, "utf8"), patient).not.toContain("sys_chown");
  expect(readFileSync(code, "utf8")).toContain("current->pid, (int)uid,\n\t       (int)gid);\n");
  expect(errors).toEqual([]);
  await page.close();
});
