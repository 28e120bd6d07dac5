// A second tutorial, from the Welcome page to its last step, by the learner who follows all of them in the nightly run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { LEARNERS } from "../nightly/learners.js";
import {
  answerTrust,
  type Browser,
  followTutorial,
  type IdeProcess,
  openBrowser,
  openWindow,
  startIde,
} from "./support/index.js";

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

test("pointcuts, by clicking and typing", async () => {
  const page = await browser.context.newPage();
  await openWindow(page, ide.address);
  await page.locator("[data-tutorial='pointcuts']").click();
  await answerTrust(page, "Yes");
  const copy = join(learners, "pointcuts");
  await followTutorial(page, { tutorial: "pointcuts", copy, learner: LEARNERS.pointcuts ?? {} });
});
