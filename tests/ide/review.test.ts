// Reviewing what aspects do: merged code between the lines, the order of aspects, and what changed since a commit.
import { expect, test } from "vitest";
import {
  addSystemCall,
  goTo,
  keepScreenshot,
  lineWith,
  openFile,
  runCommand,
  useSession,
} from "./support/index.js";

/** A commit, and since then a system call more. */
const session = useSession({ samples: ["mini-unix"], prepare: addSystemCall });

test("merged code between the lines, the order of aspects, and the match set since a commit", async () => {
  const { page } = session;
  const source = await openFile(page, "fs/attributes.c");
  // Before the extension knows the file, the key is nobody's.
  await source.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
  await goTo(page, 64);
  await page.keyboard.press("Alt+Shift+m");
  const inline = page.locator(".monaco-editor", { hasText: "TraceSyscalls: before execution" }).last();
  await lineWith(inline, "TraceSyscalls: before execution of sys_").waitFor();
  // Opening it leaves the source where it was.
  await lineWith(source, "sys_chmod").first().waitFor();
  await keepScreenshot(page, "woven-inline");

  await runCommand(page, "Weft: Show Order of Aspects");
  const order = page
    .frameLocator("#theia-main-content-panel iframe.webview")
    .frameLocator("iframe#active-frame");
  await order.getByRole("heading", { name: /InodeOwner encloses SwitchAccounting/ }).waitFor();
  expect(await order.getByRole("table").innerText()).toContain("InodeOwner");
  await keepScreenshot(page, "order");

  await runCommand(page, "Weft: Compare Match Set With Last Commit");
  const gained = page.locator("[id='plugin-view:weft.matchSet'] .theia-TreeNode", { hasText: "sys_review" });
  await gained.first().waitFor();
  await keepScreenshot(page, "match-set");
  await gained.first().click();
  await page.locator("#theia-main-content-panel .lm-TabBar-tab", { hasText: "attributes.c: HEAD" }).waitFor();
  await keepScreenshot(page, "match-set-both-sides");

  await runCommand(page, "Weft: Write Review of Match Set");
  const review = page.locator(".monaco-editor", { hasText: "## Advice: HEAD" }).last();
  await lineWith(review, "sys_review").waitFor();
  await keepScreenshot(page, "review");
  expect(session.errors).toEqual([]);
});
