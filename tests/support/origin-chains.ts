/**
 * Kernels in which values go long ways: out of a known source, through arguments, results, members, copies and sums, into
 * `results[n]`. Where each chain must end is known by construction.
 */
import { generator } from "./random-numbers.js";

export interface PlantedChain {
  /** An expression. */
  readonly result: string;
  /** Value at the end of the run. */
  readonly value: number;
  /** Line of the source where the value begins, from 1; undefined where it is none of an instruction. */
  readonly endLine: number | undefined;
  readonly endKind: "constant" | "input" | "initial";
  /** Lines of its own functions, first and last. */
  readonly lines: readonly [number, number];
}

export interface PlantedKernel {
  readonly text: string;
  /** Lines at its beginning that all chains share. */
  readonly shared: number;
  readonly chains: readonly PlantedChain[];
}

const HEAD = `typedef unsigned char byte;
#define APART __attribute__((noinline, noipa))
#define KEEP(x) asm volatile("" : "+r"(x))
#define MEMORY asm volatile("" ::: "memory")
unsigned round;
struct record { unsigned before, value, after[6]; };
static inline void out(unsigned short port, byte value) { asm volatile("outb %0, %1" :: "a"(value), "Nd"(port)); }
void on_timer(void) { }
void second_processor(void) { }
APART void copy_bytes(byte *to, const byte *from, unsigned n) { while (n-- > 0) { *to++ = *from++; MEMORY; } }
APART void copy_words(void *to, const void *from, unsigned n) { asm volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(n) :: "memory"); }
APART void copy_string(void *to, const void *from, unsigned n) { asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) :: "memory"); }
`;

/** A statement that brings \`v\` to itself by a way. \`n\` numbers the chain, \`k\` the step. */
type Way = (
  n: number,
  k: number,
) => { readonly before?: string; readonly statement: string; readonly adds?: number };

const WAYS: readonly Way[] = [
  (n, k) => ({
    before: `APART unsigned second_${n}_${k}(unsigned a, unsigned b) { KEEP(a); return b; }`,
    statement: `v = second_${n}_${k}(${k}, v);`,
  }),
  (n, k) => ({
    before: `APART void through_${n}_${k}(unsigned *p, unsigned a) { *p = a; MEMORY; }`,
    statement: `{ unsigned w; through_${n}_${k}(&w, v); v = w; }`,
  }),
  (n, k) => ({
    before: `struct record record_${n}_${k};`,
    statement: `record_${n}_${k}.value = v; MEMORY; v = record_${n}_${k}.value;`,
  }),
  (n, k) => ({
    before: `struct record from_${n}_${k}, to_${n}_${k};`,
    statement: `from_${n}_${k}.value = v; MEMORY; to_${n}_${k} = from_${n}_${k}; MEMORY; v = to_${n}_${k}.value;`,
  }),
  (n, k) => ({
    before: `byte bytes_${n}_${k}[4];`,
    statement: `MEMORY; copy_bytes(bytes_${n}_${k}, (byte *)&v, 4); MEMORY; v = *(unsigned *)bytes_${n}_${k};`,
  }),
  (n, k) => ({
    before: `unsigned words_${n}_${k}[8];`,
    statement: `{ unsigned w[8]; w[${k % 8}] = v; MEMORY; copy_words(words_${n}_${k}, w, 8); MEMORY; v = words_${n}_${k}[${k % 8}]; }`,
  }),
  (n, k) => ({
    before: `byte string_${n}_${k}[16];`,
    statement: `{ struct record w; w.value = v; MEMORY; copy_string(string_${n}_${k}, &w, 16); MEMORY; v = *(unsigned *)(string_${n}_${k} + 4); }`,
  }),
  (_n, k) => ({ statement: `v += ${k + 1}; KEEP(v);`, adds: k + 1 }),
  (n, k) => ({
    before: `APART unsigned deep_${n}_${k}(unsigned a, unsigned depth) { unsigned r = depth == 0 ? a : deep_${n}_${k}(a, depth - 1); KEEP(r); return r; }`,
    statement: `v = deep_${n}_${k}(v, 3);`,
  }),
  (n, k) => ({
    before: `unsigned table_${n}_${k}[16]; volatile unsigned index_${n}_${k} = ${k % 16};`,
    statement: `table_${n}_${k}[index_${n}_${k}] = v; MEMORY; v = table_${n}_${k}[index_${n}_${k}];`,
  }),
  (n, k) => ({
    before: `unsigned (*volatile call_${n}_${k})(unsigned); APART unsigned called_${n}_${k}(unsigned a) { KEEP(a); return a; }`,
    statement: `call_${n}_${k} = called_${n}_${k}; v = call_${n}_${k}(v);`,
  }),
  (n, k) => ({
    before: `unsigned swapped_${n}_${k};`,
    statement: `asm volatile("xchgl %0, %1" : "+r"(v), "+m"(swapped_${n}_${k})); MEMORY; v = swapped_${n}_${k};`,
  }),
  (n, k) => ({
    before: `unsigned added_${n}_${k};`,
    statement: `{ unsigned o = 5; added_${n}_${k} = v; asm volatile("xaddl %0, %1" : "+r"(o), "+m"(added_${n}_${k})); v = o; }`,
  }),
  (n, k) => ({
    before: `unsigned exchanged_${n}_${k};`,
    statement: `{ unsigned o = 0; exchanged_${n}_${k} = 0; asm volatile("cmpxchgl %2, %1" : "+a"(o), "+m"(exchanged_${n}_${k}) : "r"(v)); o = 0xdead; asm volatile("cmpxchgl %2, %1" : "+a"(o), "+m"(exchanged_${n}_${k}) : "r"(0xbeef)); v = exchanged_${n}_${k}; }`,
  }),
  (n, k) => ({
    before: `unsigned long long wide_${n}_${k};`,
    statement: `wide_${n}_${k} = (unsigned long long)v << 32; MEMORY; v = (unsigned)(wide_${n}_${k} >> 32); KEEP(v);`,
  }),
];

