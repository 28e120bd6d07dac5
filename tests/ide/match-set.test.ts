// A folder that Git keeps: what the workbench shows of it, and advice compared with other versions. The count in the status bar
// follows what Git does outside of the editor, and configurations of weft.json are there to choose from.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  addSystemCall,
  keepScreenshot,
  openFile,
  problemRows,
  quickBox,
  quickRows,
  runCommand,
  statusText,
  takeRow,
  useSession,
  viewOf,
  viewRows,
} from "./support/index.js";

const session = useSession({
  samples: ["mini-unix"],
  prepare: (folder) => {
    const file = join(folder, "weft.json");
    const settings = JSON.parse(readFileSync(file, "utf8")) as object;
    const configurations = { plain: {}, reviewed: { flags: ["-DREVIEWED"] } };
    writeFileSync(file, JSON.stringify({ ...settings, configurations, configuration: "plain" }, null, 2));
    writeFileSync(
      join(folder, "fs/reviewed.c"),
      "#ifdef REVIEWED\nint sys_reviewed(void);\nint sys_reviewed(void)\n{\n\treturn 0;\n}\n#endif\n",
    );
    addSystemCall(folder);
  },
});
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: session.folder });
const status = async () => (await statusText(session.page)).replaceAll("\n", " ");

test("Git is in the workbench: branch, changed files, marks of changed lines, and the difference", async () => {
  const { page } = session;
  const branch = execFileSync("git", ["branch", "--show-current"], { cwd: session.folder, encoding: "utf8" });
  await expect.poll(status).toContain(branch.trim());
  await session.openAt("fs/attributes.c", "int sys_review(void)");
  await page.locator(".dirty-diff-glyph.dirty-diff-added-line").first().waitFor();
  await page.locator("[id='shell-tab-scm-view-container']").click();
  const files = page.locator("#scm-view-container .theia-TreeNode");
  await files.filter({ hasText: "attributes.c" }).first().click();
  await page.locator(".monaco-diff-editor:visible .line-insert").first().waitFor();
  await keepScreenshot(page, "git");
});

test("the count since the last commit follows files and commits that Git changes", async () => {
  const { page } = session;
  await openFile(page, "fs/open.c");
  await expect.poll(status).toMatch(/\+2 join points/);
  git("stash");
  await expect.poll(status).not.toMatch(/join points/);
  git("stash", "pop");
  await expect.poll(status).toMatch(/\+2 join points/);
  git("commit", "-qam", "next");
  await expect.poll(status).not.toMatch(/join points/);
});

test("a configuration of weft.json is compared with the project's own", async () => {
  const { page } = session;
  await runCommand(page, "Weft: Compare Match Set…");
  const row = (text: string) => quickRows(page).filter({ hasText: text });
  await row("Another configuration").waitFor();
  await quickBox(page).fill("Another conf");
  await takeRow(page, "Another conf", "Another configuration");
  await row("reviewed").waitFor();
  expect(await quickRows(page).count()).toBe(1);
  await takeRow(page, "", "reviewed");
  await viewOf(page, "matchSet").getByText("configuration reviewed → configuration plain: −2").waitFor();
  await viewRows(page, "matchSet").filter({ hasText: "before execution of sys_reviewed" }).waitFor();
});

test("a weft.json that names a schema is checked by it, without complaints about the schema itself", async () => {
  const { page } = session;
  await openFile(page, "weft.json");
  const problems = await problemRows(page);
  const file = join(session.folder, "weft.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"build": {', '"biuld": {}, "build": {'));
  await problems.filter({ hasText: "biuld" }).waitFor();
  expect(await problems.filter({ hasText: "Unable to load schema" }).count()).toBe(0);
  writeFileSync(file, text);
  expect(session.errors.join("\n")).toBe("");
});
