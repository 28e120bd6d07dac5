// Relations and the map, by keyboard alone: from a line to its advice and back, over the whole program, and what is
// hidden. The tests go on from each other.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  activeTab,
  goTo,
  keepScreenshot,
  mapOf,
  marginIcons,
  openFile,
  quickBox,
  quickRows,
  runCommand,
  statusText,
  takeRow,
  useSession,
  viewRows,
} from "./support/index.js";

const session = useSession({ samples: ["mini-unix"] });
const { lineOf, openAt } = session;
let page: Page;
beforeAll(() => {
  page = session.page;
});

const iconsOfEditor = async () =>
  (await marginIcons(page.locator(".monaco-editor.focused"))).map(({ icon }) => icon);

test("the tree of cross references follows the cursor, and Enter goes to the other end", async () => {
  await openAt("fs/open.c", "int sys_open(");
  await expect.poll(iconsOfEditor).toContain("target-before-after-execution");
  await runCommand(page, "Weft: Show Cross References");
  const rows = viewRows(page, "crossReferences");
  await expect
    .poll(() => rows.locator(".theia-TreeNodeSegmentGrow").allInnerTexts())
    .toEqual([
      expect.stringContaining("execution int sys_open"),
      expect.stringContaining("advised by 2"),
      expect.stringContaining("TraceSyscalls: before execution"),
      expect.stringContaining("TraceSyscalls: after execution"),
    ]);
  await keepScreenshot(page, "cross-references");
  const focused = page.locator("[id='plugin-view:weft.crossReferences']").and(page.locator(":focus-within"));
  await focused.waitFor();
  const selected = page.locator("[id='plugin-view:weft.crossReferences'] .theia-mod-selected");
  const next = async () => {
    const text = (await selected.allInnerTexts()).join();
    if (text.includes("after execution")) await page.keyboard.press("Home");
    else if (!text.includes("before execution")) await page.keyboard.press("ArrowDown");
    return text;
  };
  await expect.poll(next).toContain("before execution");
  await page.keyboard.press("Enter");
  await activeTab(page, "trace-syscalls.ah").waitFor();
  await rows.filter({ hasText: "uses pointcut 2" }).waitFor();
});

test("the popup lists the line, pressed again the file; typing filters, Enter goes there", async () => {
  await openAt("fs/open.c", "int sys_open(");
  await page.keyboard.press("Alt+Shift+P");
  await expect.poll(() => quickRows(page).count()).toBe(2);
  await page.keyboard.press("Alt+Shift+P");
  await expect.poll(() => quickRows(page).count()).toBe(6);
  await keepScreenshot(page, "quick-cross-references");
  await quickBox(page).fill("sys_dup");
  await expect.poll(() => quickRows(page).count()).toBe(2);
  await takeRow(page, "sys_dup", "sys_dup");
  await activeTab(page, "trace-syscalls.ah").waitFor();
});

test("the map leads from a folder to a file to a line, and says where it is", async () => {
  await runCommand(page, "Weft: Show Crosscutting Map");
  const map = mapOf(page);
  const summary = map.locator("#summary");
  await expect.poll(() => summary.innerText()).toMatch(/^\d+ files, \d+ effects$/);
  await map.locator("#view:focus").waitFor();
  const said = map.locator("#said");
  for (let steps = 0; !(await said.innerText()).startsWith("fs/,"); steps++) {
    expect(steps).toBeLessThan(9);
    await page.keyboard.press(steps === 0 ? "Home" : "ArrowRight");
  }
  expect(await said.innerText()).toMatch(/InodeOwner \d+/);
  await keepScreenshot(page, "map");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  while (!(await said.innerText()).startsWith("fs/open.c")) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const line = lineOf("fs/open.c", "int sys_open(");
  await expect.poll(() => said.innerText()).toContain(`open.c:${line} TraceSyscalls: before execution`);
  await page.keyboard.press("Enter");
  await activeTab(page, "open.c").waitFor();
  await expect.poll(() => statusText(page)).toContain(`Ln ${line},`);
});

test("a hidden aspect has no marks, and they come back", async () => {
  await openAt("fs/open.c", "int sys_open(");
  const lenses = page.locator(".monaco-editor .codelens-decoration", { hasText: "advised by" });
  await lenses.first().waitFor();
  await runCommand(page, "Weft: Hide or Show Aspect");
  await expect.poll(() => quickRows(page).count()).toBe(3);
  await quickBox(page).fill("TraceSyscalls");
  await expect.poll(() => quickRows(page).allInnerTexts()).toEqual(["TraceSyscalls"]);
  await takeRow(page, "TraceSyscalls", "TraceSyscalls");
  await expect.poll(iconsOfEditor).toEqual([]);
  await expect.poll(() => lenses.count()).toBe(0);
  const legend = mapOf(page).getByRole("checkbox", { name: "TraceSyscalls" });
  expect(await legend.isChecked()).toBe(false);
  await runCommand(page, "Weft: Show All Markers");
  await expect.poll(iconsOfEditor).toContain("target-before-after-execution");
  await lenses.first().waitFor();
  expect(await legend.isChecked()).toBe(true);
});

test("the map and the badges follow each key that is typed in an aspect", async () => {
  const legend = mapOf(page).locator("#legend li", { hasText: "TraceSyscalls" });
  const before = Number(await legend.locator(".number").innerText());
  await openAt("aspects/trace-syscalls.ah", '"% sys_%(...)"');
  await page.keyboard.press("End");
  for (const _ of '%(...)";') await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("o");
  await expect.poll(async () => Number(await legend.locator(".number").innerText())).toBeLessThan(before);
  await openFile(page, "fs/open.c");
  await page.keyboard.press("Control+Shift+E");
  const inExplorer = page.locator("#files .theia-TreeNode", { hasText: "open.c" });
  // A guarded write in it is marked as soon as the guards are read, which may be before or later.
  await expect
    .poll(async () => (await inExplorer.innerText()).replace(/\s+/g, " "))
    .toMatch(/^open\.c [12]$/);
  await keepScreenshot(page, "badges");
  await openFile(page, "aspects/trace-syscalls.ah");
  await goTo(page, lineOf("aspects/trace-syscalls.ah", "pointcut system_calls()"), 39);
  await page.keyboard.press("Backspace");
  await expect.poll(async () => Number(await legend.locator(".number").innerText())).toBe(before);
  expect(session.errors.join("\n")).toBe("");
});
