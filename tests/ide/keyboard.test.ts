/// <reference lib="dom" />
// Each view by keyboard alone: opened from the palette or by its key, walked, acted in, left for the source that it leads
// to, and come back from. No test here moves a pointer. They go on in one window; none needs what another did.
import type { FrameLocator, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  activeTab,
  addSystemCall,
  goTo,
  insist,
  keepScreenshot,
  lineWith,
  mapOf,
  openFile,
  openList,
  pageBeside,
  quickRows,
  runCommand,
  statusText,
  useSession,
  useTheme,
  viewOf,
  viewRows,
  type WeftView,
} from "./support/index.js";

/** Two projects, and since their commit a system call more. */
const session = useSession({ samples: ["mini-unix", "mini-l4"], prepare: addSystemCall });
const { lineOf, openAt } = session;
let page: Page;
beforeAll(() => {
  page = session.page;
});

/** The chosen row of a view that has the focus. */
const chosen = async (view: WeftView): Promise<string> => {
  const rows = viewOf(page, view).and(page.locator(":focus-within")).locator(".theia-mod-selected");
  return (await rows.allInnerTexts()).join("").replaceAll("\n", " ");
};

/** Goes down until the chosen row says `text`. */
async function walkTo(view: WeftView, text: string): Promise<void> {
  await viewRows(page, view).filter({ hasText: text }).first().waitFor();
  await viewOf(page, view).and(page.locator(":focus-within")).waitFor();
  const seen: string[] = [];
  let row = await chosen(view);
  while (!row.includes(text)) {
    seen.push(row);
    await page.keyboard.press("ArrowDown");
    // A view that is drawn anew has no chosen row for a moment; another key then would go one row too far.
    const isNext = async () => !["", seen.at(-1)].includes((row = await chosen(view)));
    await expect.poll(isNext, { timeout: 20_000, message: `a row below ${row}` }).toBe(true);
    expect(seen.length, seen.join("\n")).toBeLessThan(60);
  }
}

/** The source has the cursor again, in its line. */
async function backInSource(file: string, line: number): Promise<void> {
  await page.keyboard.press("Alt+Shift+B");
  await inSource(file, line);
}

/** An editor of the file is in front and has the focus: what comes later would take it from a list that is opened. */
async function inFile(file: string): Promise<void> {
  await activeTab(page, file).first().waitFor();
  await page.locator(".monaco-editor.focused:visible").first().waitFor();
}

async function inSource(file: string, line: number): Promise<void> {
  await inFile(file);
  await expect.poll(() => statusText(page)).toContain(`Ln ${line},`);
}

/** Presses Tab, or Shift+Tab, until what has the focus in a page of ours says `text`. */
async function tabTo(own: FrameLocator, text: string, key = "Tab"): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("webview");
  const focus = own.locator(":focus").first();
  const seen: string[] = [];
  for (;;) {
    const label = (await focus.count()) === 0 ? "" : await nameOf(own);
    if (label.includes(text)) return;
    seen.push(label);
    expect(seen.length, seen.join("\n")).toBeLessThan(30);
    await page.keyboard.press(key);
  }
}

const nameOf = (own: FrameLocator) =>
  own
    .locator(":focus")
    .first()
    .evaluate((node) => node.getAttribute("aria-label") ?? node.textContent ?? "");

test("a command of Weft is in the palette of a window that has shown no source yet, and says what it needs", async () => {
  await runCommand(page, "Weft: Why Is This (Not) Advised?");
  await page.getByText("Open a C or C++ file").first().waitFor();
});

test("Aspects: to an advice, to its line, and back", async () => {
  const line = await openAt("mini-unix/arch/trap.c", "\tschedule();");
  await runCommand(page, "Weft: Show Aspects");
  await walkTo("aspects", "trap_leave");
  await page.keyboard.press("ArrowRight");
  await walkTo("aspects", "call void schedule()");
  await page.keyboard.press("Enter");
  await inSource("trap.c", line);
});

test("Affected Lines: from a line of the file to what affects it, and back", async () => {
  const line = await openAt("mini-unix/fs/open.c", "int sys_close(int fd)");
  await runCommand(page, "Weft: Show Affected Lines");
  await walkTo("affectedLines", `${line}: int sys_close`);
  await page.keyboard.press("ArrowDown");
  await walkTo("affectedLines", "TraceSyscalls: before execution");
  await page.keyboard.press("Enter");
  await inFile("trace-syscalls.ah");
});