/** i386's own. */
const NARROW_WAYS: readonly Way[] = [
  (_n, k) => ({
    statement: `asm volatile("push %0; xor %0, %0; mov $${k + 1}, %%ecx; 1: loop 1b; pop %0" : "+r"(v) :: "ecx", "memory");`,
  }),
];

/** `count` chains of up to `longest` ways. */
export function plantChains(count: number, longest: number, seed: number, bits: 32 | 64 = 32): PlantedKernel {
  const next = generator(seed);
  const ways = bits === 64 ? WAYS : [...WAYS, ...NARROW_WAYS];
  const lines = HEAD.split("\n").slice(0, -1);
  lines.push(`unsigned results[${count}];`);
  const shared = lines.length;
  const chains: PlantedChain[] = [];
  for (let n = 0; n < count; n++) {
    const first = lines.length + 1;
    const own = 0x1000 + 0x101 * n;
    const kind = (["constant", "constant", "initial", "input"] as const)[next(4)] ?? "constant";
    const at = { result: `results[${n}]`, endKind: kind };
    if (kind === "initial") lines.push(`unsigned initial_${n} = 0x${own.toString(16)};`);
    const source = {
      constant: `v = 0x${own.toString(16)}; KEEP(v);`,
      initial: `v = *(volatile unsigned *)&initial_${n};`,
      input: `{ byte w; out(0x3fb, 0x03); out(0x3ff, ${n & 0xff}); asm volatile("inb %1, %0" : "=a"(w) : "Nd"((unsigned short)0x3ff)); v = w; }`,
    }[kind];
    lines.push(`APART unsigned source_${n}(void) { unsigned v;`, `  ${source}`, "  return v; }");
    const endLine = kind === "initial" ? undefined : lines.length - 1;
    const statements: string[] = [];
    let value = kind === "input" ? n & 0xff : own;
    const length = 1 + next(longest);
    for (let k = 0; k < length; k++) {
      const way = ways[next(ways.length)]?.(n, k);
      if (way === undefined) continue;
      if (way.before !== undefined) lines.push(way.before);
      statements.push(`  ${way.statement}`);
      value += way.adds ?? 0;
    }
    lines.push(
      `APART void chain_${n}(void) { unsigned v = source_${n}();`,
      ...statements,
      `  results[${n}] = v; MEMORY; }`,
    );
    chains.push({ ...at, value: value >>> 0, endLine, lines: [first, lines.length] });
  }
  const calls = chains.map((_, n) => `chain_${n}();`).join(" ");
  // Twice, so that the last of two runs is what is asked for.
  lines.push("APART void finished(void) { MEMORY; }");
  lines.push(
    `void first_processor(void) { for (unsigned i = 0; i < 2; i++) { round = i; MEMORY; ${calls} } finished(); out(0x501, 0); for (;;) asm volatile("hlt"); }`,
  );
  return { text: `${lines.join("\n")}\n`, shared, chains };
}
