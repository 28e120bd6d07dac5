/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The IDE's window, driven as a user drives it: keyboard, palette, tabs and views. Every step waits until the window
 * shows its result, none waits for a time.
 */
import type { FrameLocator, Locator, Page } from "playwright-core";
import { insist, openList, takeRow } from "./quick-list.js";

/** Opens the address and waits until the window is there. */
export async function openWindow(page: Page, address: string): Promise<void> {
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.locator(".theia-preload").waitFor({ state: "detached" });
  await page.locator("#theia-statusBar").waitFor();
}

/** Answers the question whether the folder's authors are trusted. */
export async function answerTrust(page: Page, answer: "Yes" | "No"): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${answer}, I`) }).click();
  await page.locator(".dialogOverlay").waitFor({ state: "detached" });
}

/** Runs a command from the palette, by the words that the palette shows for it. */
export async function runCommand(page: Page, label: string): Promise<void> {
  await insist(page, async () => {
    await openList(page, "F1", `>${label}`);
    await takeRow(page, `>${label}`, label);
  });
}

/** Opens a file by the end of its path; resolves when its editor is in front. */
export async function openFile(page: Page, path: string): Promise<Locator> {
  const name = path.split("/").at(-1) ?? path;
  await insist(page, async () => {
    await openList(page, "Control+p", path);
    await takeRow(page, path, name);
    await activeTab(page, name).first().waitFor({ timeout: 15_000 });
  });
  const editor = page.locator(".monaco-editor.focused", { has: page.locator(".view-line") });
  await editor.waitFor();
  return editor;
}

/** Opens the list of what can be done at the cursor in an aspect, once what its advice matches is known; `shown` is in it. */
export async function openActions(page: Page, shown: string): Promise<void> {
  const lens = page.locator(".monaco-editor.focused .codelens-decoration:visible", { hasText: "matches" });
  await lens.first().waitFor();
  const actions = page.locator(".action-widget:visible .monaco-list-row");
  await insist(page, async () => {
    if ((await actions.count()) > 0) await page.keyboard.press("Escape");
    await page.keyboard.press("Control+.");
    await actions.filter({ hasText: shown }).first().waitFor({ timeout: 30_000 });
  });
}

/** Puts the cursor at a position, both counted from 1. */
export async function goTo(page: Page, line: number, column = 1): Promise<void> {
  const there = page.locator("#theia-statusBar", { hasText: `Ln ${line}, Col ${column}` });
  await insist(page, async () => {
    const box = await openList(page, "Control+g", `:${line}:${column}`);
    await box.press("Enter", { timeout: 5_000 });
    await there.waitFor({ timeout: 15_000 });
  });
}

export interface MarginIcon {
  /** From 1. */
  readonly line: number;
  /** `target-before-execution`, as the extension names its drawings, without the theme. */
  readonly icon: string;
}

/** Our icons in the margin of the drawn lines of an editor. */
export function marginIcons(editor: Locator): Promise<MarginIcon[]> {
  return editor.evaluate((node) => {
    const top = (element: Element) => element.getBoundingClientRect().top;
    const numbers = [...node.querySelectorAll(".line-numbers")];
    return [...node.querySelectorAll(".cgmr")].flatMap((glyph) => {
      const icon = /([\w-]+)-(?:dark|light)\.svg/.exec(getComputedStyle(glyph).backgroundImage)?.[1];
      const number = numbers.find((one) => Math.abs(top(one) - top(glyph)) < 4);
      return icon === undefined || !number ? [] : [{ line: Number(number.textContent), icon }];
    });
  });
}

/** Shows our views of the program in the side bar. */
export async function showWeftViews(page: Page): Promise<void> {
  await showContainer(page, "weft", "aspects");
}

/** Shows our views of what was asked in the side bar. */
export async function showQuestions(page: Page): Promise<void> {
  await showContainer(page, "weft-questions", "pointcut");
}

async function showContainer(page: Page, container: string, first: WeftView): Promise<void> {
  const view = viewOf(page, first);
  if (await view.isVisible()) return;
  await page.locator(`[id='shell-tab-plugin-view-container:workbench.view.extension.${container}']`).click();
  await view.waitFor();
}

/** Our views of rows, by the ends of their ids. */
export type WeftView =
  | "aspects"
  | "affectedLines"
  | "guards"
  | "crossReferences"
  | "live"
  | "pointcut"
  | "why"
  | "matchSet";

/** The drawn rows of one of our views. */
export function viewRows(page: Page, view: WeftView): Locator {
  return page.locator(`[id='plugin-view:weft.${view}'] .theia-TreeNode`);
}

/** The view with its message, also where it has no rows. */
export function viewOf(page: Page, view: WeftView): Locator {
  return page.locator(`[id='plugin-view:weft.${view}']`);
}

/** The page of the crosscutting map. */
export function mapOf(page: Page): FrameLocator {
  return pageIn(page, "#theia-bottom-content-panel");
}

/** The page of ours that stands beside the source: the order of aspects, the layout of a message. */
export function pageBeside(page: Page): FrameLocator {
  return pageIn(page, "#theia-main-content-panel");
}

function pageIn(page: Page, panel: string): FrameLocator {
  return page.frameLocator(`${panel} iframe.webview:visible`).frameLocator("iframe#active-frame");
}

/** The drawn line of an editor that holds `text`. */
export function lineWith(editor: Locator, text: string): Locator {
  return editor.locator(".view-line", { hasText: text }).first();
}

/** Words of a drawn line with the colour that they have on screen. */
export function coloursOf(line: Locator): Promise<{ text: string; colour: string }[]> {
  return line.evaluate((node) =>
    [...node.querySelectorAll("span > span")].map((span) => ({
      text: (span.textContent ?? "").replaceAll("\u00a0", " ").trim(),
      colour: getComputedStyle(span).color,
    })),
  );
}

/** What the hover at a text in an editor says; the pointer comes again while the file's server is still starting. */
export async function hoverText(editor: Locator, text: string): Promise<string> {
  const page = editor.page();
  const hover = page.locator(".monaco-hover:visible");
  await insist(page, async () => {
    await page.mouse.move(0, 0);
    await lineWith(editor, text).getByText(text).first().hover();
    await hover.waitFor({ timeout: 5_000 });
  });
  return hover.innerText();
}

/** Rows of the Problems view, which this shows. */
export async function problemRows(page: Page): Promise<Locator> {
  const view = page.locator("#problems");
  if (!(await view.isVisible())) await page.locator("#status-bar-problem-marker-status").click();
  await view.waitFor();
  return view.locator(".theia-TreeNode");
}

/** The front tab of the main area, by its name. */
export function activeTab(page: Page, name: string): Locator {
  return page.locator("#theia-main-content-panel .lm-TabBar-tab.lm-mod-current", { hasText: name });
}

/** Resolves when the file's tab shows no unsaved edits. */
export async function saved(page: Page, name: string): Promise<void> {
  const unsaved = page.locator("#theia-main-content-panel .lm-TabBar-tab.theia-mod-dirty", { hasText: name });
  await unsaved.waitFor({ state: "detached" });
}

/** The status bar's words. */
export function statusText(page: Page): Promise<string> {
  return page.locator("#theia-statusBar").innerText();
}

/** Frames of the debugger's call stack, topmost first; the view opens with a session. */
export function stackFrames(page: Page): Locator {
  return page.locator(".theia-debug-stack-frame:visible");
}

/** Names of the stack's frames, topmost first; empty while the machine runs. */
export function frameLabels(page: Page): Promise<string[]> {
  return stackFrames(page).locator(".expression").allInnerTexts();
}

/**
 * Presses a key that steps, and waits until the stack stands elsewhere. Where the cursor stands says less: the editor may
 * still be on its way to the stop before. A key that a busy window has swallowed is pressed again.
 */
export async function stepWith(page: Page, key: string): Promise<void> {
  const top = () => page.evaluate(() => document.querySelector(".theia-debug-stack-frame")?.textContent);
  await stackFrames(page).first().waitFor();
  const before = await top();
  await insist(page, async () => {
    if ((await top()) === before) await page.keyboard.press(key);
    const moved = (text: string | undefined) => {
      const now = document.querySelector(".theia-debug-stack-frame")?.textContent;
      return now !== undefined && now !== text;
    };
    await page.waitForFunction(moved, before ?? undefined, { timeout: 30_000 });
  });
}

/** Types into the terminal in front, which shows its question before it has the focus. */
export async function typeInTerminal(page: Page, text: string): Promise<void> {
  await page.locator(".xterm:visible textarea.xterm-helper-textarea").first().focus();
  await page.keyboard.type(text);
}

interface TerminalWidget {
  readonly title: { readonly label: string };
  readonly buffer: { readonly term: { readonly buffer: { readonly active: TerminalLines } } };
}

interface TerminalLines {
  readonly length: number;
  getLine(at: number): TerminalLine | undefined;
}

interface TerminalLine {
  /** It goes on with the line before, which was too long for the window. */
  readonly isWrapped: boolean;
  translateToString(trim: boolean): string;
}

/** All lines of a terminal, by the name on its tab; empty without such a terminal. */
export async function terminalText(page: Page, name: string): Promise<string> {
  return (await terminals(page)).find(({ label }) => label === name)?.text.trim() ?? "";
}

/** Lines of all terminals; those that were opened first come first. */
export async function allTerminalText(page: Page): Promise<string> {
  return (await terminals(page)).map(({ text }) => text).join("");
}

/**
 * Lines as they were written, however they are wrapped. A terminal is drawn as a picture, so its text is taken from its
 * buffer, through the container that Theia leaves at the window for such ends.
 */
function terminals(page: Page): Promise<{ readonly label: string; readonly text: string }[]> {
  return page.evaluate(() => {
    const { container } = (window as never as { theia: { container: Container } }).theia;
    const keys = [...container._bindingDictionary.getMap().keys()];
    const service = container.get(keys.find((key) => String(key) === "Symbol(TerminalService)"));
    return service.all.map(({ title, buffer }) => {
      const lines = buffer.term.buffer.active;
      let text = "";
      for (let at = 0; at < lines.length; at++) {
        const goesOn = lines.getLine(at + 1)?.isWrapped ?? false;
        text += `${lines.getLine(at)?.translateToString(!goesOn) ?? ""}${goesOn ? "" : "\n"}`;
      }
      return { label: title.label, text };
    });
  });
}

interface Container {
  readonly _bindingDictionary: { getMap(): Map<unknown, unknown> };
  get(key: unknown): { readonly all: readonly TerminalWidget[] };
}
