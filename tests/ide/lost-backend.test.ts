// The backend is killed under an open window: it comes back, and what was typed is still there and can be saved.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  copySample,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openFile,
  openWindow,
  type SampleCopy,
  startIde,
} from "./support/index.js";

let browser: Browser;
let page: Page;
let sample: SampleCopy;
let ide: IdeProcess;
beforeAll(async () => {
  sample = copySample("mini-unix");
  ide = await startIde({ folder: sample.folder, settings: { "files.autoSave": "off" } });
  browser = await openBrowser();
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  sample?.remove();
});

test("unsaved text is kept, saving says why it waits, and works when the backend is back", async () => {
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");
  const file = "kernel/scheduler.c";
  const editor = await openFile(page, file);
  // The language server and its workers run.
  await expect
    .poll(() => marked().filter(({ words }) => words.includes("language-server")).length)
    .toBeGreaterThan(0);
  const before = marked();
  expect(before.length).toBeGreaterThan(3);
  const backend = childrenOf(ide.pid)[0] as number;

  await editor.locator(".view-line").first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("/* kept while nobody listens */");
  process.kill(backend, "SIGKILL");
  await expect.poll(() => before.filter(({ pid }) => isAlive(pid))).toEqual([]);
  await expect.poll(() => childrenOf(ide.pid)[0]).not.toBe(backend);
  expect(await page.locator(".monaco-editor .view-line").first().innerText()).toContain("kept");

  const path = join(sample.folder, file);
  await expect
    .poll(async () => {
      await page.locator(".monaco-editor .view-line").first().click();
      await page.keyboard.press("Control+s");
      return readFileSync(path, "utf8");
    })
    .toContain("/* kept while nobody listens */");
  await keepScreenshot(page, "backend is back");
  // What needs the backend answers again, and extensions after the offered reload.
  const other = await openFile(page, "kernel/syscall.c");
  expect(await other.locator(".view-line").count()).toBeGreaterThan(10);
  await page.getByRole("button", { name: "Save and Reload" }).click();
  await expect
    .poll(() => marked().filter(({ words }) => words.includes("language-server")).length)
    .toBeGreaterThan(0);
});

test("without a backend the window says so, and that saving waits", async () => {
  process.kill(ide.pid, "SIGSTOP"); // nobody starts another one
  try {
    const editor = await openFile(page, "kernel/scheduler.c");
    await editor.locator(".view-line").first().click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// more ");
    process.kill(childrenOf(ide.pid)[0] as number, "SIGKILL");
    await page.getByText("Weft's backend does not answer").first().waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved: Weft's backend does not answer").first().waitFor();
  } finally {
    process.kill(ide.pid, "SIGCONT");
  }
  await page.getByText("Weft's backend was started again").first().waitFor();
  await expect
    .poll(async () => {
      await page.locator(".monaco-editor .view-line").first().click();
      await page.keyboard.press("Control+s");
      return readFileSync(join(sample.folder, "kernel/scheduler.c"), "utf8");
    })
    .toContain("// more ");
});

interface Running {
  readonly pid: number;
  readonly words: string;
}

/** The present backend and all that it has started. */
function marked(): Running[] {
  const mark = readEnvironment(childrenOf(ide.pid)[0] ?? 0).find((one) => one.startsWith("WEFT_BACKEND="));
  if (mark === undefined) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readEnvironment(name).includes(mark))
    .map((name) => ({ pid: Number(name), words: wordsOf(name) }));
}

function readEnvironment(pid: number | string): string[] {
  return read(`/proc/${pid}/environ`).split("\0");
}

function wordsOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  const state = read(`/proc/${pid}/stat`).replace(/^.*\) /, "")[0];
  return state !== undefined && state !== "Z";
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
