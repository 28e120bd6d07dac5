// How every view reads: in the dark, the light and the two high-contrast themes, on a laptop's screen. Text stands out
// from what is behind it, whatever can be pressed has a name, and a picture of each is kept to be looked at.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import {
  addSystemCall,
  everyTheme,
  findingsIn,
  goTo,
  insist,
  keepScreenshot,
  lineWith,
  openActions,
  openFile,
  openList,
  problemRows,
  runCommand,
  showQuestions,
  showWeftViews,
  themeReached,
  useSession,
  useTheme,
  viewRows,
  watchFewest,
} from "./support/index.js";

/** Two projects in one folder, and since their commit a system call more. */
/** Sleeps in an interrupt handler: a finding of the kernel contexts. */
const sleeper = `#include "kernel/scheduler.h"

aspect Sleeper {
	advice execution("% clock_tick(...)") : before()
	{
		schedule();
	}
};
`;

const session = useSession({
  samples: ["mini-unix", "mini-l4"],
  prepare: (folder) => {
    writeFileSync(join(folder, "mini-unix/aspects/sleeper.ah"), sleeper);
    addSystemCall(folder);
  },
});

const nothing = async () => {};

interface Shown {
  /** Opens what a change of the theme closes, or leaves in the old colours. */
  readonly show?: () => Promise<void>;
  readonly hide?: () => Promise<void>;
}

/** Looks at what `selectors` choose, in each theme. */
async function reads(
  name: string,
  selectors: readonly string[],
  { show = nothing, hide = nothing }: Shown = {},
): Promise<void> {
  const findings: string[] = [];
  for (const theme of everyTheme) {
    await useTheme(session.page, session.ide, theme);
    await show();
    await keepScreenshot(session.page, `looks/${name}-${theme}`);
    for (const selector of selectors)
      for (const finding of await findingsIn(session.page, selector)) findings.push(`${theme}: ${finding}`);
    await hide();
  }
  expect(findings).toEqual([]);
}

/** The same for a page of ours, in its frame. */
async function pageReads(name: string, title: string): Promise<void> {
  const findings: string[] = [];
  for (const theme of everyTheme) {
    await useTheme(session.page, session.ide, theme);
    const frame = await ownFrame(title);
    await themeReached(session.page, frame);
    await keepScreenshot(session.page, `looks/${name}-${theme}`);
    for (const finding of await findingsIn(frame, "body")) findings.push(`${theme}: ${finding}`);
  }
  expect(findings).toEqual([]);
}

async function ownFrame(title: string): Promise<Frame> {
  let found: Frame | undefined;
  const look = async () => {
    for (const frame of session.page.frames())
      if ((await frame.title().catch(() => "")) === title) found = frame;
    return found !== undefined;
  };
  await expect.poll(look, { message: `a page "${title}"` }).toBe(true);
  return found as never as Frame;
}

const view = (id: string) => `[id='plugin-view:weft.${id}']`;

test("marks, lenses and hints of a source", async () => {
  await session.openAt("mini-unix/fs/open.c", "int sys_open(");
  const lens = ".monaco-editor.focused .codelens-decoration";
  await session.page.locator(lens, { hasText: "advised by" }).first().waitFor();
  await reads("source", [lens]);
});

test("the hover of an advised line", async () => {
  const { page } = session;
  await session.openAt("mini-unix/fs/inode.c", "if (inode->i_uid ==");
  const editor = page.locator(".monaco-editor:visible", { hasText: "i_uid" }).first();
  const hover = page.locator(".monaco-hover:visible", { hasText: "InodeOwner" });
  const show = async () => {
    await lineWith(editor, "if (inode->i_uid").getByText("i_uid").first().hover();
    await hover.waitFor();
  };
  const hide = async () => {
    await page.keyboard.press("Escape");
    await hover.waitFor({ state: "hidden" });
    await page.mouse.move(5, 5);
  };
  await reads("hover", [".monaco-hover"], { show, hide });
});

test("Aspects, Affected Lines and Cross References", async () => {
  const { page } = session;
  await showWeftViews(page);
  const row = viewRows(page, "aspects").filter({ hasText: "trap_leave" });
  await row.waitFor();
  await row.locator(".theia-ExpansionToggle").click();
  await session.openAt("mini-unix/fs/open.c", "int sys_open(");
  await viewRows(page, "affectedLines").filter({ hasText: "sys_open" }).first().waitFor();
  await viewRows(page, "crossReferences").filter({ hasText: "advised by 2" }).waitFor();
  await reads("views", [view("aspects"), view("affectedLines"), view("crossReferences")]);
});

test("the popup of cross references", async () => {
  const { page } = session;
  await session.openAt("mini-unix/fs/open.c", "int sys_open(");
  await page.keyboard.press("Alt+Shift+P");
  await page
    .locator(".quick-input-widget:visible .monaco-list-row", { hasText: "before execution" })
    .waitFor();
  await reads("quick-references", [".quick-input-widget"]);
  await page.keyboard.press("Escape");
});

test("the box to try a pointcut", async () => {
  const { page } = session;
  await insist(page, () => openList(page, "Alt+Shift+U", 'call("% inode_permission(...)")'));
  await page
    .locator(".quick-input-widget:visible .monaco-list-row", { hasText: /\d+ join points? in/ })
    .waitFor();
  await reads("try-pointcut", [".quick-input-widget"]);
  await page.keyboard.press("Escape");
});

