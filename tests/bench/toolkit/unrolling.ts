/**
 * Marshaling of whole arrays, unrolled: code sizes (the paper's Table 2) and the time with all and with at most 250
 * elements unrolled (Table 3). A program of the host, because caches are what it is about.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable, ratio } from "../support/table.js";

const weft = resolve(import.meta.dirname, "../../../weaver-bridge/dist/weft.js");
const FLAGS = ["-m32", "-march=i686", "-std=gnu11", "-O2", "-fno-strict-aliasing", "-fno-pie", "-w"];
const SIZES = [20, 100, 500, 1000, 2000];
const TIMED = 200_000_000;

const SOURCE = `typedef unsigned u32;
struct xdr { int op; u32 *at; int left; };
static u32 swapped(u32 v) { return v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24; }
static int put(struct xdr *x, const u32 *v) { x->left -= 4; if (x->left < 0) return 0; *x->at = swapped(*v); x->at++; return 1; }
static int word(struct xdr *x, u32 *v) { switch (x->op) { case 0: return put(x, v); case 1: return 0; } return 1; }
int marshal(struct xdr *x, int *values, int count)
{
	for (int i = 0; i < count; i++)
		if (!word(x, (u32 *)&values[i]))
			return 0;
	return 1;
}
`;

const facts = (count: number) =>
  `x->op == 0; x->left == ${count * 4}; x noalias; x->at noalias; count == ${count}; limits unroll 2001, statements 20000`;

export function benchUnrolling(): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-unrolling-"));
  try {
    writeFileSync(join(folder, "marshal.c"), SOURCE);
    const rows = SIZES.map((size) => rowOf(folder, size));
    process.stdout.write(
      "\nArrays marshaled, loops unrolled (paper, Pentium: 500 values 165 % faster, 1000 200 %, 2000 235 %; by 250 170, 240, 290 %)\n",
    );
    printTable(
      [
        "values",
        "generic bytes",
        "unrolled bytes",
        "ns generic",
        "ns unrolled",
        "faster",
        "ns by 250",
        "by 250 faster",
      ],
      rows,
      "toolkit-3",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(folder: string, size: number): string[] {
  const part = Math.min(250, size);
  writeFileSync(
    join(folder, "marshal.spec"),
    `specialize marshal as whole { ${facts(size)}; }\nspecialize marshal as piece { ${facts(part)}; }\n`,
  );
  const words = [
    weft,
    "specialize",
    "marshal.spec",
    "--out",
    "out",
    "--",
    "gcc",
    ...FLAGS,
    "-c",
    "marshal.c",
  ];
  execFileSync(process.execPath, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(
    join(folder, "main.c"),
    program(readFileSync(join(folder, "out/marshal.c"), "utf8"), size, part),
  );
  execFileSync("gcc", [...FLAGS, "-no-pie", "main.c", "-o", "main"], { cwd: folder });
  const times = execFileSync(join(folder, "main"), { encoding: "utf8" }).trim().split(" ").map(Number);
  const sizes = new Map(
    [
      ...execFileSync("nm", ["-S", join(folder, "main")], { encoding: "utf8" }).matchAll(
        /^\w+ (\w+) [tT] (\w+)/gm,
      ),
    ].map(([, bytes = "0", name = ""]) => [name, Number.parseInt(bytes, 16)]),
  );
  const [generic = 0, whole = 0, pieces = 0] = times;
  const faster = (time: number) => `${Math.round((generic / time - 1) * 100)} %`;
  return [
    String(size),
    String(sizes.get("marshal")),
    `${sizes.get("whole")} (${ratio(sizes.get("whole") ?? 0, sizes.get("marshal") ?? 1)})`,
    ...[generic, whole].map((time) => time.toFixed(1)),
    faster(whole),
    pieces.toFixed(1),
    faster(pieces),
  ];
}

function program(residual: string, size: number, part: number): string {
  return `#include <stdio.h>
#include <time.h>
${SOURCE}
${residual}
static int values[${size}]; static u32 message[${size}];
static struct xdr x;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
static void pieces(void) { x = (struct xdr){ 0, message, ${size * 4} }; for (int i = 0; i < ${size}; i += ${part}) { x.left = ${part * 4}; piece(&x, values + i, ${part}); } }
#define TIME(CALL) ({ double best = 1e18; for (int r = 0; r < 9; r++) { double s = now(); \\
	for (int n = 0; n < ${Math.round(TIMED / size / 100)}; n++) { x = (struct xdr){ 0, message, ${size * 4} }; CALL; __asm__ volatile("" : : : "memory"); } \\
	s = (now() - s) / ${Math.round(TIMED / size / 100)}; if (s < best) best = s; } best; })
int main(void)
{
	int (*volatile generic)(struct xdr *, int *, int) = marshal;
	for (int i = 0; i < ${size}; i++) values[i] = i * 77;
	printf("%f %f %f\\n", TIME(generic(&x, values, ${size})), TIME(whole(&x, values, ${size})), TIME(pieces()));
	return 0;
}
`;
}
