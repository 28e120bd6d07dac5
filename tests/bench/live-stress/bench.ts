/**
 * Weaves into a mini-unix at work, and out of it, WEFT_STRESS_WEAVES times (100,000 by default): the kernel goes on, and its
 * text is at the end byte for byte what it was.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stressWeaving } from "../../support/live-guest/stress.js";
import { miniUnix } from "../live-tables/kernels.js";
import { roundsOf } from "../live-tables/rounds.js";
import { printTable } from "../support/table.js";

const ASPECTS = [
  `aspect Before { int n; advice execution("% %(...)") : before() { n++; } };`,
  `aspect After { int n; advice execution("% sys_%(...)" || "% schedule(...)" || "% wait_on(...)") : after() { n++; } };`,
  `aspect Members { int n; advice access("% process::%" || "% file::%") : before() { n++; } };`,
  `aspect Calls { int n; advice call("% list_%(...)" || "% schedule(...)") : before() { n++; } };`,
  `aspect Around { advice execution("% sys_getppid(...)" || "% file_of_descriptor(...)") : around() { tjp->proceed(); } };`,
];
const PART = 500;

export async function benchLiveStress(): Promise<void> {
  const weaves = Number(process.env.WEFT_STRESS_WEAVES ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), "weft-live-stress-"));
  const { guest } = await miniUnix(folder);
  try {
    const files = ASPECTS.map((text, index) => {
      const file = join(guest.root, `stress-${index}.ah`);
      writeFileSync(file, text);
      return file;
    });
    const text = () => guest.text(0xc0100000, 0x20000);
    const before = text();
    const rows: string[][] = [];
    for (let done = 0; done < weaves; done += PART) {
      const outcome = await stressWeaving(guest.root, files, Math.min(PART, weaves - done));
      if (rows.length === 0 || done % 10_000 === 0) await roundsOf(guest, 1);
      const numbers = [done + outcome.weaves, outcome.hooks, outcome.traps, outcome.failures.length];
      rows.push([
        ...numbers.map(String),
        outcome.stopped.toFixed(1),
        text().equals(before) ? "same" : "OTHER",
      ]);
      console.log(rows.at(-1)?.join("  "), outcome.failures.slice(0, 3).join("; "));
      if (!text().equals(before) || guest.console().includes("PANIC")) break;
    }
    printTable(["weaves", "hooks", "traps", "failures", "stopped, ms", "text"], rows.slice(-20));
    console.log(guest.console().includes("PANIC") ? guest.console().slice(-2000) : "the guest runs");
  } finally {
    await guest.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