test("Pointcut, Why and Match Set", async () => {
  const { page } = session;
  await showQuestions(page);
  await openFile(page, "mini-unix/aspects/inode-owner.ah");
  await goTo(page, 48, 26);
  await viewRows(page, "pointcut").filter({ hasText: "inode::i_uid" }).first().waitFor();
  await runCommand(page, "Weft: Compare Match Set With Last Commit");
  await page.locator(view("matchSet")).and(page.locator(":focus-within")).waitFor();
  await session.openAt("mini-unix/fs/inode.c", "if (inode->i_uid ==");
  await page.keyboard.press("Alt+Shift+Y");
  await viewRows(page, "why").filter({ hasText: "does not apply (nearest)" }).first().waitFor();
  await viewRows(page, "matchSet").filter({ hasText: "sys_review" }).first().waitFor();
  await reads("questions", [view("pointcut"), view("why"), view("matchSet")]);
});

test("marks, lenses and rows do not flicker while their function is edited", async () => {
  const { page } = session;
  await showWeftViews(page);
  await session.openAt("mini-unix/fs/open.c", "char copy[PATH_SIZE];");
  await runCommand(page, "Weft: Show Woven Code Beside");
  const woven = page.locator(".monaco-editor", { hasText: "__weft_advice_TraceSyscalls" }).last();
  await woven.waitFor();
  await page.locator(".monaco-editor.focused", { hasNotText: "__weft" }).waitFor();
  await page.keyboard.press("End");
  const watched = {
    icons: ".monaco-editor.focused .cgmr",
    lenses: ".monaco-editor.focused .codelens-decoration a",
    rows: `${view("affectedLines")} .theia-TreeNode`,
  };
  await viewRows(page, "affectedLines").filter({ hasText: "sys_open" }).first().waitFor();
  await page.locator(watched.lenses, { hasText: "advised by" }).first().waitFor();
  const before = await Promise.all(Object.values(watched).map((one) => page.locator(one).count()));
  const ends = await Promise.all(Object.values(watched).map((one) => watchFewest(page, one)));
  const typed = " int copied = 0; (void)copied;";
  await page.keyboard.type(typed, { delay: 60 });
  // The woven text has the comment only when the server has answered for the newest text.
  await lineWith(woven, "int copied").waitFor();
  const fewest = await Promise.all(ends.map((end) => end()));
  expect(fewest).toEqual(before);
});

test("the crosscutting map", async () => {
  await runCommand(session.page, "Weft: Show Crosscutting Map");
  await pageReads("map", "Crosscutting Map");
});

test("the merged code, beside the source and between its lines", async () => {
  const { page } = session;
  await showWeftViews(page);
  await session.openAt("mini-unix/fs/open.c", "int sys_close(int fd)");
  await runCommand(page, "Weft: Show Woven Code Beside");
  await page.locator(".monaco-editor", { hasText: "__weft_advice_TraceSyscalls" }).first().waitFor();
  await reads("woven-beside", [".lm-DockPanel-tabBar"]);
  await session.openAt("mini-unix/fs/open.c", "int sys_close(int fd)");
  await page.keyboard.press("Alt+Shift+m");
  const inline = page.locator(".monaco-editor", { hasText: "TraceSyscalls: before execution" }).last();
  await lineWith(inline, "TraceSyscalls: before execution of sys_").waitFor();
  await reads("woven-inline", []);
});

test("the order of aspects", async () => {
  await runCommand(session.page, "Weft: Show Order of Aspects");
  await pageReads("order", "Order of Aspects");
});

test("the layout of a message", async () => {
  const { page } = session;
  // In the middle of the editor: at its edge a scroll bar may lie over the lens.
  await session.openAt("mini-l4/user/interfaces/files.idl", "oneway void touch");
  await page.locator(".monaco-editor.focused .codelens-decoration a", { hasText: "oneway" }).click();
  await pageReads("layout", "Message Layout");
});

test("the review document and both sides of a difference", async () => {
  const { page } = session;
  await runCommand(page, "Weft: Show Match Set");
  await runCommand(page, "Weft: Write Review of Match Set");
  await page.locator(".monaco-editor", { hasText: "## Advice: HEAD" }).last().waitFor();
  await reads("review", []);
  await viewRows(page, "matchSet").filter({ hasText: "sys_review" }).first().click();
  await page.locator("#theia-main-content-panel .lm-TabBar-tab", { hasText: "attributes.c: HEAD" }).waitFor();
  await reads("both-sides", []);
});

test("the comparison before a refactoring, and its question", async () => {
  const { page } = session;
  await session.openAt("mini-unix/aspects/trace-syscalls.ah", "chown to user");
  await openActions(page, "Write this");
  await page.keyboard.press("Enter");
  const question = page.locator(".theia-notification-list-item");
  await question.getByRole("button", { name: "Discard" }).waitFor();
  await reads("refactoring", [".theia-notification-list-item"]);
  await question.getByRole("button", { name: "Discard" }).click();
});

test("badges in the explorer and problems of kernel contexts", async () => {
  const { page } = session;
  await page.keyboard.press("Control+Shift+E");
  await page.locator("#files .theia-TreeNode", { hasText: "inode.c" }).waitFor();
  await openFile(page, "mini-unix/aspects/sleeper.ah");
  const problems = await problemRows(page);
  const finding = problems.filter({ hasText: "sleep" }).filter({ hasText: "Ln 6" });
  await finding
    .filter({ hasText: "its only join point, execution of void clock_tick() (kernel/clock.c:" })
    .waitFor();
  await reads("badges", ["#files", "#problems"]);
});

test("nothing of this was an error", () => {
  expect(session.errors.join("\n")).toBe("");
});
