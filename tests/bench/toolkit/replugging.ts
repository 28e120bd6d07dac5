/**
 * The replugger itself (the paper's Table 1): what a call through the entry costs above a direct one, what a swap costs, by
 * way, in cycles of this machine; and long runs of the litmus with what a build ships by default, by two threads and by one
 * or two processors of a guest under interrupts.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPLUG_WAYS, type ReplugWay } from "../../../weaver-bridge/replug/index.js";
import { litmusPlug, runLitmus } from "../../support/litmus.js";
import { printTable } from "../support/table.js";

const FLAGS = ["-m32", "-march=i686", "-O2", "-w", "-fno-pie", "-no-pie", "-pthread"];
const SWAPS = 1_000_000;
/** Of each run at the most; seven minutes of a quiet machine for a guest's, half a minute for the threads'. */
const SECONDS = 600;

const TIMING = `#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#define WEFT_WRITE_TEXT
static void weft_write_text(int *at, int value) { *(volatile int *)at = value; }
struct cred { int euid; };
static struct cred own, *cred = &own;
static int __attribute__((noinline)) send(int signal) { __asm__ volatile(""); return 100 + signal; }
static int __attribute__((noinline)) send_root(int signal) { __asm__ volatile(""); return 200 + signal; }
#include "plug.h"
static int (*volatile pointer)(int) = send_root;
static uint64_t now(void) { uint32_t low, high; __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory"); return (uint64_t)high << 32 | low; }
#define COST(CALL) ({ double best = 1e9; for (int r = 0; r < 40; r++) { uint64_t s = now(); for (int n = 0; n < 20000; n++) { CALL; } \\
	double c = (now() - s) / 20000.0; if (c < best) best = c; } best; })
int main(void)
{
	uintptr_t page = (uintptr_t)main & ~4095ul;
	mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
	double direct = COST(send_root(1));
	double by_pointer = COST(pointer(1));
	for (int n = 0; n < 20; n++) send_root_plugged(1);
	double plugged = COST(send_root_plugged(1));
	double swap = COST(({ weft_plug_send_root.wait = 1; __send_root_way_try(1); weft_hit_send_root(); weft_plug_send_root.step = 8; }));
	printf("%f %f %f\\n", by_pointer - direct, plugged - direct, swap);
	return 0;
}
`;

export async function benchReplugging(): Promise<void> {
  const rows: string[][] = [];
  for (const replug of REPLUG_WAYS) {
    const costs = timed(replug).map((one) => one.toFixed(1));
    const litmus: string[] = [];
    for (const on of ["threads", "one processor", "processors"] as const) {
      const run = { replug, on, wait: "counted", swaps: SWAPS, seconds: SECONDS } as const;
      const { swaps, wrong } = await runLitmus(run);
      litmus.push(`${wrong} of ${swaps}`);
    }
    rows.push([replug, ...costs, ...litmus]);
  }
  process.stdout.write(
    "\nSwapping, in cycles (paper's Table 1: a call 48 with rw locks, 60 counting, 4 boolean; a swap 50, 340, 340)\n",
  );
  printTable(
    [
      "",
      "pointer",
      "call",
      "out and in",
      ...["two threads", "one processor", "two"].map((on) => `wrong, ${on}`),
    ],
    rows,
    "toolkit-1",
  );
}

function timed(replug: ReplugWay): number[] {
  const folder = mkdtempSync(join(tmpdir(), "weft-replugging-"));
  try {
    writeFileSync(join(folder, "plug.h"), litmusPlug(replug));
    writeFileSync(join(folder, "timing.c"), TIMING);
    execFileSync("gcc", [...FLAGS, `-I${folder}`, "timing.c", "-o", "timing"], { cwd: folder });
    const said = execFileSync(join(folder, "timing"), { encoding: "utf8" });
    return said.trim().split(" ").map(Number);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