test("Pointcut: what it selects, to a join point, and back into the aspect", async () => {
  await openFile(page, "mini-unix/aspects/inode-owner.ah");
  await goTo(page, 48, 26);
  await runCommand(page, "Weft: Show Pointcut");
  await viewOf(page, "pointcut")
    .getByText(/set\("% inode::i_uid"\): \d+ join points in \d+ files/)
    .waitFor();
  await walkTo("pointcut", "set uid_t inode::i_uid");
  await keepScreenshot(page, "live-pointcut");
  await backInSource("inode-owner.ah", 48);
  // From `i_uid` to `i_mo`, half a name: it is read as a beginning, and the answer follows.
  for (const _ of "i_uid") await page.keyboard.press("Delete");
  await page.keyboard.type("i_mo");
  await viewOf(page, "pointcut")
    .getByText(/inode::i_mo/)
    .waitFor();
  for (const _ of "i_mo") await page.keyboard.press("Backspace");
  await page.keyboard.type("i_uid");
  await runCommand(page, "Weft: Show Pointcut");
  await walkTo("pointcut", "set uid_t inode::i_uid");
  await page.keyboard.press("Enter");
  await inFile("inode");
});

test("Try a Pointcut: typed, walked, shown", async () => {
  await insist(page, () => openList(page, "Alt+Shift+U", 'call("% inode_per'));
  const rows = quickRows(page);
  await rows.filter({ hasText: /\d+ join points? in/ }).waitFor();
  await rows.filter({ hasText: "inode_permission" }).first().waitFor();
  await keepScreenshot(page, "try-pointcut");
  await page.keyboard.press("Escape");
  await rows.first().waitFor({ state: "hidden" });
});

test("Why: asked by its key, walked to the pointcut that would match, and back", async () => {
  const line = await openAt("mini-unix/fs/inode.c", "if (uid != inode->i_uid");
  await page.keyboard.press("Alt+Shift+Y");
  await walkTo("why", "does not apply (nearest): this is a read");
  await walkTo("why", "It would with get");
  await keepScreenshot(page, "why");
  await backInSource("inode.c", line);
});

test("Cross References: to the other end, and back", async () => {
  const line = await openAt("mini-unix/fs/open.c", "int sys_open(");
  await runCommand(page, "Weft: Show Cross References");
  await walkTo("crossReferences", "TraceSyscalls: before execution");
  await backInSource("open.c", line);
  await runCommand(page, "Weft: Show Cross References");
  await walkTo("crossReferences", "TraceSyscalls: after execution");
  await page.keyboard.press("Enter");
  await inFile("trace-syscalls.ah");
});

test("Order of Aspects: an order is chosen, written, and taken back", async () => {
  await openAt("mini-unix/fs/open.c", "int sys_close(int fd)");
  await runCommand(page, "Weft: Show Order of Aspects");
  const order = pageBeside(page);
  await order.getByRole("heading", { name: /InodeOwner encloses SwitchAccounting/ }).waitFor();
  await tabTo(order, "execution of void power_off");
  await keepScreenshot(page, "order");
  await page.keyboard.press("Enter");
  await inSource("power.c", lineOf("mini-unix/kernel/power.c", "power_off(enum power_status"));
  await runCommand(page, "Weft: Show Order of Aspects");
  // The page keeps the place that was left.
  await tabTo(order, "Let InodeOwner enclose SwitchAccounting", "Shift+Tab");
  await page.keyboard.press("Enter");
  await inFile(".ah");
  await order.getByText("each has an order").waitFor();
  await page.keyboard.press("Control+z");
  await order.getByText("1 without a clear order").waitFor();
});

test("Cost of Aspects: measured, walked to an advice", async () => {
  await openAt("mini-unix/fs/open.c", "int sys_open(");
  await runCommand(page, "Weft: Show Cost of Aspects");
  const cost = pageBeside(page);
  await cost.getByRole("row", { name: /^TraceSyscalls \d+ [1-9]\d* / }).waitFor();
  await keepScreenshot(page, "cost");
  await tabTo(cost, "before trace-syscalls.ah");
  await page.keyboard.press("Enter");
  await inSource(
    "trace-syscalls.ah",
    lineOf("mini-unix/aspects/trace-syscalls.ah", "advice execution(system_calls"),
  );
});

