// The window as it opens: no errors, the Welcome page with the samples, coloured text, trust before anything runs.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  collectErrors,
  coloursOf,
  copySample,
  type IdeProcess,
  keepScreenshot,
  lineWith,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
  sampleNames,
  showWeftViews,
  startIde,
  terminalText,
  typeInTerminal,
  viewOf,
} from "./support/index.js";

let browser: Browser;
let page: Page;
let errors: string[];
beforeEach(async () => {
  browser = await openBrowser();
  page = await browser.context.newPage();
  errors = collectErrors(page);
  return () => browser.close();
});

describe("without a folder", () => {
  let ide: IdeProcess;
  beforeAll(async () => {
    ide = await startIde();
  });
  afterAll(() => ide?.stop());

  test("the Welcome page lists every sample project and the first steps, without an error", async () => {
    await openWindow(page, ide.address);
    await page.locator(".weft-sample").first().waitFor();
    expect(await page.locator(".weft-sample strong").allInnerTexts()).toEqual(sampleNames());
    expect(sampleNames()).toContain("mini-unix");
    expect(await page.locator("[data-sample=mini-unix]").innerText()).toContain("Unix-like kernel");
    expect(await page.locator(".weft-steps h3").count()).toBe(5);
    expect(await page.title()).toBe("Welcome - Weft");
    await keepScreenshot(page, "welcome");
    expect(errors.join("\n")).toBe("");
  });

  test("the token leaves the address bar and the page survives a reload", async () => {
    await openWindow(page, ide.address);
    expect(page.url()).not.toContain(ide.token);
    await page.reload();
    await page.locator(".weft-sample").first().waitFor();
  });

  test("a sample opens with the keyboard alone", async () => {
    await openWindow(page, ide.address);
    const sample = page.locator("[data-sample=mini-unix]");
    await sample.waitFor();
    await sample.focus();
    await page.keyboard.press("Enter");
    await page.locator(".dialogOverlay", { hasText: "mini-unix" }).waitFor();
    await answerTrust(page, "No");
    await page.locator("#files", { hasText: "weft.json" }).waitFor();
  });
});

describe("with a kernel", () => {
  let sample: SampleCopy;
  let ide: IdeProcess;
  beforeAll(async () => {
    sample = copySample("mini-unix");
    ide = await startIde({ folder: sample.folder });
  });
  afterAll(async () => {
    await ide?.stop();
    sample?.remove();
  });

  test("C and aspects are coloured, without an error", async () => {
    await openWindow(page, ide.address);
    await answerTrust(page, "No");
    const c = await openFile(page, "kernel/syscall.c");
    await expect.poll(() => distinctColours(lineWith(c, '"kernel/syscall.h"'))).toBeGreaterThan(1);
    // With all that is there at first, a laptop's screen has room for a line of the kernel's code.
    expect(await columnsOf(c)).toBeGreaterThan(100);
    const aspect = await openFile(page, "aspects/trace-syscalls.ah");
    const advice = lineWith(aspect, "advice execution");
    const words = async () => (await coloursOf(advice)).map(({ text }) => text);
    await expect.poll(words).toEqual(expect.arrayContaining(["advice", "execution", "before"]));
    await keepScreenshot(page, "aspect");
    expect(errors.join("\n")).toBe("");
  });

  test("two windows show the same folder at once", async () => {
    const second = await browser.context.newPage();
    const windows = [page, second];
    await openWindow(page, ide.address);
    await answerTrust(page, "No");
    await openWindow(second, ide.address);
    await answerTrust(second, "No");
    for (const one of windows) {
      await one.bringToFront();
      const editor = await openFile(one, "kernel/scheduler.c");
      expect(await editor.locator(".view-line").count()).toBeGreaterThan(10);
    }
  });
});

