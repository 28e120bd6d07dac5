// The product's main flow, as a kernel developer goes through it in one window: see what is woven, change it, build it,
// boot it, step into advice and back. The tests go on from each other; each names what it leaves behind.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  activeTab,
  frameLabels,
  goTo,
  hoverText,
  insist,
  keepScreenshot,
  lineWith,
  marginIcons,
  openFile,
  openWindow,
  problemRows,
  runCommand,
  saved,
  showWeftViews,
  stackFrames,
  statusText,
  stepWith,
  takeRow,
  terminalText,
  useSession,
  viewRows,
} from "./support/index.js";

const advice = "aspects/trace-syscalls.ah";

const session = useSession({ samples: ["mini-unix"] });
const { lineOf, openAt } = session;
let page: Page;
beforeAll(() => {
  page = session.page;
});

/** Icons at the margin of the front editor, by line. */
async function iconAt(line: number): Promise<string | undefined> {
  const icons = await marginIcons(page.locator(".monaco-editor.focused"));
  return icons.find((icon) => icon.line === line)?.icon;
}

test("marks stand at advised lines, also in macros; the hover shows the advice and says why", async () => {
  const line = await openAt("fs/inode.c", "INODE_SET_OWNER(inode");
  await expect.poll(() => iconAt(line)).toBe("target-around-set");
  const read = lineOf("fs/inode.c", "if (inode->i_uid ==");
  await goTo(page, read);
  await expect.poll(() => iconAt(read)).toBe("target-before-get");
  const hover = await hoverText(page.locator(".monaco-editor.focused"), "i_uid");
  expect(hover).toContain("InodeOwner: before get of inode::i_uid");
  expect(hover).toContain('matches "% inode::i_uid"');
  expect(hover).toContain("permission_reads++");
  await keepScreenshot(page, "marks");
  await page.keyboard.press("Escape");
});

test("a mark says what it means and leads to its advice, and one number stands everywhere", async () => {
  const line = await openAt("fs/open.c", "int sys_close(int fd)");
  await expect.poll(() => iconAt(line)).toBe("target-before-after-execution");
  const editor = page.locator(".monaco-editor.focused");
  const words = page.locator(".monaco-hover:visible");
  await pointAtMark(editor, line);
  expect(await words.innerText()).toContain("TraceSyscalls: before execution of sys_close");
  expect(await words.innerText()).toContain(
    "Orange bar: execution of a function. Arrow above: before, arrow below",
  );
  await keepScreenshot(page, "mark-hovered");
  const lens = editor.locator(".codelens-decoration a:visible", { hasText: /^advised by TraceSyscalls$/ });
  await lens.first().waitFor();
  await page.keyboard.press("Control+Shift+E");
  const tab = activeTab(page, "open.c");
  const row = page.locator("#files .theia-TreeNode", { hasText: "open.c" });
  // Advised functions, and a write of an element that may leave its array beside what is guarded: only its caller bounds it.
  const marked = readFileSync(join(session.folder, "fs/open.c"), "utf8").match(
    /^int sys_|^\tcurrent->files\[fd\] = /gm,
  )?.length;
  await expect.poll(() => statusText(page)).toContain(`${marked} affected line`);
  await expect.poll(async () => (await row.innerText()).replace(/\s+/g, "")).toBe(`open.c${marked}`);
  await expect.poll(() => tab.innerText()).toContain(`${marked}`);
  await page.mouse.move(0, 0);
  await pointAtMark(editor, line);
  await words.getByText("Go to the advice").click();
  await takeRow(page, "", "TraceSyscalls: before");
  await activeTab(page, "trace-syscalls.ah").waitFor();
});

test("one peek in the editor says what happens at a line", async () => {
  const line = await openAt("fs/open.c", "int sys_close(int fd)");
  await expect.poll(() => iconAt(line)).toBe("target-before-after-execution");
  const peek = page.locator(".peekview-widget");
  await insist(page, async () => {
    await page.keyboard.press("Alt+Shift+E");
    await peek.getByText("What happens at fs/open.c").first().waitFor({ timeout: 10_000 });
  });
  await peek.getByText("1. TraceSyscalls: before execution of sys_close").first().waitFor();
  await keepScreenshot(page, "peek-line");
  await page.keyboard.press("Escape");
  await peek.waitFor({ state: "detached" });
});

test("the Aspects view leads from an advice to its lines, the keyboard back, and definition across", async () => {
  await showWeftViews(page);
  const rows = viewRows(page, "aspects");
  const row = rows.filter({ hasText: "trap_leave" });
  await row.waitFor();
  await expect.poll(() => rows.filter({ hasText: "join point" }).allInnerTexts()).toHaveLength(3);
  await row.locator(".theia-ExpansionToggle").click();
  await rows.filter({ hasText: "call void schedule()" }).click();
  await activeTab(page, "trap.c").waitFor();
  const called = lineOf("arch/trap.c", "\tschedule();");
  await expect.poll(() => statusText(page)).toContain(`Ln ${called},`);
  await activeTab(page, "trap.c").click();
  await expect.poll(() => iconAt(called)).toBe("target-before-call");
  await page.keyboard.press("Alt+Shift+G");
  await activeTab(page, "switch-accounting.ah").waitFor();
  const declared = lineOf("aspects/switch-accounting.ah", "trap_leave");
  await expect.poll(() => statusText(page)).toContain(`Ln ${declared},`);
  await page.keyboard.press("F12");
  await activeTab(page, "trap.c").waitFor();
  await viewRows(page, "affectedLines")
    .filter({ hasText: `${called}: schedule();` })
    .waitFor();
  await keepScreenshot(page, "aspects-view");
});

