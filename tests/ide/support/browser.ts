/** Headless Chromium with a fresh profile, and what its page reports as errors. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const artifacts = fileURLToPath(new URL("../artifacts/", import.meta.url));

/** The windows that are open, with what they have reported as errors, for whoever tells of a failure. */
export const openWindows = new Map<Page, string[]>();

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** A laptop's screen, so that what does not fit shows in the screenshots. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.WEFT_BROWSER ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(`${executablePath} is missing; install it with: apt-get install chromium`);
  }
  const profile = mkdtempSync(join(tmpdir(), "weft-ide-chromium-"));
  // As in the launcher's own window: else Debian's Chromium refuses the service worker of extensions' views.
  mkdirSync(join(profile, "Default"));
  const preferences = { profile: { cookie_controls_mode: 0 } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1366, height: 768 },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  context.on("page", (page) => {
    openWindows.set(page, collectErrors(page));
    page.on("close", () => openWindows.delete(page));
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Errors of the page from now on: uncaught exceptions and lines at the console's error level. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

/** Keeps a picture of the window in `tests/ide/artifacts/NAME.png`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const path = join(artifacts, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  // What fades in is shown as it ends.
  await page.screenshot({ path, animations: "disabled" });
}
