/**
 * Told by every failed test of the IDE, beside its message: a picture of each window, and in the log, which may be all
 * that is left of the run, what the window showed, what it reported as errors, and the last words of the product.
 */
import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { keepScreenshot, openWindows } from "./browser.js";
import { runningIdes } from "./ide-process.js";

const PARTS = {
  "tabs in front": ".lm-TabBar-tab.lm-mod-current",
  "list above the editors": ".quick-input-widget:visible",
  dialogs: ".dialogOverlay",
  notifications: ".theia-notification-list-item",
  "status bar": "#theia-statusBar",
};

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  let number = 0;
  for (const [page, errors] of openWindows) {
    const picture = `failed ${task.name.replaceAll("/", " ")}${number++ === 0 ? "" : ` ${number}`}`;
    // A window that does not answer is told of, too.
    await keepScreenshot(page, picture).catch((error: Error) => errors.push(`no picture: ${error.message}`));
    console.error(
      [`the window when "${task.name}" failed (artifacts/${picture}.png)`, ...(await shown(page))].join(
        "\n  ",
      ),
    );
    console.error(["errors that the window reported:", ...errors.slice(-20)].join("\n  "));
  }
  for (const ide of runningIdes) {
    console.error(["last words of the product:", ...lastLines(ide.output())].join("\n  "));
    console.error(["last words of its backend:", ...lastLines(ide.log())].join("\n  "));
  }
});

const lastLines = (text: string) => text.trimEnd().split("\n").slice(-20);

function shown(page: Page): Promise<string[]> {
  const told = Object.entries(PARTS).map(async ([name, selector]) => {
    const texts = await page.locator(selector).allInnerTexts();
    return `${name}: ${texts.map((text) => text.replace(/\s+/g, " ").slice(0, 600)).join(" | ")}`;
  });
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, 10_000, ["it did not answer"]));
  return Promise.race([Promise.all(told), late]).catch((error: Error) => [error.message]);
}
