/// <reference lib="dom" />
/**
 * Specialization while typing, in the browser: binding times in the generic function, why something is left for the running
 * program, and the residual code beside, which follows the declaration.
 */
import { expect, test } from "vitest";
import { activeTab, lineWith, marginIcons, quickRows, runCommand, useSession } from "./support/index.js";

const session = useSession({ samples: ["mini-unix"] });

test("what is not known is seen in the line, and a fact that is declared for it takes its code away", async () => {
  const { page, openAt } = session;
  const line = await openAt("kernel/signal.c", "if (process->state == PROCESS_ZOMBIE)");
  const source = page.locator(".monaco-editor", { hasText: "What somebody would write" }).first();
  const icon = async () => (await marginIcons(source)).find((one) => one.line === line)?.icon;
  await expect.poll(icon).toBe("target-residual");

  await runCommand(page, "Weft: Show Binding Times");
  // Known when the program runs, and known beforehand.
  await expect.poll(() => underlines(line)).toEqual(["dashed", "solid"]);

  await runCommand(page, "Weft: Show Residual Code Beside");
  const residual = page.locator(".monaco-editor", { hasText: "Made by weft" }).last();
  await lineWith(residual, "process->state == PROCESS_ZOMBIE").waitFor();

  await runCommand(page, "Weft: Why Dynamic?");
  await quickRows(page).filter({ hasText: "Declare process->state == VALUE;" }).first().click();
  await activeTab(page, "signal.spec").waitFor();
  await page.keyboard.type("PROCESS_READY");
  await expect.poll(() => lineWith(residual, "process->state == PROCESS_ZOMBIE").count()).toBe(0);
  expect(session.errors).toEqual([]);

  /** Styles of the lines below the parts of a drawn line of the source, from the left. */
  function underlines(wanted: number): Promise<string[]> {
    return source.evaluate((node, number) => {
      const top = (element: Element) => element.getBoundingClientRect().top;
      const label = [...node.querySelectorAll(".line-numbers")].find(
        (one) => one.textContent === `${number}`,
      );
      return [...node.querySelectorAll(".cdr")]
        .filter((part) => label !== undefined && Math.abs(top(part) - top(label)) < 4)
        .map((part) => getComputedStyle(part))
        .filter(({ borderBottomWidth }) => borderBottomWidth !== "0px")
        .map(({ borderBottomStyle }) => borderBottomStyle);
    }, wanted);
  }
});
