// Each tutorial in the IDE, from the list of tutorials to its last step: every step is solved by its button, which does
// what a learner would do (edits, builds, boots, breakpoints, terminals), and checked by itself on the real thing.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openWindow,
  startIde,
  tutorialView,
} from "../ide/support/index.js";

const folder = fileURLToPath(new URL("../../sample-projects/tutorials/", import.meta.url));
/** Linux is built for ten minutes and more, from a package of 140 MB. */
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "linux")
  .map(({ name }) => name);
const asked = process.env.WEFT_TUTORIALS_ONLY?.split(",") ?? names;

const learners = mkdtempSync(join(tmpdir(), "weft tutorials é-"));
let ide: IdeProcess;
let browser: Browser;

beforeAll(async () => {
  const environment = { WEFT_TUTORIALS: learners };
  [ide, browser] = await Promise.all([startIde({ environment }), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  rmSync(learners, { recursive: true, force: true, maxRetries: 20 });
});

test.each(names.filter((name) => asked.includes(name)))("%s, in the IDE, by its buttons", async (name) => {
  const page = await browser.context.newPage();
  await openWindow(page, ide.address);
  try {
    await page.locator(`[data-tutorial='${name}']`).click();
    await answerTrust(page, "Yes");
    await solveAll(page, name);
  } catch (error) {
    await keepScreenshot(page, `failed tutorial ${name}`);
    throw error;
  } finally {
    await page.close();
  }
});

async function solveAll(page: Page, name: string): Promise<void> {
  const view = tutorialView(page);
  await view.root.locator("summary").waitFor();
  const steps = readdirSync(join(folder, name)).filter((file) => /^\d+-/.test(file)).length;
  for (let step = 1; step <= steps; step++) {
    await view.root.locator("summary", { hasText: `Step ${step} of ${steps}` }).waitFor();
    const checks = await view.root.locator(".weft-tutorial-checks").count();
    if (checks > 0) {
      await view.press("Solve");
      await view.press("Hint");
      await expect
        .poll(() => hintOf(page), { timeout: 150_000, message: `${name}, step ${step}` })
        .toContain("Done.");
    }
    await keepScreenshot(page, `tutorial-${name}-${step}`);
    if (step < steps) await view.press("Next");
  }
}

/** What the view says of the step: that it is done, or what is wrong. */
function hintOf(page: Page): Promise<string> {
  return page.locator("#weft-tutorial").getByRole("status").innerText();
}
