/**
 * Weaves into a kernel at work, and out of it, WEFT_STRESS_WEAVES times (100,000 by default): the kernel goes on, and its
 * text is at the end byte for byte what it was. Before that it runs as long, WEFT_STRESS_BASELINE seconds, unwoven. See the
 * README for Linux on two processors; without it mini-unix is woven into.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareStress, type Stress } from "../../support/live-guest/stress.js";
import { printTable } from "../support/table.js";
import { hasLinux, linuxAtWork, miniUnixAtWork, type StressGuest } from "./guests.js";

const PART = 500;
const LARGE_EACH = 2000;
/** Seconds; the guest is given so long by the command that runs it. */
const LONGEST = 200_000;

export async function benchLiveStress(): Promise<void> {
  const weaves = Number(process.env.WEFT_STRESS_WEAVES ?? 100_000);
  const folder = mkdtempSync(join(tmpdir(), "weft-live-stress-"));
  const kernel = hasLinux() ? await linuxAtWork(folder, LONGEST) : await miniUnixAtWork(folder);
  try {
    const text = kernel.text();
    const unwoven = runUnwoven(kernel, text, Number(process.env.WEFT_STRESS_BASELINE ?? 180));
    const { aspects, large, guest } = kernel;
    const files = [...aspects, large].map((advice, index) => {
      const file = join(guest.root, `stress-${index}.ah`);
      writeFileSync(file, advice);
      return file;
    });
    const [stress] = await Promise.all([prepareStress(guest.root, files), unwoven]);
    printTable(TITLES, await weaveParts(kernel, stress, weaves, text));
  } finally {
    await kernel.guest.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runUnwoven(kernel: StressGuest, text: Buffer, seconds: number): Promise<void> {
  console.log("unwoven from", kernel.progress());
  await sleep(seconds * 1000);
  console.log("unwoven to", kernel.progress(), stateOf(kernel, text));
}

const TITLES = ["weaves", "hooks", "traps", "failures", "stopped", "wall", "processor", "state", "load"];

async function weaveParts(
  kernel: StressGuest,
  stress: Stress,
  weaves: number,
  text: Buffer,
): Promise<string[][]> {
  const small = [...kernel.aspects.keys()];
  const rows: string[][] = [];
  for (let done = 0; done < weaves; done += PART) {
    if (done % LARGE_EACH === 0) rows.push(await part("large", [kernel.aspects.length], 1));
    const count = Math.min(PART, weaves - done);
    rows.push(await part(String(done + count), small, count));
    if (rows.slice(-2).some((row) => !row.includes(WELL))) break;
  }
  return rows.slice(-20);

  async function part(name: string, aspects: readonly number[], count: number): Promise<string[]> {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const outcome = await stress(aspects, count);
    const { user, system } = process.cpuUsage(used);
    const each = [outcome.stopped, (performance.now() - began) / count, (user + system) / 1000 / count];
    const row = [
      ...[name, outcome.hooks, outcome.traps, outcome.failures.length].map(String),
      ...each.map((time) => `${time.toFixed(1)} ms`),
      ...[stateOf(kernel, text), kernel.progress()],
    ];
    console.log(row.join("  "), outcome.failures.slice(0, 3).join("; "));
    return row;
  }
}

const WELL = "well, text same";

function stateOf(kernel: StressGuest, text: Buffer): string {
  return kernel.complaint() ?? (kernel.text().equals(text) ? WELL : "text OTHER");
}
