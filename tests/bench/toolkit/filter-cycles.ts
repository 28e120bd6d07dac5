/**
 * The packet filter as the paper times it: in time, not instructions, and less what a filter costs that asks nothing. A
 * program of the host, because what an interpreter's jumps cost is the processor's to say.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ratioAbove } from "../../support/ratio-above.js";
import { printTable, ratio } from "../support/table.js";

const kernel = resolve(import.meta.dirname, "../../../sample-projects/mini-unix");

/** `residual` is the text of filter_attached_dns(). */
export function benchFilterCycles(residual: string): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-filter-"));
  try {
    writeFileSync(join(folder, "main.c"), program(residual));
    const words = ["-m32", "-march=i686", "-O2", "-w", "-fno-builtin", `-I${kernel}/include`, `-I${kernel}`];
    execFileSync("gcc", [...words, "main.c", "-o", "main"], { cwd: folder });
    const said = execFileSync(join(folder, "main"), { encoding: "utf8" });
    const rows = said
      .trim()
      .split("\n")
      .map((line) => {
        const [name = "", ...costs] = line.split(" ");
        const [empty = 0, generic = 0, hand = 0, made = 0, spread = 0] = costs.map(Number);
        return [
          name.replaceAll("_", " "),
          ...[empty, generic, hand, made].map((one) => one.toFixed(1)),
          ratio(generic, made),
          ratioAbove({ base: empty, spread, generic, made }) ??
            `not told apart from the null filter, ±${spread.toFixed(1)}`,
        ];
      });
    process.stdout.write("\nThe same filter, cycles of this machine (paper: 7x, less the null filter)\n");
    printTable(
      ["packets", "null filter", "generic", "hand", "specialized", "generic/specialized", "less null"],
      rows,
      "toolkit-4",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const program = (residual: string) => `#include "net/filter.c"
void count_kept(uint32_t bytes) { (void)bytes; } /* net/loopback.c */
int printf(const char *, ...);
${residual.replace("uint32_t filter_attached_dns(", "static uint32_t __attribute__((noinline)) filter_attached_dns(")}
typedef unsigned long long cycles;
typedef uint32_t filter(const uint8_t *, uint32_t);
static uint32_t __attribute__((noinline)) null(const uint8_t *packet, uint32_t length) { __asm__ volatile(""); return length; }
static cycles now(void) { uint32_t low, high; __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory"); return (cycles)high << 32 | low; }
static uint8_t packets[256][PACKET_SIZE];
static double cost(filter *volatile ask)
{
	double best = 1e9;
	for (int r = 0; r < 1000; r++) {
		cycles start = now();
		for (int n = 0; n < 2560; n++) ask(packets[n & 255], PACKET_SIZE);
		double each = (now() - start) / 2560.0;
		if (each < best) best = each;
	}
	return best;
}
static uint32_t seed = 1;
static uint32_t chance(void) { return (seed = seed * 1103515245 + 12345) >> 16; }
static void fill(int is_mixed)
{
	for (int i = 0; i < 256; i++) {
		uint8_t *packet = packets[i];
		for (int k = 0; k < PACKET_SIZE; k++) packet[k] = chance();
		packet[12] = 8; packet[13] = 0; packet[14] = 0x45; packet[20] = 0x40; packet[21] = 0; packet[23] = 17; packet[36] = 0; packet[37] = 53;
		switch (is_mixed ? chance() % 5 : 4) {
		case 0: packet[12] = 9; break;
		case 1: packet[23] = 6; break;
		case 2: packet[37] = 80; break;
		case 3: packet[20] = 1; break;
		}
	}
}
static void say(const char *name)
{
	double empty = 1e9, most = 0, generic, hand, made;
	for (int n = 0; n < 5; n++) {
		double one = cost(null);
		if (one < empty) empty = one;
		if (one > most) most = one;
		if (n == 1) generic = cost(filter_attached);
		if (n == 2) hand = cost(filter_dns_by_hand);
		if (n == 3) made = cost(filter_attached_dns);
	}
	printf("%s %f %f %f %f %f\\n", name, empty, generic, hand, made, most - empty);
}
int main(void)
{
	attached_filter.program = filter_dns;
	fill(0); say("all_for_a_name_server");
	fill(1); say("one_in_five");
	return 0;
}
`;
