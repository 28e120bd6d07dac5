// Pointcuts while they are typed, tried without an aspect, and why a line is advised or not; by keyboard.
import { expect, test } from "vitest";
import {
  goTo,
  keepScreenshot,
  openFile,
  showQuestions,
  useSession,
  viewOf,
  viewRows,
} from "./support/index.js";

const session = useSession({ samples: ["mini-unix"] });

test("a pointcut shows what it selects while it is typed, can be tried alone, and a line says why", async () => {
  const { page } = session;
  await showQuestions(page);

  await openFile(page, "aspects/inode-owner.ah");
  await goTo(page, 48, 26);
  const view = viewOf(page, "pointcut");
  await view.getByText(/set\("% inode::i_uid"\): \d+ join points in \d+ files/).waitFor();
  await viewRows(page, "pointcut").filter({ hasText: "set uid_t inode::i_uid" }).first().waitFor();
  await keepScreenshot(page, "live-pointcut");
  // From `i_uid` to `i_mo`, half a name: it is read as a beginning, and the answer follows.
  for (const _ of "i_uid") await page.keyboard.press("Delete");
  await page.keyboard.type("i_mo");
  await view.getByText(/inode::i_mo/).waitFor();
  await page.keyboard.press("Control+z");

  await page.keyboard.press("Alt+Shift+U");
  await page.locator(".quick-input-widget:visible input:focus").waitFor();
  await page.keyboard.type('call("% inode_per');
  const rows = page.locator(".quick-input-widget:visible .monaco-list-row");
  await rows.filter({ hasText: /\d+ join points? in/ }).waitFor();
  await rows.filter({ hasText: "inode_permission" }).first().waitFor();
  await keepScreenshot(page, "try-pointcut");
  await page.keyboard.press("Escape");

  await openFile(page, "fs/inode.c");
  await goTo(page, 76);
  await page.keyboard.press("Alt+Shift+Y");
  const why = viewRows(page, "why");
  await why
    .filter({ hasText: /does not apply \(nearest\): this is a read/ })
    .first()
    .waitFor();
  await why.filter({ hasText: "It would with get" }).first().waitFor();
  await keepScreenshot(page, "why");
  expect(session.errors).toEqual([]);
});
