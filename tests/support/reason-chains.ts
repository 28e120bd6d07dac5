/**
 * Kernels in which calls stand below branches of all kinds, among branches that decide on nothing: which lines decide on each
 * `mark_N()` is known by construction.
 */
import { generator } from "./random-numbers.js";

export interface PlantedReason {
  /** The function that is called below all of it. */
  readonly mark: string;
  /** Lines of the source, from 1: what leads to its call, newest first, of equal neighbours one. */
  readonly lines: readonly number[];
}

export interface PlantedReasons {
  readonly text: string;
  readonly reasons: readonly PlantedReason[];
}

const HEAD = `#define APART __attribute__((noinline, noipa))
#define MEMORY asm volatile("" ::: "memory")
volatile unsigned char on[64] = { [0 ... 63] = 1 }, off[64];
volatile unsigned three[64] = { [0 ... 63] = 3 };
volatile unsigned noise;
static inline void out(unsigned short port, unsigned char value) { asm volatile("outb %0, %1" :: "a"(value), "Nd"(port)); }
void on_timer(void) { }
void second_processor(void) { }
APART void stops(void) { for (;;) asm volatile("hlt"); }
APART void stops_if(unsigned n) { if (n > 1000) noise++; stops(); }
APART void long_way(void) { for (unsigned i = 0; i < 5000; i++) if (off[i % 64]) noise++; }
APART unsigned quiet(unsigned n) { unsigned sum = 0; for (unsigned i = 0; i < n; i++) if (on[i]) sum += i; noise = sum; MEMORY; return sum; }
`;

/** Lines of a statement, and those among them, by index, that decide on the target in it, newest first. */
interface Planted {
  readonly lines: readonly string[];
  readonly deciding: readonly number[];
}

/** What is put around a statement; \`k\` is a number for what it asks, \`self\` calls the function around with a depth of zero. */
type Shape = (inner: Planted, k: number, self: string) => Planted;

const around =
  (open: string, ...close: readonly string[]): Shape =>
  ({ lines, deciding }) => ({
    lines: [open, ...lines, ...close],
    deciding: [...deciding.map((line) => line + 1), 0],
  });

const before =
  (...first: readonly string[]): Shape =>
  ({ lines, deciding }) => ({
    lines: [...first, ...lines],
    deciding: deciding.map((line) => line + first.length),
  });

/** A first line that decides. */
const behind =
  (first: string): Shape =>
  ({ lines, deciding }) => ({
    lines: [first, ...lines],
    deciding: [...deciding.map((line) => line + 1), 0],
  });

const SHAPES: readonly Shape[] = [
  (inner, k, self) => around(`if (on[${k}]) {`, "}")(inner, k, self),
  (inner, k, self) => around(`if (off[${k}]) { quiet(2); } else {`, "}")(inner, k, self),
  (inner, k, self) => around(`if (on[${k}] && three[${k}] == 3) {`, "}")(inner, k, self),
  (inner, k, self) => around(`if (off[${k}] || three[${k}] > 2) {`, "} else quiet(3);")(inner, k, self),
  (inner, k, self) => around(`for (unsigned i${k} = 0; i${k} < three[${k}]; i${k}++) {`, "}")(inner, k, self),
  (inner, k, self) => around(`for (unsigned i${k} = 4; on[${k}] && --i${k} > 1; ) {`, "}")(inner, k, self),
  (inner, k, self) =>
    around(
      `switch (three[${k}]) { case 0: quiet(1); break; case 1: quiet(2); break; case 2: quiet(3); break; case 4: noise = 4; break; case 5: quiet(5); break; case 3:`,
      "}",
    )(inner, k, self),
  (inner, k, self) => behind(`if (off[${k}]) return;`)(inner, k, self),
  (inner, k, self) => behind(`if (off[${k}]) stops();`)(inner, k, self),
  (inner, k, self) => behind(`if (three[${k}] != 3) { quiet(1); stops_if(${k}); }`)(inner, k, self),
  (inner, k, self) => before(`if (on[${k}]) quiet(4);`)(inner, k, self),
  (inner, k, self) =>
    before(`for (unsigned j${k} = 0; j${k} < 3; j${k}++) if (off[j${k}]) noise++;`)(inner, k, self),
  (inner, k, self) => before(`noise = three[${k}] > 2 ? quiet(3) : 5;`)(inner, k, self),
  (inner, k, self) => before("long_way();", self)(inner, k, self),
  (inner, k, self) => before(self)(inner, k, self),
  (inner, k, self) =>
    before(`{ unsigned n${k} = 0; while (on[${k}]) if (++n${k} > 5) break; noise = n${k}; }`)(inner, k, self),
];

/** `count` marks below up to `longest` shapes, in up to three functions. */
export function plantReasons(count: number, longest: number, seed: number): PlantedReasons {
  const next = generator(seed);
  const lines = HEAD.split("\n").slice(0, -1);
  const reasons: PlantedReason[] = [];
  for (let n = 0; n < count; n++) {
    const mark = `mark_${n}`;
    lines.push(`APART void ${mark}(void) { MEMORY; }`);
    const reason: number[] = [];
    let called = `${mark}();`;
    const functions = 1 + next(3);
    for (let f = 0; f < functions; f++) {
      const name = `reason_${n}_${f}`;
      let planted: Planted = { lines: [`${called} MEMORY;`], deciding: [0] };
      const shapes = 1 + next(longest);
      for (let s = 0; s < shapes; s++) {
        const shape = SHAPES[next(SHAPES.length)];
        if (shape !== undefined) planted = shape(planted, (f * 20 + s) % 64, `${name}(0);`);
      }
      lines.push(`APART void ${name}(unsigned depth) { MEMORY;`, "if (depth == 0) return;");
      const first = lines.length + 1;
      lines.push(...planted.lines, "MEMORY; }");
      reason.push(...planted.deciding.map((line) => line + first), first - 1);
      called = `${name}(three[0]);`;
    }
    lines.push(`APART void chain_${n}(void) { ${called} MEMORY; }`);
    reason.push(lines.length);
    reasons.push({ mark, lines: reason.filter((line, at) => line !== reason[at - 1]) });
  }
  const calls = reasons.map((_, n) => `chain_${n}();`).join(" ");
  lines.push(`void first_processor(void) { ${calls} out(0x501, 0); for (;;) asm volatile("hlt"); }`);
  return { text: `${lines.join("\n")}\n`, reasons };
}
