/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * How the window reads: the colour theme in use, and what axe-core finds wrong with text colours (WCAG 2, 4.5 to 1) and
 * with the names that a screen reader says.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";
import type { IdeProcess } from "./ide-process.js";

/** Theia's id of a colour theme, and the class that its body then has. */
const themes = {
  dark: "theia-dark",
  light: "theia-light",
  "hc-theia": "theia-hc",
  "hc-theia-light": "theia-hcLight",
} as const;

export type Theme = keyof typeof themes;
export const everyTheme = Object.keys(themes) as Theme[];

/** Changes the theme as the settings do, and waits until the window is drawn in it. */
export async function useTheme(page: Page, ide: IdeProcess, theme: Theme): Promise<void> {
  ide.changeSettings({ "workbench.colorTheme": theme });
  await page.locator(`body.${themes[theme]}`).waitFor();
}

/** Resolves when a page of ours has the colours that the window has. */
export async function themeReached(page: Page, frame: Frame): Promise<void> {
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const wanted = await page.evaluate(colour, "--theia-editor-background");
  await frame.waitForFunction(
    (background) =>
      getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background").trim() ===
      background,
    wanted,
  );
}

/** Text colours and accessible names; what else axe-core knows is about the whole page, which is Theia's. */
const rules = [
  ...["color-contrast", "aria-command-name", "aria-input-field-name", "aria-toggle-field-name"],
  ...["aria-tooltip-name", "button-name", "image-alt", "input-button-name", "label", "link-name"],
  ...["role-img-alt", "select-name", "summary-name", "svg-img-alt", "frame-title"],
];

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{
    violations: { id: string; nodes: { html: string; target: unknown[]; failureSummary?: string }[] }[];
  }>;
}

/** What is wrong inside `selector`, one line a finding; empty when all reads well. */
export async function findingsIn(where: Page | Frame, selector: string): Promise<string[]> {
  await where.evaluate(source);
  return where.evaluate(
    async ([within, values]) => {
      const { axe } = window as never as { axe: Axe };
      const { violations } = await axe.run(
        { include: [within] },
        { runOnly: { type: "rule", values }, iframes: false, resultTypes: ["violations"] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) => {
          const why = failureSummary.split("\n").slice(1).join(" ").trim();
          return `${id}: ${html.slice(0, 160)} - ${why}`;
        }),
      );
    },
    [selector, rules] as const,
  );
}

/**
 * Counts what `selector` draws at every picture of the screen; the returned function ends that and tells the fewest. What
 * flickers is gone in one of the pictures.
 */
export async function watchFewest(page: Page, selector: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((watched) => {
    const state = { fewest: Number.POSITIVE_INFINITY, isOver: false };
    const look = () => {
      state.fewest = Math.min(state.fewest, document.querySelectorAll(watched).length);
      if (!state.isOver) requestAnimationFrame(look);
    };
    look();
    return state;
  }, selector);
  return () =>
    watch.evaluate((state) => {
      state.isOver = true;
      return state.fewest;
    });
}