describe("a folder that is not trusted", () => {
  let home: string;
  let sample: SampleCopy;
  let ide: IdeProcess;
  const marker = () => join(home, "server-ran");
  /** A language server that leaves a mark when it is started, and answers nothing. */
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "weft-home-"));
    const server = join(home, "language-server", "dist");
    mkdirSync(server, { recursive: true });
    writeFileSync(
      join(server, "main.js"),
      `require("node:fs").writeFileSync(${JSON.stringify(marker())}, ""); process.stdin.resume();`,
    );
    sample = copySample("mini-unix");
    ide = await startIde({ folder: sample.folder, environment: { WEFT_HOME: home } });
  });
  afterAll(async () => {
    await ide?.stop();
    sample?.remove();
    rmSync(home, { recursive: true, force: true });
  });

  test("starts no server and no build before trust is given, and says so", async () => {
    await openWindow(page, ide.address);
    await answerTrust(page, "No");
    await openFile(page, "kernel/syscall.c");
    await showWeftViews(page);
    await viewOf(page, "aspects").getByText("Trust this folder").first().waitFor();
    const status = page.locator("#theia-statusBar .element", { hasText: "Weft" });
    await status.locator(".codicon-circle-slash").waitFor();
    await runCommand(page, "Weft: Build");
    await page.getByText("weft build needs a trusted folder").first().waitFor();
    await keepScreenshot(page, "restricted");
    expect(existsSync(marker())).toBe(false);

    await page.reload();
    await page.locator(".theia-preload").waitFor({ state: "detached" });
    await answerTrust(page, "Yes");
    await expect.poll(() => existsSync(marker())).toBe(true);
    // This server never answers; a folder that is trusted is never said not to be.
    await status.locator(".codicon-sync").waitFor();
    await viewOf(page, "aspects").getByText("The language server is starting").first().waitFor();
    await keepScreenshot(page, "trusted");
  });
});

describe("a kernel that is no project yet", () => {
  let folder: string;
  let ide: IdeProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "weft stranger-"));
    writeFileSync(join(folder, "kernel.c"), "int boots;\nint main(void) { return ++boots - 1; }\n");
    writeFileSync(
      join(folder, "Makefile"),
      "kernel: kernel.o\n\t$(CC) -o $@ $^\n%.o: %.c\n\t$(CC) -O2 -g -c $< -o $@\n",
    );
    ide = await startIde({ folder });
  });
  afterAll(async () => {
    await ide?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("F5 leads to its set-up, which asks before it runs or writes anything", async () => {
    await openWindow(page, ide.address);
    await answerTrust(page, "Yes");
    await openFile(page, "kernel.c");
    await page.locator("#theia-statusBar .element", { hasText: "affected lines" }).waitFor();
    await page.keyboard.press("F5");
    await page.getByRole("button", { name: "Set Up This Kernel…" }).click();
    const asks = (what: string) => expect.poll(() => terminalText(page, "weft init")).toContain(what);
    await asks("Go on? [Y/n]");
    expect(existsSync(join(folder, "weft.json"))).toBe(false);
    await typeInTerminal(page, "y\n");
    await asks("build and boot? [Y/n]");
    await keepScreenshot(page, "set-up");
    await typeInTerminal(page, "y\n");
    await expect.poll(() => existsSync(join(folder, ".weft/weave-map.json")), { timeout: 30_000 }).toBe(true);
    expect(existsSync(join(folder, "aspects/first-steps.ah"))).toBe(true);
  });
});

async function distinctColours(line: ReturnType<typeof lineWith>): Promise<number> {
  return new Set((await coloursOf(line)).map(({ colour }) => colour)).size;
}

/** How many characters a line of the editor has room for. */
function columnsOf(editor: ReturnType<typeof lineWith>): Promise<number> {
  return editor.evaluate((node) => {
    const text = node.querySelector(".view-line > span") as HTMLElement;
    const column = text.getBoundingClientRect().width / (text.textContent ?? "").length;
    return (node.querySelector(".monaco-scrollable-element") as HTMLElement).clientWidth / column;
  });
}
