/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// A function is specialized in the window: declared, its expressions coloured, what is left of it read beside the source,
// asked why it is not less, built into the kernel, and stepped. The tests go on from each other.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  activeTab,
  frameLabels,
  goTo,
  insist,
  keepScreenshot,
  lineWith,
  marginIcons,
  quickRows,
  runCommand,
  saved,
  stepWith,
  terminalText,
  useSession,
  useTheme,
} from "./support/index.js";

const session = useSession({
  samples: ["mini-unix"],
  prepare: (folder) => {
    const file = join(folder, "weft.json");
    const settings = JSON.parse(readFileSync(file, "utf8")) as { run: object };
    const run = { ...settings.run, stopAt: "sys_kill_special" };
    writeFileSync(file, JSON.stringify({ ...settings, run }, null, 2));
  },
});
const { openAt } = session;
let page: Page;
beforeAll(() => {
  page = session.page;
});

const source = () => page.locator(".monaco-editor", { hasText: "sys_kill(pid_t" }).first();
const residual = () => page.locator(".monaco-editor", { hasText: "sys_kill_special(pid_t" }).last();

async function inBothThemes(name: string): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await useTheme(page, session.ide, theme);
    await keepScreenshot(page, `specialization-${name}-${theme}`);
  }
}

/** Styles of the lines that are drawn below the expressions of a line. */
const underlines = (editor: Locator, text: string): Promise<string[]> =>
  overlays(editor, text, (style) => style.borderBottomStyle);

/** Backgrounds behind a line. */
const backgrounds = (editor: Locator, text: string): Promise<string[]> =>
  overlays(editor, text, (style) => style.backgroundColor);

async function overlays(
  editor: Locator,
  text: string,
  read: (style: { borderBottomStyle: string; backgroundColor: string }) => string,
): Promise<string[]> {
  const top = await lineWith(editor, text).evaluate((line) => line.getBoundingClientRect().top);
  const styles = await editor.evaluate((root, at) => {
    const drawn = [...root.querySelectorAll(".view-overlays .cdr")];
    const here = drawn.filter((one) => Math.abs(one.getBoundingClientRect().top - at) < 5);
    return here.map((one) => {
      const { borderBottomStyle, backgroundColor } = getComputedStyle(one);
      return { borderBottomStyle, backgroundColor };
    });
  }, top);
  return [...new Set(styles.map(read))].sort();
}

test("a command begins the declaration beside the source, and what is typed there specializes", async () => {
  await openAt("kernel/kill.c", "int sys_kill(");
  // A server that is still starting says so, and has to be asked again.
  await insist(page, async () => {
    await runCommand(page, "Weft: Declare Specialization…");
    await activeTab(page, "kill.spec").waitFor({ timeout: 15_000 });
  });
  await page.keyboard.insertText("signal == SIGUSR1; route == ROUTE_HAND; dispatch;");
  await page.keyboard.press("Control+S");
  await saved(page, "kill.spec");
  const text = readFileSync(join(session.folder, "kernel/kill.spec"), "utf8");
  expect(text).toContain("specialize sys_kill as sys_kill_special {\n\tsignal == SIGUSR1;");
  const line = await openAt("kernel/kill.c", "\tif (signal == SIGUSR1 && route == ROUTE_HAND)");
  const marked = async () => (await marginIcons(source())).find((icon) => icon.line === line)?.icon;
  await expect.poll(marked).toMatch(/residual/);
});

test("what is known has a solid line, what is not a dashed one, in the dark and the light", async () => {
  await runCommand(page, "Weft: Show Binding Times");
  await expect
    .poll(() => underlines(source(), "signal == SIGUSR1 && route == ROUTE_HAND"))
    .toContain("solid");
  const asked = await underlines(source(), "process = process_with(pid)");
  expect(asked).toContain("dashed");
  expect(asked).not.toContain("solid");
  await inBothThemes("binding-times");
});

test("what is left stands beside, and its lines belong to those of the source", async () => {
  await runCommand(page, "Weft: Show Residual Code Beside");
  await lineWith(residual(), "return send_usr1_by_hand(SIGUSR1").waitFor();
  expect(await lineWith(residual(), "send_signal").count()).toBe(0);
  const [found, sent] = ["process = process_with(pid)", "return send_usr1_by_hand(SIGUSR1"] as const;
  await openAt("kernel/kill.c", found);
  await expect
    .poll(() => backgrounds(residual(), found))
    .not.toEqual(await backgrounds(residual(), "-ESRCH"));
  const marked = await backgrounds(residual(), found);
  await inBothThemes("residual");
  await openAt("kernel/kill.c", sent);
  await expect.poll(() => backgrounds(residual(), sent)).toEqual(marked);
  await expect.poll(() => backgrounds(residual(), found)).not.toEqual(marked);
});

test("Why Dynamic? names what is not known, and the fact that would say it", async () => {
  const line = await openAt("kernel/kill.c", "process = process_with(pid)");
  await goTo(page, line, 14);
  await insist(page, async () => {
    await runCommand(page, "Weft: Why Dynamic?");
    await quickRows(page).filter({ hasText: "Declare pid == VALUE" }).first().waitFor({ timeout: 15_000 });
  });
  await quickRows(page).filter({ hasText: "process_with()" }).first().waitFor();
  await inBothThemes("why-dynamic");
  await page.keyboard.press("Escape");
});

test("contexts tell the functions that residual code comes from", async () => {
  await openAt("kernel/signal.c", "int send_signal(");
  await insist(page, async () => {
    await runCommand(page, "Weft: Show Specialization Contexts");
    await quickRows(page).filter({ hasText: "may_signal" }).first().waitFor({ timeout: 15_000 });
  });
  await inBothThemes("contexts");
  await page.keyboard.press("Escape");
});

test("built and booted, the kernel stops in residual code, whose frame says what it is; a key leads to the original", async () => {
  await page.keyboard.press("F5");
  const label = "sys_kill_special (sys_kill specialized for SIGUSR1, ROUTE_HAND)";
  await expect.poll(async () => (await frameLabels(page))[0]).toBe(label);
  expect(await terminalText(page, "Kernel console")).toContain("mini-unix: booting");
  await activeTab(page, "sys_kill_special.c").waitFor();
  await inBothThemes("stopped");
  await stepWith(page, "F10");
  await expect.poll(async () => (await frameLabels(page))[0]).toBe(label);
  await page.keyboard.press("Alt+Shift+G");
  await activeTab(page, "kill.c").waitFor();
  await page.keyboard.press("Shift+F5");
  await expect.poll(() => terminalText(page, "Kernel console")).toContain("The session ended.");
});

test("no step of this logged an error", () => {
  expect(session.errors.join("\n")).toBe("");
});
