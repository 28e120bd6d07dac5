/// <reference lib="dom" />
/**
 * A learner who follows a tutorial: reads its declarations, and does with mouse and keys what each step asks for, by its
 * buttons where it has some. What a learner reads on the screen, or does otherwise than the solution says, is handed in.
 * Never presses *Solve*.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTutorial, type SolveAction, type Step, type Tutorial } from "@weft/weaver-bridge/tutorial";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { keepScreenshot } from "./browser.js";
import { tutorialView } from "./tutorial.js";
import {
  activeTab,
  allTerminalText,
  frameLabels,
  goTo,
  openFile,
  pageBeside,
  runCommand,
  stackFrames,
  typeInTerminal,
} from "./workbench.js";

/** What a learner does, beside what a solution can say. */
export type LearnerAction =
  | SolveAction
  | { readonly press: string }
  | { readonly keys: string }
  /** Typed into a terminal that the learner opened. */
  | { readonly types: string }
  /** Found on the screen, and written into the step's field. */
  | { readonly reads: "terminals" | "page" | "lens" | "why"; readonly finds: RegExp }
  /** Asked for with *Hint*, and shown. */
  | { readonly hint: string };

/** Actions of a step, by the name of its file, in place of those of its solution. */
export type Learner = Readonly<Record<string, readonly LearnerAction[]>>;

const samples = fileURLToPath(new URL("../../../sample-projects/tutorials/", import.meta.url));

/** Folders of all tutorials in a folder; of those that come with Weft where it isn't told. */
export function tutorialFolders(inside = samples): readonly string[] {
  return readdirSync(inside, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(inside, name));
}

export interface Followed {
  /** Where the tutorial itself is. */
  readonly folder: string;
  /** The learner's copy. */
  readonly copy: string;
  readonly learner?: Learner;
  /** As it is told after each step. */
  readonly onStep?: (title: string, seconds: number) => void;
}

const CHECK_PAUSE = 15_000;
/** A build and a boot on a busy machine. */
const BUILD_MILLISECONDS = 600_000;
/** The same where the build is one of Linux. */
const LARGE_BUILD_MILLISECONDS = 4_800_000;

/** From the first step, which is shown, to the last. */
export async function followTutorial(page: Page, { folder, copy, learner, onStep }: Followed): Promise<void> {
  const { name, steps, isLarge } = read(folder);
  const view = tutorialView(page);
  const desk = new Desk(page, copy);
  for (const [at, step] of steps.entries()) {
    const began = performance.now();
    await view.shows(step.title);
    for (const action of learner?.[step.name] ?? step.solve) await desk.act(step, action);
    if (step.checks.length > 0)
      await finish(page, step, isLarge ? LARGE_BUILD_MILLISECONDS : BUILD_MILLISECONDS);
    await keepScreenshot(page, `tutorial-${name}-${at + 1}`);
    onStep?.(step.title, (performance.now() - began) / 1000);
    if (at < steps.length - 1) await view.press("Next");
  }
}