test("an edited pointcut moves the marks at once, without a build", async () => {
  const marked = await openAt("fs/open.c", "int sys_close(int fd)");
  await expect.poll(() => iconAt(marked)).toBe("target-before-after-execution");
  const pointcut = await openAt(advice, '"% sys_%(...)"');
  await page.keyboard.press("End");
  for (const _ of '%(...)";') await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("o");
  const rows = viewRows(page, "aspects").filter({ hasText: "execution(system_calls() && !unwanted())" });
  await expect.poll(() => rows.locator(".theia-tree-view-description").allInnerTexts()).toEqual(["1", "1"]);
  await keepScreenshot(page, "edited-pointcut");
  await openAt("fs/open.c", "int sys_close(int fd)");
  await expect.poll(() => iconAt(marked)).toBeUndefined();
  const stillMarked = await openAt("fs/open.c", "int sys_open(");
  await expect.poll(() => iconAt(stillMarked)).toBe("target-before-after-execution");
  expect(existsSync(join(session.folder, "build"))).toBe(false);
  await openFile(page, advice);
  await goTo(page, pointcut, 39);
  await page.keyboard.press("Backspace");
  await openAt("fs/open.c", "int sys_close(int fd)");
  await expect.poll(() => iconAt(marked)).toBe("target-before-after-execution");
});

test("the woven text stands beside, follows the cursor, and follows edits", async () => {
  const line = await openAt("fs/open.c", "int sys_close(int fd)");
  await runCommand(page, "Weft: Show Woven Code Beside");
  const woven = page.locator(".monaco-editor", { hasText: "__weft" }).last();
  await lineWith(woven, "sys_close(int fd)").waitFor();
  await lineWith(woven, "__weft_advice_TraceSyscalls_0").waitFor();
  await page.locator(".monaco-editor.focused", { hasNotText: "__weft" }).waitFor();
  await goTo(page, line + 2, 1);
  await page.keyboard.type("int woven_view_follows;\n");
  await lineWith(woven, "woven_view_follows").waitFor();
  await keepScreenshot(page, "woven-beside");
  await goTo(page, line + 2, 1);
  await page.keyboard.press("Control+Shift+K");
  await expect.poll(() => lineWith(woven, "woven_view_follows").count()).toBe(0);
  await page.keyboard.press("Control+S");
  await lineWith(woven, "sys_close(int fd)").click();
  await page.keyboard.type("x");
  await page.getByText("Cannot edit in read-only editor").first().waitFor();
  await page
    .locator(".lm-TabBar-tab", { hasText: "open.woven.c" })
    .locator(".lm-TabBar-tabCloseIcon")
    .click();
});

test("a half-typed pointcut completes, and is a problem at its place", async () => {
  await openAt(advice, '"% sys_%(...)"');
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(" || exec");
  await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "execution" }).first().waitFor();
  const problems = await problemRows(page);
  await problems.filter({ hasText: "pointcut/missing-arguments" }).waitFor();
  await keepScreenshot(page, "problems");
  await openFile(page, advice);
  await page.keyboard.press("Escape");
  for (const _ of " || exec") await page.keyboard.press("Backspace");
  await expect.poll(() => problems.filter({ hasText: "trace-syscalls.ah" }).count()).toBe(0);
  await page.keyboard.press("Control+S");
  await saved(page, "trace-syscalls.ah");
});

test("a type error in an advice body is a problem at its .ah line, for editor and build alike", async () => {
  const line = (await openAt(advice, "calls++;")) + 1;
  await page.keyboard.press("End");
  await page.keyboard.type("\ncalls = current->nosuch;");
  await page.keyboard.press("Control+S");
  await saved(page, "trace-syscalls.ah");
  const problems = await problemRows(page);
  await problems
    .filter({ hasText: "No member named 'nosuch'" })
    .filter({ hasText: `Ln ${line},` })
    .waitFor();
  await openFile(page, advice);
  await page.keyboard.press("Control+Shift+B");
  await page.getByText("has exited with code 1").first().waitFor();
  await problemRows(page);
  const fromBuild = problems.filter({ hasText: "nosuch" }).filter({ hasText: "compiler" });
  await expect.poll(() => fromBuild.allInnerTexts()).toEqual([expect.stringContaining(`Ln ${line},`)]);
  await keepScreenshot(page, "build-problem");
});

test("F5 does not boot what did not build, and says so", async () => {
  await openFile(page, advice);
  await page.keyboard.press("F5");
  const told = page.locator(".theia-notification-list-item", {
    hasText: "The kernel was not booted: its build failed",
  });
  await told.first().waitFor();
  await expect.poll(() => stackFrames(page).count()).toBe(0);
  await told.first().hover();
  await told.locator(".codicon-close").first().click();
});

