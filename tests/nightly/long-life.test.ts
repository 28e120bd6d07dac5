/**
 * A window that is open for long: eleven documents with a line of 10 MB each are opened and closed, and what they took is given
 * back; a backend is killed under a window that stays open for a minute, and the page does not end.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  copySample,
  type IdeProcess,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
  startIde,
} from "../ide/support/index.js";
import { keepResultsOf } from "./results.js";

const { tell } = keepResultsOf("long life: large documents, a killed backend under an open window");

const COUNT = 11;
const MINUTE = 60_000;
let browser: Browser;
let page: Page;
let sample: SampleCopy;
let ide: IdeProcess;
const ends: string[] = [];

beforeAll(async () => {
  sample = copySample("mini-unix");
  mkdirSync(join(sample.folder, "large"));
  for (let number = 1; number <= COUNT; number++)
    writeFileSync(
      join(sample.folder, "large", `large${number}.c`),
      `char text${number}[] = "${"x".repeat(10 << 20)}";\nint after${number};\n`,
    );
  ide = await startIde({ folder: sample.folder, settings: { "files.autoSave": "off" } });
  browser = await openBrowser();
  page = await browser.context.newPage();
  page.on("crash", () => ends.push("crash"));
  page.on("close", () => ends.push("close"));
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");
  await openFile(page, "kernel/scheduler.c");
});

afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  sample?.remove();
});

test(
  "a page stays for a minute after its backend was killed, twice",
  async () => {
    const navigations: string[] = [];
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) navigations.push(frame.url());
    });
    for (let round = 0; round < 2; round++) {
      const backend = childrenOf(ide.pid)[0] as number;
      const editor = await openFile(page, "kernel/scheduler.c");
      await editor.locator(".view-line").first().click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(`/* ${round} */`);
      process.kill(backend, "SIGKILL");
      await expect.poll(() => childrenOf(ide.pid)[0]).not.toBe(backend);
      let longest = 0;
      for (const end = Date.now() + MINUTE; Date.now() < end; ) {
        const asked = Date.now();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        longest = Math.max(longest, Date.now() - asked);
      }
      tell(`after kill ${round + 1} the page took ${longest} ms at most to answer`);
      expect(ends).toEqual([]);
      expect(navigations).toEqual([]);
      expect(await page.locator(".monaco-editor .view-line").first().innerText()).toContain(`${round}`);
    }
  },
  10 * MINUTE,
);

test(
  "eleven documents with a line of 10 MB are left out, said, and given back",
  async () => {
    const before = memory();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, memory());
    }, 500);
    for (let number = 1; number <= COUNT; number++) await openFile(page, `large/large${number}.c`);
    const opened = memory();
    await runCommand(page, "Close All Tabs in Main Area");
    await expect.poll(() => memory() - before, { timeout: 2 * MINUTE, interval: 2_000 }).toBeLessThan(600);
    clearInterval(watch);
    tell(`megabytes of its processes: before ${before}, open ${opened}, most ${most}, closed ${memory()}`);
    expect(most - before).toBeLessThan(1_000);
    await openFile(page, "kernel/syscall.c");
  },
  10 * MINUTE,
);

/** Megabytes of the starter and all below it, without what they share. */
function memory(): number {
  const all = [ide.pid, ...descendants(ide.pid)];
  const kilobytes = all.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

function descendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
}

function childrenOf(pid: number): number[] {
  const threads = names(`/proc/${pid}/task`);
  const text = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)).join(" ");
  return text.split(" ").filter(Boolean).map(Number);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
