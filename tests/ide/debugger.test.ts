// What a debugger of kernels has beyond steps: recordings that are asked and go backwards, exceptions, memory dumps.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  frameLabels,
  keepScreenshot,
  openFile,
  pageBeside,
  quickBox,
  quickRows,
  runCommand,
  stackFrames,
  takeRow,
  useSession,
  useTheme,
} from "./support/index.js";

/** `TraceSyscalls: before execution of sys_open` */
const ADVICE = /^\w+: (?:before|after|around) /;

const weft = fileURLToPath(new URL("../../weaver-bridge/cli/bin/weft", import.meta.url));

const session = useSession({
  samples: ["mini-unix"],
  prepare: (folder) => {
    execFileSync(weft, ["build"], { cwd: folder });
    execFileSync(weft, ["debug", "run.weftrun", "--record"], { cwd: folder });
  },
});

async function choose(page: Page, file: string): Promise<void> {
  const dialog = page.locator(".dialogBlock");
  await dialog.getByText(file, { exact: true }).click();
  await dialog.getByRole("button", { name: "Open" }).click();
}

test("a recording is opened, asked when a pointcut ran, and goes to one of its hits and back to a line", async () => {
  const { page } = session;
  await openFile(page, "fs/open.c");
  await runCommand(page, "Weft: Replay Recording…");
  await choose(page, "run.weftrun");
  await expect.poll(async () => (await frameLabels(page)).length).toBeGreaterThan(0);
  for (const label of ["Kernel panic", "Reset or triple fault", "Page fault in the kernel", "Double fault"])
    await page
      .locator("[id*='debug:breakpoints']")
      .getByText(label, { exact: true })
      .waitFor({ state: "attached" });

  await runCommand(page, "Weft: All Hits of a Pointcut in This Run…");
  await quickBox(page).fill('execution("% sys_open(...)")');
  await page.keyboard.press("Enter");
  const hits = pageBeside(page);
  await hits.getByText(/\d+ hits of \d+ place/).waitFor();
  await useTheme(page, session.ide, "dark");
  await keepScreenshot(page, "hits page dark");
  await useTheme(page, session.ide, "light");
  await keepScreenshot(page, "hits page light");
  await hits.locator("tbody button").nth(1).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await frameLabels(page)).join()).toContain("sys_open");
  const line = await session.openAt("fs/open.c", "fd = descriptor_allocate(file);");
  await runCommand(page, "Weft: Back to When This Line Last Ran");
  await expect.poll(() => stackFrames(page).first().innerText()).toMatch(new RegExp(`open\\.c\\s+${line}:`));
  await keepScreenshot(page, "back to line light");
  await page.keyboard.press("Shift+F5");
  await expect.poll(() => stackFrames(page).count()).toBe(0);
});

test("a key leads to the next advice, and the memory of the kernel goes into a file, which opens as it stood", async () => {
  const { page } = session;
  await openFile(page, "kernel/main.c");
  await page.keyboard.press("F5");
  await expect.poll(async () => (await frameLabels(page))[0]).toBe("kernel_main");
  await page.keyboard.press("Alt+F11");
  await expect.poll(async () => (await frameLabels(page))[0]).toMatch(ADVICE);
  const tab = page.locator("#theia-main-content-panel .lm-TabBar-tab.theia-mod-active");
  await page.keyboard.press("Alt+F10");
  await expect.poll(() => tab.innerText()).toMatch(/^\w+\.woven\.c/);
  await expect.poll(() => page.locator(".theia-debug-top-stack-frame-line").count()).toBeGreaterThan(0);
  await useTheme(page, session.ide, "dark");
  await keepScreenshot(page, "woven text at a stop dark");
  await useTheme(page, session.ide, "light");
  await keepScreenshot(page, "woven text at a stop light");
  await page.keyboard.press("F10");
  await expect.poll(() => tab.innerText()).toMatch(/^\w+\.woven\.c/);
  await page.keyboard.press("Alt+F10");
  await expect.poll(() => tab.innerText()).toMatch(/^[\w-]+\.(?:ah|c)\b/);
  await runCommand(page, "Weft: Step into Advice of…");
  await quickRows(page)
    .filter({ hasText: /All advice.*now/ })
    .waitFor();
  await keepScreenshot(page, "step into advice light");
  await takeRow(page, "", "Only of TraceSyscalls");
  await page.keyboard.press("Alt+F11");
  await expect.poll(async () => (await frameLabels(page))[0]).toMatch(/^TraceSyscalls: /);
  await runCommand(page, "Weft: Dump Guest Memory…");
  await page.locator(".dialogBlock").getByRole("button", { name: "Save" }).click();
  await page.getByText("The guest's memory is in").first().waitFor();
  await page.keyboard.press("Shift+F5");
  await expect.poll(() => stackFrames(page).count()).toBe(0);
  await runCommand(page, "Weft: Open Memory Dump…");
  await choose(page, "memory.dump");
  await expect.poll(async () => (await frameLabels(page))[0]).toMatch(ADVICE);
  await keepScreenshot(page, "memory dump light");
});

test("no step of this logged an error", () => {
  expect(session.errors.join("\n")).toBe("");
});
