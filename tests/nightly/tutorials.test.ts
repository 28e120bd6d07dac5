// Each tutorial in the IDE as a learner does it, from the Welcome page to its last step: typing, clicking, reading answers
// on the screen, each step checked by itself on the real thing. What each came to is kept in RESULT.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  followTutorial,
  keepScreenshot,
  openBrowser,
  openWindow,
  startIde,
  tutorialNames,
} from "../ide/support/index.js";
import { LEARNERS } from "./learners.js";
import { keepResult } from "./results.js";

/** `WEFT_TUTORIALS_ONLY=cost,order`, `WEFT_SHARD=1/3`. Linux is built for ten minutes and more: only by name. */
const asked = process.env.WEFT_TUTORIALS_ONLY?.split(",") ?? tutorialNames.filter((name) => name !== "linux");
const [shard = 1, shards = 1] = (process.env.WEFT_SHARD ?? "1/1").split("/").map(Number);
const names = asked.filter((_, at) => at % shards === shard - 1);
/** Followed in the dark theme. */
const dark = new Set(["cost", "guards", "order"]);

/** With a blank, which Linux's makefiles alone don't take. */
const learners = mkdtempSync(join(tmpdir(), names.includes("linux") ? "weft-linux-" : "weft tutorials é-"));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(learners, { recursive: true, force: true, maxRetries: 20 });
});

test("there are tutorials to follow", () => {
  expect(names.filter((name) => !tutorialNames.includes(name))).toEqual([]);
});

test.each(names)("%s, by clicking and typing", { timeout: 5_400_000 }, async (name) => {
  const began = performance.now();
  const done: string[] = [];
  const ide = await startIde({
    settings: { "workbench.colorTheme": dark.has(name) ? "dark" : "light" },
    environment: { WEFT_TUTORIALS: learners },
  });
  const page = await browser.context.newPage();
  try {
    await openWindow(page, ide.address);
    await page.locator(`[data-tutorial='${name}']`).click();
    await answerTrust(page, "Yes");
    const learner = LEARNERS[name];
    await followTutorial(page, {
      tutorial: name,
      copy: join(learners, name),
      ...(learner === undefined ? {} : { learner }),
      onStep: (title, seconds) => {
        done.push(title);
        console.log(`${name}: ${title}: done after ${seconds.toFixed(0)} s`);
      },
    });
    keepResult(`tutorial ${name}`, `passed, ${done.length} steps in ${minutes(began)}`);
  } catch (error) {
    keepResult(`tutorial ${name}`, `FAILED after ${done.length} steps: ${(error as Error).message}`);
    await keepScreenshot(page, `failed tutorial ${name}`);
    throw error;
  } finally {
    await page.close();
    await ide.stop();
  }
});

function minutes(began: number): string {
  return `${((performance.now() - began) / 60_000).toFixed(1)} min`;
}
