/** The tutorial view, as a learner uses it. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export interface TutorialView {
  readonly root: Locator;
  /** Resolves when the step with this title is shown. */
  shows(title: string): Promise<void>;
  press(label: string): Promise<void>;
  /** Resolves when the hint that is shown holds the text. */
  hint(text: string): Promise<void>;
  /** Resolves when the step is done. */
  done(words?: string): Promise<void>;
  /** Waits until the step is done, and goes on to the next, whose title this is. */
  next(title: string): Promise<void>;
}

export function tutorialView(page: Page): TutorialView {
  const root = page.locator("#weft-tutorial");
  const shows = (title: string) => root.getByRole("heading", { name: title, exact: true }).waitFor();
  const press = (label: string) => root.getByRole("button", { name: label, exact: true }).click();
  /** Fails with what the view says instead. */
  const done = (words = "Done.") =>
    expect.poll(() => root.getByRole("status").allInnerTexts()).toEqual([expect.stringContaining(words)]);
  return {
    root,
    shows,
    press,
    hint: (text) =>
      expect
        .poll(() => root.locator(".weft-tutorial-hint").allInnerTexts())
        .toEqual([expect.stringContaining(text)]),
    done,
    next: async (title) => {
      await done();
      await press("Next");
      await shows(title);
    },
  };
}
