// Refactorings from the light bulb: what would change is shown first, and only then made.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { goTo, keepScreenshot, openActions, runCommand, useSession } from "./support/index.js";

/** Advice that several files share. */
const shared = `#include "kernel/printk.h"

aspect Seen {
	advice execution("% file_put(...)" || "% inode_put(...)" || "% path_lookup(...)") : before()
	{
		printk("seen\\n");
	}
};
`;

const session = useSession({
  samples: ["mini-unix"],
  prepare: (folder) => writeFileSync(join(folder, "aspects/seen.ah"), shared),
});
const read = (file: string) => readFileSync(join(session.folder, file), "utf8");
const comparisons = () =>
  session.page.locator("#theia-main-content-panel .lm-TabBar-tab", { hasText: "(refactored)" });
const answer = (name: "Apply" | "Discard") =>
  session.page.locator(".theia-notification-list-item").getByRole("button", { name });

const notification = (text: string) =>
  session.page.locator(".theia-notification-toasts .theia-notification-list-item", { hasText: text });

/** Chooses "write out" for the advice at a line of an aspect, and waits for the question. */
async function writeOut(file: string, text: string): Promise<void> {
  const { page } = session;
  await session.openAt(file, text);
  await openActions(page, "Write this before advice out");
  await keepScreenshot(page, "refactor-menu");
  await page.keyboard.press("Enter");
  await answer("Apply").waitFor();
}

test("what would change in many files is compared, and discarded without a trace", async () => {
  const { page } = session;
  const files = ["fs/file.c", "fs/inode.c", "fs/namei.c", "aspects/seen.ah"];
  const before = files.map(read);
  await writeOut("aspects/seen.ah", "printk(");
  for (const file of files)
    await comparisons()
      .filter({ hasText: `${file.split("/").at(-1)} (refactored)` })
      .waitFor();
  await page.getByText(`: ${files.length} files change.`).first().waitFor();
  await keepScreenshot(page, "refactor-many-files");
  await answer("Discard").click();
  await expect.poll(() => comparisons().count()).toBe(0);
  expect(files.map(read)).toEqual(before);
});

test("advice is written out where it applies, when the user says so", async () => {
  await writeOut("aspects/trace-syscalls.ah", "chown to user");
  await comparisons().filter({ hasText: "attributes.c (refactored)" }).waitFor();
  await comparisons().filter({ hasText: "trace-syscalls.ah (refactored)" }).waitFor();
  await keepScreenshot(session.page, "refactor-preview");
  expect(read("fs/attributes.c")).not.toContain("chown to user");

  await answer("Apply").click();
  await expect.poll(() => read("fs/attributes.c")).toContain("chown to user %d, group %d\\n");
  await expect.poll(() => read("aspects/trace-syscalls.ah")).not.toContain("sys_chown");
  expect(read("fs/attributes.c")).toContain("current->pid, (int)uid,\n\t       (int)gid);\n");
  await expect.poll(() => comparisons().count()).toBe(0);
});

test("what several files got is taken back in all of them, also where none was open", async () => {
  await notification("Ctrl+Z takes back one of them").waitFor();
  await runCommand(session.page, "Weft: Undo in All Files");
  await expect.poll(() => read("fs/attributes.c")).not.toContain("chown to user");
  await expect.poll(() => read("aspects/trace-syscalls.ah")).toContain("sys_chown");
  await notification("Ctrl+Z takes back one of them").waitFor({ state: "detached" });

  const { page } = session;
  const files = ["include/fs/inode.h", "fs/inode.c", "kernel/exec.c", "aspects/inode-owner.ah"];
  const before = files.map(read);
  const line = await session.openAt("include/fs/inode.h", "uid_t i_uid;");
  await goTo(page, line, 11);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input:focus").fill("i_user");
  await page.keyboard.press("Enter");
  await notification("Rename to i_user: 4 files changed")
    .getByRole("button", { name: "Undo in All" })
    .click();
  await expect.poll(() => files.map(read)).toEqual(before);
});

test("the offer to undo goes when a file is edited after the change", async () => {
  const { page } = session;
  const line = await session.openAt("include/fs/inode.h", "gid_t i_gid;");
  await page.locator("#theia-statusBar", { hasText: "affected line" }).waitFor();
  await goTo(page, line, 11);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input:focus").fill("i_group");
  await page.keyboard.press("Enter");
  const offer = notification("Rename to i_group: 4 files changed");
  await offer.waitFor();
  await notification("Renaming i_gid: macros that name it change too (include/fs/inode.h:").waitFor();
  await page.locator(".monaco-editor.focused").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" ;");
  await offer.waitFor({ state: "detached" });
  for (const _ of " ;") await page.keyboard.press("Backspace");
  await runCommand(page, "Weft: Undo in All Files");
  await expect.poll(() => read("include/fs/inode.h")).toContain("gid_t i_gid;");
});

test("an advice that can't be written out says why, in words that are for people", async () => {
  const { page } = session;
  await session.openAt("aspects/inode-owner.ah", "if (is_legal");
  await openActions(page, "Write this around");
  await page.keyboard.press("Enter");
  const refusal = notification("it uses is_legal of its aspect. The advice stays as it is");
  await refusal.waitFor();
  await keepScreenshot(page, "refactor-refused");
  expect(await refusal.innerText()).not.toMatch(/codeAction|-328|weft\/refactor/);
  expect(session.errors.join("\n")).toBe("");
});
