/**
 * What most files of tests begin and end with: a copy of a sample, the product on it, a browser, and one window in which
 * the folder is trusted.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type Browser, collectErrors, openBrowser } from "./browser.js";
import { type IdeProcess, startIde } from "./ide-process.js";
import { copySample, type SampleCopy } from "./sample.js";
import { answerTrust, goTo, openFile, openWindow } from "./workbench.js";

export interface Session {
  /** The folder that is open. */
  readonly folder: string;
  readonly ide: IdeProcess;
  readonly browser: Browser;
  readonly page: Page;
  /** What the page has reported as errors. */
  readonly errors: string[];
  /** The line of a file that holds `text`, from 1. */
  lineOf(file: string, text: string): number;
  /** Opens a file with the cursor in the line that holds `text`, and returns that line. */
  openAt(file: string, text: string): Promise<number>;
}

export interface SessionOptions {
  readonly samples: readonly [string, ...string[]];
  /** Changes the copy before it is opened. */
  readonly prepare?: (folder: string) => void;
  /** Whether the window is open and its folder trusted when tests begin; they are. */
  readonly isOpen?: boolean;
}

/** To be called where tests are declared; what it returns can be used inside of them. */
export function useSession({ samples, prepare, isOpen = true }: SessionOptions): Session {
  let sample: SampleCopy | undefined;
  let ide: IdeProcess | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  let errors: string[] = [];
  beforeAll(async () => {
    sample = copySample(...samples);
    prepare?.(sample.folder);
    [ide, browser] = await Promise.all([startIde({ folder: sample.folder }), openBrowser()]);
    page = await browser.context.newPage();
    errors = collectErrors(page);
    if (!isOpen) return;
    await openWindow(page, ide.address);
    await answerTrust(page, "Yes");
  });
  afterAll(async () => {
    await browser?.close();
    await ide?.stop();
    sample?.remove();
  });
  const session = {
    get folder() {
      return started(sample).folder;
    },
    get ide() {
      return started(ide);
    },
    get browser() {
      return started(browser);
    },
    get page() {
      return started(page);
    },
    get errors() {
      return errors;
    },
    lineOf(file: string, text: string): number {
      const lines = readFileSync(join(session.folder, file), "utf8").split("\n");
      const at = lines.findIndex((line) => line.includes(text));
      expect(at, `"${text}" in ${file}`).toBeGreaterThan(-1);
      return at + 1;
    },
    async openAt(file: string, text: string): Promise<number> {
      const line = session.lineOf(file, text);
      await openFile(session.page, file);
      await goTo(session.page, line);
      return line;
    },
  };
  return session;
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the session is used before its tests run");
  return part;
}
