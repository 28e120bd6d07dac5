/**
 * What the crosscutting map takes to show and to follow an edit, in the browser that the IDE is tested with: a made-up
 * kernel of 400 and of 20,000 files. Times are those of the page, from the message with the data to the frame after the
 * drawing: two frames, 33 ms, are the least. Judges nothing.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { keepScreenshot, openBrowser } from "../../ide/support/index.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const map = fileURLToPath(new URL("../../../ide/extension/src/map/", import.meta.url));

export async function benchMap(): Promise<void> {
  const driver = await bundle(join(here, "page-driver.ts"), "iife");
  const script = await bundle(join(map, "page", "main.ts"), "iife");
  const page = await bundle(join(map, "map-page.ts"), "esm");
  const { mapPage } = (await import(`data:text/javascript,${encodeURIComponent(page)}`)) as {
    mapPage(script: string): string;
  };
  const html = mapPage(`${driver}\n${script}`).replace("<body>", '<body class="vscode-light">');
  const browser = await openBrowser();
  try {
    for (const [files, effects] of [
      [400, 4_000],
      [20_000, 100_000],
    ] as const)
      await measure(await browser.context.newPage(), html, files, effects);
  } finally {
    await browser.close();
  }
}

async function bundle(entry: string, format: "iife" | "esm"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format,
    conditions: ["source"],
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}

async function measure(page: Page, html: string, files: number, effects: number): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 400 });
  await page.setContent(html);
  console.log(`${files} files, ${effects} effects`);
  const row = async (name: string, what: string) => {
    const times = await page.evaluate<number[]>(`drive.${what}`);
    const drawing = await page.getAttribute("#view", "data-draw-milliseconds");
    console.log(
      `  ${name.padEnd(40)} median ${times[2]?.toFixed(0)} ms, worst ${times.at(-1)?.toFixed(0)} ms; drawing alone ${drawing} ms`,
    );
  };
  await row("all files arrive", `arrive(${files}, ${effects})`);
  await row("one file changes", "change()");
  await keepScreenshot(page, `map-${files}-folders`);
  await page.click("#by");
  await row("one file changes, a bar for each file", "change()");
  await row("scroll by a window", "scroll()");
  await keepScreenshot(page, `map-${files}-files`);
  const heap = await page.evaluate<number>("performance.memory.usedJSHeapSize");
  console.log(`  heap ${Math.round(heap / 1e6)} MB`);
}
