// The container image, run on a volume and driven as a user does: who it runs as, markers, a woven build inside it, a root that is read alone, its end;
// and that the Debian package that it was made of goes without a trace.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  copySample,
  keepScreenshot,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
} from "../ide/support/index.js";
import { keepResultsOf } from "./results.js";
import { type Container, type Image, processesIn, unpackImage } from "./support.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const port = 3199;
const userInside = 1000;
const bytesAtMost = 1.5e9;
const release = process.env.WEFT_RELEASE;
const results = keepResultsOf(release === undefined ? "image" : `image, Debian ${release}`);
let image: Image;
let sample: SampleCopy;
let container: Container;
/** All but the first, which has to read everything from the disk. */
const WARM_STARTS = 5;
const starts: Container[] = [];
beforeAll(async () => {
  image = unpackImage();
  sample = copySample("mini-unix");
  execFileSync("chown", ["-R", `${userInside}:${userInside}`, sample.folder]);
  const first = await image.start(sample.folder, port);
  await first.stop();
  container = await image.start(sample.folder, port);
  starts.push(container);
  while (starts.length < WARM_STARTS) {
    await container.stop();
    container = await image.start(sample.folder, port);
    starts.push(container);
  }
});
afterAll(async () => {
  await container?.stop().catch(() => undefined);
  image?.remove();
  sample?.remove();
});

test("is small enough, starts on a volume without rights, and answers probes", async () => {
  const bytes = Number(execFileSync("du", ["-sb", image.rootfs], { encoding: "utf8" }).split("\t")[0]);
  results.tell(`${(bytes / 1e9).toFixed(2)} GB unpacked`);
  const wall = median(starts.map(({ milliseconds }) => milliseconds / 1000)).toFixed(1);
  const processor = median(starts.map(({ processorSeconds }) => processorSeconds)).toFixed(1);
  const load = loadavg()[0]?.toFixed(0);
  results.tell(
    `warm start ${wall} s at load ${load}, ${processor} s of processor time (median of ${starts.length})`,
  );
  expect(bytes).toBeLessThan(bytesAtMost);
  if (release === undefined)
    expect(readFileSync(join(root, "ide/image/compose.yaml"), "utf8")).toContain(`image: ${image.name}\n`);
  else expect(readFileSync(join(image.rootfs, "etc/os-release"), "utf8")).toContain(`=${release}\n`);
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe("ok\n");
  const backend = processesWith("ide/app/lib/backend/main.js");
  expect(backend.map(statusOf)).toEqual([{ user: userInside, capabilities: "0000000000000000" }]);
});

test("shows what is woven, and builds the woven kernel inside", async () => {
  await inWindow(async (page) => {
    await runCommand(page, "Weft: Build");
    await expect
      .poll(() => existsSync(join(sample.folder, ".weft/weave-map.json")), { timeout: 120_000 })
      .toBe(true);
    await keepScreenshot(page, "image");
  });
});

test("works with a root that can't be written, as the compose file has it", async () => {
  await container.stop();
  container = await image.start(sample.folder, port, { isReadOnly: true });
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe("ok\n");
  await inWindow(async () => {});
});

/** In a window of its own that shows what is woven. */
async function inWindow(act: (page: Page) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  try {
    await openWindow(page, container.address);
    await answerTrust(page, "Yes");
    await openFile(page, "fs/attributes.c");
    await page.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
    await act(page);
  } catch (error) {
    await keepScreenshot(page, "failed image");
    throw error;
  } finally {
    await browser.close();
  }
}

test("ends by SIGTERM with all that it started", async () => {
  expect(await container.stop()).toBe(0);
  expect(processesWith("/usr/lib/weft/")).toEqual([]);
});

test("the package goes without a trace", () => {
  execFileSync("chroot", [image.rootfs, "dpkg", "--purge", "weft"], { stdio: "pipe" });
  for (const path of [
    "usr/lib/weft",
    "usr/bin/weft",
    "usr/bin/weft-ag++",
    "usr/share/applications/weft.desktop",
  ])
    expect(existsSync(join(image.rootfs, path)), path).toBe(false);
});

function processesWith(words: string): number[] {
  const listed = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  const pids = listed.filter((line) => line.includes(words)).map((line) => Number.parseInt(line, 10));
  const own = new Set(processesIn(image.rootfs));
  return pids.filter((pid) => own.has(pid));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function statusOf(pid: number): { user: number; capabilities: string } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
  return { user: Number(field("Uid")), capabilities: field("CapEff") };
}
