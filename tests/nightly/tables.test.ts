// The tables of the papers, in the IDE: the page with the paper's numbers, and a button that measures one of them anew.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Browser,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openWindow,
  pageBeside,
  runCommand,
  startIde,
  useTheme,
} from "../ide/support/index.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("tables of the papers");
const cache = mkdtempSync(join(tmpdir(), "weft-tables-test-"));
let ide: IdeProcess;
let browser: Browser;
beforeAll(async () => {
  [ide, browser] = await Promise.all([startIde({ environment: { XDG_CACHE_HOME: cache } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  rmSync(cache, { recursive: true, force: true });
});

test("a table is measured by its button, and drawn beside the paper's numbers", async () => {
  const page = await browser.context.newPage();
  await openWindow(page, ide.address);
  await runCommand(page, "Weft: Show Tables of the Papers");
  const tables = pageBeside(page);
  const dynamic = tables.getByRole("article", { name: "Table 1, d: dynamic pointcuts" });
  await dynamic.getByText("not measured").first().waitFor();
  await keepScreenshot(page, "tables-before");
  await dynamic.getByRole("button", { name: /^Measure/ }).click();
  await dynamic.getByText("Measuring…").waitFor();
  await dynamic.getByText(/Measured \d{4}-/).waitFor({ timeout: 240_000 });
  await expect.poll(() => dynamic.locator(".bar.here").count()).toBe(4);
  await dynamic.locator("summary").click();
  for (const theme of ["light", "dark"] as const) {
    await useTheme(page, ide, theme);
    await keepScreenshot(page, `tables-${theme}`);
  }
});
