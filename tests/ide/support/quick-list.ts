/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The list above the editors: opened, filtered, a row taken. A busy window swallows keys there: a view that takes the
 * focus as it opens closes the list, and rows that a search finds replace the one that Enter was for. So each step
 * looks whether it had its effect, and who needs the effect insists on it.
 */
import type { Locator, Page } from "playwright-core";

const list = ".quick-input-widget:visible";

/** The box of the list that is open, once it has the focus. */
export function quickBox(page: Page): Locator {
  return page.locator(`${list} .quick-input-box input:focus`);
}

/** Rows of the list that is open. */
export function quickRows(page: Page): Locator {
  return page.locator(`${list} .monaco-list-row`);
}

/** Does `attempt` until it succeeds, for two minutes; what a failed one left open is closed before the next. */
export async function insist(page: Page, attempt: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + 120_000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      if (!isFirst) await closeList(page);
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/**
 * A list that is open without the focus hears no Escape, and the key that opens it finds it open and leaves the focus
 * where it is: the box gets it, as by a click.
 */
async function closeList(page: Page): Promise<void> {
  if (!(await page.locator(list).isVisible())) return;
  const box = page.locator(`${list} .quick-input-box input`).first();
  await box.focus({ timeout: 2_000 }).catch((error: Error) => {
    if (error.name !== "TimeoutError") throw error; // One without a box, or it has closed itself.
  });
  await page.keyboard.press("Escape");
  await page.locator(list).waitFor({ state: "hidden", timeout: 5_000 });
}

/** Opens a list by its key, and fills its box. */
export async function openList(page: Page, key: string, typed: string): Promise<Locator> {
  await closeList(page);
  await page.keyboard.press(key);
  // What is typed before the rows of all commands are there is lost.
  if (key === "F1") await quickRows(page).first().waitFor({ timeout: 10_000 });
  const box = quickBox(page);
  await box.waitFor({ timeout: 10_000 });
  // Into the box itself: if it closes now, nothing is typed into a source.
  await box.fill(typed, { timeout: 5_000 });
  return box;
}

/** Goes to the row that says `shown`, and takes it, in the list whose box holds `typed`. */
export async function takeRow(page: Page, typed: string, shown: string): Promise<void> {
  const box = quickBox(page);
  const row = quickRows(page).filter({ hasText: shown });
  await row.first().waitFor({ timeout: 15_000 });
  for (let tries = 0; tries < 60; tries++) {
    const isChosen = (await row.and(page.locator(".focused")).count()) > 0;
    await box.press(isChosen ? "Enter" : "ArrowDown", { timeout: 5_000 });
    if (isChosen && (await hasTaken(page, typed))) return;
  }
  throw new Error(`the row "${shown}" can't be chosen with the keyboard`);
}

/** Whether Enter was taken: the list is closed, or a next one, which a command opened, stands there with another box. */
function hasTaken(page: Page, typed: string): Promise<boolean> {
  const isOther = (before: string) => {
    const boxes = document.querySelectorAll<HTMLInputElement>(".quick-input-box input");
    return [...boxes].find((box) => box.checkVisibility())?.value !== before;
  };
  return page.waitForFunction(isOther, typed, { timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}
