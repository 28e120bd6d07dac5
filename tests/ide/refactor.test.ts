// Refactorings from the light bulb: what would change is shown first, and only then made.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepScreenshot, openActions, useSession } from "./support/index.js";

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

/** Chooses "write out" for the advice at a line of an aspect, and waits for the question. */
async function writeOut(file: string, text: string): Promise<void> {
  const { page } = session;
  await session.openAt(file, text);
  await openActions(page);
  await page
    .locator(".action-widget .monaco-list-row", { hasText: "Write this before advice out" })
    .waitFor();
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
  expect(session.errors).toEqual([]);
});