function read(folder: string): Tutorial {
  const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
  const texts = files.map((file) => ({ name: file, text: readFileSync(join(folder, file), "utf8") }));
  const { value, problems } = readTutorial(folder, texts);
  if (value === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
  return value;
}

/** Waits for the end of the step; where only a terminal knows, the learner asks from time to time. */
async function finish(page: Page, step: Step, timeout: number): Promise<void> {
  const check = tutorialView(page).root.getByRole("button", { name: "Check", exact: true });
  const asks = step.checks.some(({ kind }) => kind === "weft");
  let next = Date.now() + CHECK_PAUSE;
  await expect
    .poll(
      async () => {
        const said = await words(page);
        if (asks && !said.includes("Done.") && Date.now() > next && (await check.isEnabled())) {
          await check.click();
          next = Date.now() + CHECK_PAUSE;
        }
        return said;
      },
      { message: step.title, timeout, interval: 1_000 },
    )
    .toContain("Done.");
}

async function words(page: Page): Promise<string> {
  return (await tutorialView(page).root.getByRole("status").allInnerTexts()).join("\n");
}

/** The window as the learner uses it, who knows what was typed into which file. */
class Desk {
  private readonly typed = new Map<string, string>();

  constructor(
    private readonly page: Page,
    private readonly copy: string,
  ) {}

  async act(step: Step, action: LearnerAction): Promise<void> {
    const view = tutorialView(this.page);
    if ("press" in action) await view.press(action.press);
    else if ("keys" in action) await this.page.keyboard.press(action.keys);
    else if ("types" in action) await this.typeIntoNewTerminal(action.types);
    else if ("reads" in action) await this.answer(await this.find(action.reads, action.finds));
    else if ("hint" in action) {
      await view.press("Hint");
      await view.hint(action.hint);
    } else await this.solve(step, action);
  }

  private async solve(step: Step, action: SolveAction): Promise<void> {
    if ("write" in action) await this.write(step, action.write, action.text);
    else if ("replace" in action) await this.replace(step, action.replace, action.old, action.new);
    else if ("open" in action) await this.open(step, action.open, action.line);
    else if ("breakpoint" in action) {
      await this.open(step, action.breakpoint, action.line);
      await this.page.keyboard.press("F9");
    } else if ("terminal" in action) await this.pressFor(step, "terminal", action.terminal);
    else if ("weft" in action) await this.pressFor(step, "terminal", `weft ${action.weft.join(" ")}`);
    else if ("command" in action) await this.command(step, action.command);
    else if (action.answer === "*") throw new Error(`${step.title}: the learner has to read the answer`);
    else await this.answer(action.answer);
  }

  private async answer(text: string): Promise<void> {
    const field = tutorialView(this.page).root.locator("input");
    await field.fill(text);
  }

  /** By the step's button, else by name and line. */
  private async open(step: Step, file: string, line?: string): Promise<void> {
    const name = file.split("/").at(-1) ?? file;
    const button = step.buttons.find((one) => "open" in one && one.open === file && one.line === line);
    if (button === undefined) {
      await openFile(this.page, file);
      if (line !== undefined) await goTo(this.page, this.lineOf(file, line));
      return;
    }
    const label = "label" in button ? button.label : undefined;
    await tutorialView(this.page).press(label ?? `Open ${file}`);
    await activeTab(this.page, name).first().waitFor();
    await this.page.locator(".monaco-editor.focused").waitFor();
  }

  private async write(step: Step, file: string, text: string): Promise<void> {
    const isOpened = step.buttons.some((one) => "open" in one && one.open === file && one.line === undefined);
    if (isOpened || this.text(file) !== "") await this.front(step, file);
    await this.page.keyboard.press("Control+A");
    await this.paste(text);
    this.typed.set(file, text);
  }

  /** Selects the lines that change, and types over them. */
  private async replace(step: Step, file: string, old: string, now: string): Promise<void> {
    const before = this.text(file);
    expect(before.split(old).length, `"${old}" in ${file}`).toBe(2);
    const after = before.replace(old, () => now);
    const [a, b] = [before.split("\n"), after.split("\n")];
    let first = 0;
    while (a[first] === b[first]) first++;
    let last = 0;
    while (last < Math.min(a.length, b.length) - first && a.at(-1 - last) === b.at(-1 - last)) last++;
    await this.front(step, file);
    await goTo(this.page, first + 1);
    for (let line = first; line < a.length - last; line++) await this.page.keyboard.press("Shift+ArrowDown");
    const lines = b.slice(first, b.length - last);
    await this.paste(lines.map((line) => `${line}\n`).join(""));
    this.typed.set(file, after);
  }

  /** As from the tutorial's text: the editor indents nothing of it anew. */
  private async paste(text: string): Promise<void> {
    await this.page.evaluate((plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", plain);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
    // The end of what was pasted is what the editor shows.
    const end =
      text
        .split("\n")
        .findLast((line) => /\w/.test(line))
        ?.trim() ?? "";
    await this.page
      .locator(".monaco-editor.focused .view-line", { hasText: end.slice(0, 20) })
      .first()
      .waitFor();
  }

  private async front(step: Step, file: string): Promise<void> {
    const button = step.buttons.find((one) => "open" in one && one.open === file);
    await this.open(step, file, button !== undefined && "line" in button ? button.line : undefined);
  }

  private async command(step: Step, command: string): Promise<void> {
    const key = KEYS[command];
    if (key !== undefined) await this.page.keyboard.press(key);
    else await this.pressFor(step, "command", command);
    if (command === "weft.debug")
      await stackFrames(this.page).first().waitFor({ timeout: BUILD_MILLISECONDS });
    if (/debug\.step/.test(command)) await this.stopped();
  }

  /** Keys that are pressed while the machine runs are lost, and the stack goes only after a while. */
  private async stopped(): Promise<void> {
    let before = "";
    await expect
      .poll(
        async () => {
          const [last, now] = [before, (await frameLabels(this.page)).join()];
          before = now;
          return now !== "" && now === last;
        },
        { interval: 1_500 },
      )
      .toBe(true);
  }

  private async pressFor(step: Step, kind: "command" | "terminal", what: string): Promise<void> {
    const button = step.buttons.find((one) => kind in one && Object.values(one).includes(what));
    if (button === undefined) {
      if (kind === "terminal") return this.typeIntoNewTerminal(what);
      throw new Error(`${step.title}: no button for ${what}, and the learner knows no other way`);
    }
    await tutorialView(this.page).press(("label" in button ? button.label : undefined) ?? what);
  }

  private async typeIntoNewTerminal(text: string): Promise<void> {
    await runCommand(this.page, "Terminal: Create New Terminal");
    await this.page.locator(".xterm:visible").first().waitFor();
    // What is typed before the shell asks for it is drawn twice.
    await expect.poll(() => allTerminalText(this.page)).toMatch(/[$#] *\n*$/);
    await typeInTerminal(this.page, `${text}\n`);
  }

  /** The last that matches, once something does: its group, or all of it. */
  private async find(where: "terminals" | "page" | "lens" | "why", finds: RegExp): Promise<string> {
    let found: RegExpMatchArray | undefined;
    const look = async () => {
      found = [...(await this.shown(where)).matchAll(new RegExp(finds, "gm"))].at(-1);
      return found !== undefined;
    };
    // What is read may have to be measured first.
    const patience = { message: `${where}: ${finds}`, timeout: BUILD_MILLISECONDS, interval: 500 };
    await expect.poll(look, patience).toBe(true);
    return found?.[1] ?? found?.[0] ?? "";
  }

  private async shown(where: "terminals" | "page" | "lens" | "why"): Promise<string> {
    if (where === "terminals") return allTerminalText(this.page);
    if (where === "page") return pageBeside(this.page).locator("body").innerText({ timeout: 10_000 });
    const selector = where === "why" ? "[id='plugin-view:weft.why']" : ".codelens-decoration:visible";
    return (await this.page.locator(selector).allInnerTexts()).join("\n");
  }

  private text(file: string): string {
    const typed = this.typed.get(file);
    if (typed !== undefined) return typed;
    try {
      return readFileSync(join(this.copy, file), "utf8");
    } catch {
      return "";
    }
  }

  private lineOf(file: string, text: string): number {
    const at = this.text(file)
      .split("\n")
      .findIndex((line) => line.includes(text));
    expect(at, `"${text}" in ${file}`).toBeGreaterThan(-1);
    return at + 1;
  }
}

const KEYS: Readonly<Record<string, string>> = {
  "workbench.action.files.saveAll": "Control+S",
  "workbench.action.debug.continue": "F5",
  "workbench.action.debug.stepInto": "F11",
  "workbench.action.debug.stepOut": "Shift+F11",
};