test("Match Set: compared, walked, both sides, reviewed, and from the review to the source", async () => {
  await runCommand(page, "Weft: Compare Match Set With Last Commit");
  await walkTo("matchSet", "before execution of sys_review");
  await keepScreenshot(page, "match-set");
  await page.keyboard.press("Enter");
  await inFile("attributes.c: HEAD");
  await keepScreenshot(page, "match-set-both-sides");
  await runCommand(page, "Weft: Write Review of Match Set");
  const review = page.locator(".monaco-editor.focused", { hasText: "## Advice: HEAD" });
  await lineWith(review, "sys_review").waitFor();
  await keepScreenshot(page, "review");
  await goTo(page, 9);
  await page.keyboard.press("F12");
  await inSource("attributes.c", lineOf("mini-unix/fs/attributes.c", "int sys_review(void);") + 1);
});

test("Crosscutting Map: to a line, and back", async () => {
  const line = await openAt("mini-unix/fs/open.c", "int sys_open(");
  await runCommand(page, "Weft: Show Crosscutting Map");
  const map = mapOf(page);
  await map.locator("#view:focus").waitFor();
  await page.keyboard.press("End");
  await expect.poll(() => map.locator("#said").innerText()).not.toBe("");
  await backInSource("open.c", line);
});

test("Declare Specialization: from an operation into the declarations beside its interface", async () => {
  await openAt("mini-l4/user/interfaces/files.idl", "describe(");
  await insist(page, async () => {
    await runCommand(page, "Weft: Declare Specialization…");
    await activeTab(page, "files.spec").waitFor({ timeout: 15_000 });
  });
  const declared = page.locator(".monaco-editor.focused", {
    hasText: "specialize files_storage_describe as",
  });
  await declared.waitFor();
  await page.keyboard.insertText("handle == 2;");
  await lineWith(declared, "handle == 2;").waitFor();
  expect(await lineWith(declared, "specialize").count()).toBe(1);
  for (const theme of ["dark", "light"] as const) {
    await useTheme(page, session.ide, theme);
    await keepScreenshot(page, `declared-stub-${theme}`);
  }
  await page.keyboard.press("Control+z");
});

test("Message Layout: from an interface and from a call of its stub, walked, and back", async () => {
  const line = await openAt("mini-l4/user/interfaces/files.idl", "oneway void touch");
  await runCommand(page, "Weft: Show Message Layout");
  const layout = pageBeside(page);
  await layout.getByRole("heading", { name: "files::storage::touch" }).waitFor();
  await keepScreenshot(page, "message-layout");
  await tabTo(layout, "path");
  await backInSource("files.idl", line);
  const call = await openAt("mini-l4/user/programs/client.c", "files_storage_open(");
  await runCommand(page, "Weft: Show Message Layout");
  await layout.getByRole("heading", { name: "files::storage::open" }).waitFor();
  const parts = layout.getByRole("list", { name: "Request" }).getByRole("listitem");
  const words = () =>
    parts.evaluateAll((all) => [all[0], all.at(-1)].map((part) => part?.getAttribute("aria-label")));
  await expect
    .poll(words)
    .toEqual(["EDX: length of path, 4 bytes", "Memory from +24: path, +24, up to 48 bytes"]);
  await tabTo(layout, "EDX: length of path");
  await backInSource("client.c", call);
});

test("Woven code between the lines and beside: it opens, keeps lines and width of the source, leads back", async () => {
  const line = await openAt("mini-unix/fs/open.c", "int sys_close(int fd)");
  const width = async (text: string) =>
    (await page.locator(".monaco-editor:visible", { hasText: text }).last().boundingBox())?.width;
  const before = await width("int sys_close");
  await page.keyboard.press("Alt+Shift+M");
  const inline = page
    .locator(".monaco-editor:visible", { hasText: "TraceSyscalls: before execution" })
    .last();
  await lineWith(inline, "TraceSyscalls: before execution of sys_").waitFor();
  expect(await width("TraceSyscalls: before execution")).toBe(before);
  await expect.poll(() => numberBefore(lineWith(inline, "int sys_close(int fd)"))).toBe(String(line));
  await keepScreenshot(page, "woven-inline");
  await page.keyboard.press("Alt+Shift+M");
  await inSource("open.c", line);
  await runCommand(page, "Weft: Show Woven Code Beside");
  const woven = page.locator(".monaco-editor", { hasText: "__weft_advice_TraceSyscalls" }).last();
  await lineWith(woven, "int sys_close(int fd)").waitFor();
  await inSource("open.c", line);
});

/** What is drawn before a line's text. */
const numberBefore = (line: Locator) =>
  line.evaluate((element) =>
    [...element.querySelectorAll("span")]
      .map((span) => getComputedStyle(span, "::before").content)
      .flatMap((content) => /\d+/.exec(content)?.[0] ?? [])
      .join(),
  );

test("nothing of this was an error", () => {
  expect(session.errors.join("\n")).toBe("");
});
