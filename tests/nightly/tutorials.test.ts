// Each tutorial in the IDE as a learner does it, from the Welcome page to its last step: typing, clicking, reading answers
// on the screen, each step checked by itself on the real thing. What each came to is kept in RESULT.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  followTutorial,
  keepScreenshot,
  openBrowser,
  openWindow,
  startIde,
  tutorialFolders,
} from "../ide/support/index.js";
import { LEARNERS } from "./learners.js";
import { keepResult } from "./results.js";

/** `WEFT_TUTORIALS_ONLY=cost,order`, `WEFT_SHARD=1/3`. Linux is built for ten minutes and more: only by name. */
/** As somebody else wrote them, with kernels of their own. */
const outside = fileURLToPath(new URL("outside/", import.meta.url));
const folders = [...tutorialFolders(), ...tutorialFolders(outside)];
const all = folders.map((folder) => basename(folder));
const asked = process.env.WEFT_TUTORIALS_ONLY?.split(",") ?? all.filter((name) => name !== "linux");
const [shard = 1, shards = 1] = (process.env.WEFT_SHARD ?? "1/1").split("/").map(Number);
const names = asked.filter((_, at) => at % shards === shard - 1);
const followed = folders
  .map((folder) => ({ folder, name: basename(folder) }))
  .filter(({ name }) => names.includes(name));
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
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
});

test.each(followed)("$name, by clicking and typing", { timeout: 5_400_000 }, async ({ folder, name }) => {
  const began = performance.now();
  const done: string[] = [];
  const ide = await startIde({
    settings: { "workbench.colorTheme": dark.has(name) ? "dark" : "light" },
    environment: { WEFT_TUTORIALS: learners, WEFT_TUTORIAL_PATH: outside },
  });
  const page = await browser.context.newPage();
  try {
    await openWindow(page, ide.address);
    await page.locator(`[data-tutorial='${name}']`).click();
    await answerTrust(page, "Yes");
    const learner = LEARNERS[name];
    await followTutorial(page, {
      folder,
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