test("the build task builds the woven kernel; problems of the build before are gone", async () => {
  await openAt(advice, "calls = current->nosuch;");
  await page.keyboard.press("Control+Shift+K");
  await page.keyboard.press("Control+S");
  await saved(page, "trace-syscalls.ah");
  await page.keyboard.press("Control+Shift+B");
  await expect.poll(() => terminalText(page, "Task: build")).toMatch(/weft build: \d+ units: [1-9]\d* woven/);
  expect(existsSync(join(session.folder, "build", "mini-unix.elf"))).toBe(true);
  const problems = await problemRows(page);
  await expect.poll(() => problems.filter({ hasText: "nosuch" }).count()).toBe(0);
});

test("F5 without a breakpoint stops where weft.json says", async () => {
  await openFile(page, "kernel/main.c");
  await page.keyboard.press("F5");
  await expect.poll(async () => (await frameLabels(page))[0]).toBe("kernel_main");
  expect(await terminalText(page, "Kernel console")).toContain("the kernel stops at kernel_main");
});

test("memory is shown at an expression while the kernel stands", async () => {
  await runCommand(page, "View: Toggle Memory Inspector");
  await page.locator("#t-mv-location").fill("init_path");
  await page.locator("#memory-layout-widget .view-group-go-button").click();
  await expect.poll(() => page.locator("#memory-layout-widget").innerText()).toMatch(/2f\s*62\s*69\s*6e/);
  await keepScreenshot(page, "memory");
  await runCommand(page, "View: Toggle Memory Inspector");
});

test("a breakpoint on an advised line stops before the advice; steps lead into it and out to the kernel", async () => {
  const line = await openAt("fs/open.c", "int sys_open(");
  await page.keyboard.press("F9");
  await page.locator("[id*='debug:breakpoints']", { hasText: "open.c" }).first().waitFor();
  await page.keyboard.press("F5");
  await expect.poll(async () => (await frameLabels(page))[0]).toBe("sys_open");
  expect(await statusText(page)).toContain(`Ln ${line},`);
  const label = "TraceSyscalls: before execution of sys_open";
  for (let steps = 0; (await frameLabels(page))[0] !== label; steps++) {
    expect(steps).toBeLessThan(4);
    await stepWith(page, "F11");
  }
  await activeTab(page, "trace-syscalls.ah").waitFor();
  await expect.poll(async () => (await frameLabels(page))[1]).toBe("sys_open");
  await keepScreenshot(page, "stepped-into-advice");
  await stepWith(page, "Shift+F11");
  await expect.poll(async () => (await frameLabels(page))[0]).toBe("sys_open");
  await activeTab(page, "open.c").waitFor();
  expect(await terminalText(page, "Kernel console")).toContain("mini-unix: booting");
});

test("ending the session leaves no machine behind", async () => {
  expect(machines()).toHaveLength(1);
  await page.keyboard.press("Shift+F5");
  await expect.poll(() => terminalText(page, "Kernel console")).toContain("The session ended.");
  await expect.poll(machines).toEqual([]);
  await expect.poll(() => stackFrames(page).count()).toBe(0);
});

test("a second window shows the same folder, and follows what the first one saves", async () => {
  const second = await session.browser.context.newPage();
  await openWindow(second, session.ide.address);
  const marked = lineOf("fs/open.c", "int sys_close(int fd)");
  const editor = await openFile(second, "fs/open.c");
  await goTo(second, marked);
  const icon = async () => (await marginIcons(editor)).find(({ line }) => line === marked)?.icon;
  await expect.poll(icon).toBe("target-before-after-execution");
  await page.bringToFront();
  await openAt(advice, '"% sys_%(...)"');
  await page.keyboard.press("End");
  for (const _ of '%(...)";') await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("o");
  await page.keyboard.press("Control+S");
  await saved(page, "trace-syscalls.ah");
  await second.bringToFront();
  await expect.poll(icon).toBeUndefined();
  await second.close();
});

test("no step of this logged an error", () => {
  expect(session.errors.join("\n")).toBe("");
});

/** Points at the icon of a line until what it says is there. */
async function pointAtMark(editor: Locator, line: number): Promise<void> {
  await insist(page, async () => {
    await page.mouse.move(0, 0);
    const number = editor.locator(".line-numbers", { hasText: new RegExp(`^${line}$`) });
    const [at, margin] = [await number.boundingBox(), await editor.locator(".margin").boundingBox()];
    if (at === null || margin === null) throw new Error(`line ${line} is not drawn`);
    await page.mouse.move(margin.x + 8, at.y + at.height / 2);
    await page.locator(".monaco-hover:visible", { hasText: "execution" }).waitFor({ timeout: 5_000 });
  });
}

/** Process ids of the QEMUs that run this test's kernel: they work in its folder. */
function machines(): string[] {
  const isMachine = (pid: string) => {
    try {
      const isQemu = readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("qemu-system");
      return isQemu && readlinkSync(`/proc/${pid}/cwd`) === session.folder;
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && isMachine(entry));
}
