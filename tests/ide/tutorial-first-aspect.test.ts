// The first tutorial as a learner does it: from the Welcome page to its last step, by clicking and typing, in a copy of
// the learner's own. Wrong answers get a hint from what was typed; progress is there again after the window was reloaded.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  collectErrors,
  findingsIn,
  goTo,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openFile,
  openWindow,
  startIde,
  tutorialView,
  useTheme,
} from "./support/index.js";

const learners = mkdtempSync(join(tmpdir(), "weft tutorials é-"));
const folder = join(learners, "first-aspect");
let ide: IdeProcess;
let browser: Browser;
let page: Page;
let errors: string[];
let view: ReturnType<typeof tutorialView>;

beforeAll(async () => {
  [ide, browser] = await Promise.all([
    startIde({ environment: { WEFT_TUTORIALS: learners } }),
    openBrowser(),
  ]);
  page = await browser.context.newPage();
  errors = collectErrors(page);
  view = tutorialView(page);
  await openWindow(page, ide.address);
});

afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  rmSync(learners, { recursive: true, force: true, maxRetries: 20 });
});

/** Types into the editor in front, as the keys come, without what the editor would add by itself. */
async function writeAll(text: string): Promise<void> {
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const advice = (pointcut: string) =>
  `#include "kernel/printk.h"\n\naspect Hello {\n\tadvice ${pointcut} : before()\n\t{\n\t\tprintk("hello: %s\\n", tjp->signature);\n\t}\n};\n`;

/** How many functions of the copy begin with `sys_`: their bodies, one a line. */
function systemCalls(): number {
  const sources = globSync("**/*.c", { cwd: folder, ignore: ["user/**", "build/**"] });
  const text = sources.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  return [...text.matchAll(/^\w[\w *]*\bsys_\w+\([^;{]*\)\n\{/gm)].length;
}

test("the Welcome page leads to a copy of the learner's own, and to the first step", async () => {
  await page.locator("[data-tutorial='first-aspect']").click();
  await answerTrust(page, "Yes");
  await view.shows("A kernel without aspects");
  expect(existsSync(join(folder, "weft.json"))).toBe(true);
  expect(existsSync(join(folder, "aspects/trace-syscalls.ah"))).toBe(false);
  await keepScreenshot(page, "tutorial-1-kernel");
});

test("a step is checked by itself, and its hint says where the learner is instead", async () => {
  await openFile(page, "fs/inode.c");
  await view.press("Hint");
  await view.hint("In front is fs/inode.c. Open fs/open.c (Ctrl+P).");
  await view.press("Open fs/open.c at sys_open");
  await view.next("An aspect");
});

test("what is written into the aspect is checked while it is typed; a misspelt name is told", async () => {
  await view.press("Make aspects/hello.ah");
  await page.locator(".lm-TabBar-tab.lm-mod-current", { hasText: "hello.ah" }).waitFor();
  await page.locator(".monaco-editor.focused").waitFor();
  await writeAll('#include "kernel/printk.h"\n\naspect Helo {\n};\n');
  await view.press("Hint");
  await view.hint("it has Helo where Hello is wanted");
  await keepScreenshot(page, "tutorial-2-hint");
  await page.locator(".view-line", { hasText: "Helo" }).first().click();
  await writeAll('#include "kernel/printk.h"\n\naspect Hello {\n};\n');
  await view.next("Advice");
});

test("advice that misses its function is told why, by the server", async () => {
  await view.press("Open aspects/hello.ah");
  await page.locator(".monaco-editor.focused").waitFor();
  await writeAll(advice('execution("% sys_opn(...)")'));
  await view.press("Hint");
  await view.hint("Did you mean sys_open?");
  await page.locator(".view-line", { hasText: "advice" }).first().click();
  await writeAll(advice('execution("% sys_close(...)")'));
  await view.hint("the name is sys_open, the pattern wants sys_close");
  await page.locator(".view-line", { hasText: "advice" }).first().click();
  await writeAll(advice('execution("% sys_open(...)")'));
  await view.next("See it, before it is built");
});

test("a question is answered in the view, with the keyboard alone", async () => {
  await view.press("Open fs/open.c");
  // Its editor takes the focus as it comes to the front, and what is typed with it.
  await page.locator(".lm-TabBar-tab.lm-mod-current", { hasText: "open.c" }).waitFor();
  await page.locator(".monaco-editor.focused").waitFor();
  const field = view.root.locator("input");
  await field.fill("Hallo");
  await view.press("Hint");
  await view.hint("“Hallo” is not it.");
  await field.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Hello");
  await view.done();
  // From the field on, Tab leads to what comes next.
  for (let tries = 0; tries < 8; tries++) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === "Next") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await view.shows("Build the woven kernel");
});

test("the kernel is built, and boots; what it prints ends the step", async () => {
  await view.press("Build");
  await view.done();
  await keepScreenshot(page, "tutorial-5-built");
  await view.next("Boot it");
  await view.press("Boot");
  await view.press("Hint");
  await view.hint("The kernel is stopped in kernel_main");
  await view.press("Let the kernel go on");
  await view.done();
  await keepScreenshot(page, "tutorial-6-booted");
  await view.next("All system calls");
});

test("a pointcut that selects too little is told what it selects; the number is what weft counts", async () => {
  await view.press("Hint");
  await view.hint('execution("% sys_open(...)") selects 1 join point, and sys_close is not among them');
  await view.press("Open aspects/hello.ah");
  await page.locator(".monaco-editor.focused").waitFor();
  await writeAll(advice('execution("% sys_%(...)")'));
  await page.keyboard.press("Control+S");
  await view.root.locator("input").fill("3");
  await view.hint("3 is too few");
  await view.root.locator("input").fill(String(systemCalls()));
  await view.next("But not all of them");
});

test("a step can be reset, and solved", async () => {
  await view.press("Reset");
  await expect
    .poll(() => readFileSync(join(folder, "aspects/hello.ah"), "utf8"))
    .toContain('execution("% sys_%(...)") : before');
  await view.press("Solve");
  await view.done();
  expect(readFileSync(join(folder, "aspects/hello.ah"), "utf8")).toContain('!execution("% sys_write(...)")');
  await view.next("Once more, and you are done");
});

test("after a reload the view is there again, at the same step", async () => {
  await page.reload();
  await page.locator(".theia-preload").waitFor({ state: "detached" });
  await view.shows("Once more, and you are done");
  await view.root.locator("progress[aria-label='8 of 9 steps done']").waitFor();
});

test("the last step ends the tutorial", async () => {
  await openFile(page, "aspects/hello.ah");
  await goTo(page, 1);
  await view.press("Build and boot");
  await page.locator(".theia-debug-stack-frame:visible", { hasText: "kernel_main" }).waitFor();
  await view.press("Let the kernel go on");
  await view.done("Done. That was the last step.");
  await keepScreenshot(page, "tutorial-9-done");
});

test("the view reads well in light and dark, to eyes and to screen readers", async () => {
  for (const theme of ["light", "dark"] as const) {
    await useTheme(page, ide, theme);
    await keepScreenshot(page, `tutorial-${theme}`);
    expect(await findingsIn(page, "#weft-tutorial")).toEqual([]);
  }
});

test("no step of this logged an error", () => {
  // A terminal of a guest that has ended is not there again after a reload, which Theia says so.
  expect(errors.filter((error) => !error.includes("Failed to start terminal"))).toEqual([]);
});
