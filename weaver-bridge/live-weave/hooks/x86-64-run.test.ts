/**
 * Code that was displaced does what it did: programs are hooked at instructions everywhere in their functions, by advice that
 * changes all registers and flags which C may change, and print what they printed. They use the red zone.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { readElf } from "../../object-code/index.js";
import { imageCode } from "../image/image-code-of.js";
import { type KernelImage, readKernelImage } from "../image/kernel-image.js";
import { displacedBlock, refusedAt } from "./displaced-block.js";
import { endOf, type HookSite } from "./hook-site.js";
import { jumpTargets, withTargets } from "./jump-targets.js";
import { tableTargets } from "./table-targets.js";
import { blockTrampoline, encodeHook } from "./trampoline.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-x86-64-run-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = String.raw`
#include <stdio.h>
#include <string.h>
__asm__(".section .area,\"awx\",@progbits\n.globl area\narea: .skip 524288\n");
unsigned hits[1 << 14] = {1};
__asm__(".text\n.globl advice\nadvice: xor %eax,%eax\n mov $77,%ecx\n lea 99(%rcx),%rdx\n mov %rcx,%rsi\n mov %rdx,%rdi\n"
        " xor %r8d,%r8d\n mov %rdx,%r9\n not %r9\n mov %r9,%r10\n stc\n sbb %r11,%r11\n ret\n");
struct node { int key; long weight; struct node *left, *right; };
static struct node pool[64], *root;
static int used, table[256];
unsigned long total;
static unsigned crc(const unsigned char *text, int n) {
  unsigned c = ~0u;
  for (int i = 0; i < n; i++) c = table[(c ^ text[i]) & 255] ^ (c >> 8);
  return ~c;
}
static void fill(void) {
  for (unsigned i = 0; i < 256; i++) { unsigned c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1; table[i] = (int)c; }
}
static struct node *insert(struct node *at, int key) {
  if (!at) { at = &pool[used++]; at->key = key; at->weight = key * 3L; return at; }
  if (key < at->key) at->left = insert(at->left, key);
  else if (key > at->key) at->right = insert(at->right, key);
  else at->weight++;
  return at;
}
static long sum(const struct node *at) { return at ? at->weight + sum(at->left) - sum(at->right) : 0; }
__attribute__((noinline)) int leaf(int a, int b, int c) { volatile int own[12]; for (int i = 0; i < 12; i++) own[i] = a * i + b; return own[c % 12] ^ own[3]; }
__attribute__((noinline)) int many(int a, int b, int c, int d, int e, int f, int g, long h) { total += h; return a - b + c - d + e - f + g + (int)h; }
static int run(const char *code) {
  int stack[16], top = 0, at = 0;
  for (;;) switch (code[at++]) {
    case 'a': stack[top++] = 7; break; case 'b': stack[top++] = 3; break; case 'c': stack[top - 1] *= 5; break;
    case '+': top--; stack[top - 1] += stack[top]; break; case '-': top--; stack[top - 1] -= stack[top]; break;
    case 'd': stack[top] = stack[top - 1]; top++; break; case 'n': stack[top - 1] = leaf(stack[top - 1], 2, top); break;
    case 's': total += stack[top - 1]; break; case 'x': stack[top - 1] ^= 0x55; break; case 0: return stack[top - 1];
    default: return -1;
  }
}
static double mean(const double *v, int n) { double s = 0; for (int i = 0; i < n; i++) s += v[i] / (i + 1); return s / n; }
static int (*const by_name[])(int, int, int) = { leaf, leaf };
static void sort(int *v, int n) { for (int i = 1; i < n; i++) { int k = v[i], j = i; while (j > 0 && v[j - 1] > k) { v[j] = v[j - 1]; j--; } v[j] = k; } }
static int has_bit(unsigned long x) { return __builtin_popcountl(x) + __builtin_ctzl(x | 1) + (int)(x >> 60); }
__attribute__((noinline)) unsigned long wide(unsigned long a, unsigned long b) { return (unsigned long)(((unsigned __int128)a * b) >> 64) + a / (b | 1); }
int main(void) {
  int v[40]; double d[9]; char text[64];
  fill();
  for (int i = 0; i < 40; i++) v[i] = (i * 7919) % 101;
  sort(v, 40);
  for (int i = 0; i < 40; i++) root = insert(root, v[(i * 17) % 40]);
  for (int i = 0; i < 9; i++) d[i] = i * 1.5 + 1;
  memset(text, 'x', sizeof text); text[63] = 0;
  printf("%u %ld %d %d %d %.6f\n", crc((const unsigned char *)"hooked", 6), sum(root), leaf(3, 4, 5), by_name[used & 1](9, 8, 7), many(1, 2, 3, 4, 5, 6, 7, 8), mean(d, 9));
  printf("%d %d %d %lu %s\n", run("abc+dnsx"), run("aad-+q"), has_bit(total + 12345678901234UL), wide(total * 0x9e3779b97f4a7c15UL, 77777777777UL), text);
  return (int)(total % 100);
}
`;

/** A generator of small numbers, the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Blocks without overlaps, and of each the instruction that is hooked. */
function someHooks(image: KernelImage, seed: number) {
  const next = numbersFrom(seed);
  const own = (imageCode(image)?.functions.own ?? []).flatMap(({ ranges }) => ranges);
  const wanted = own.flatMap((piece) => {
    const bytes = image.bytesAt(piece.start, piece.end - piece.start) ?? Buffer.alloc(0);
    return image.machine.code.decode(bytes, piece.start).map(({ address }) => ({ address, piece }));
  });
  const targets = withTargets(jumpTargets(image), tableTargets(wanted, image));
  const chosen: { readonly at: number; readonly isInside: boolean; readonly block: HookSite }[] = [];
  for (const { address, piece } of wanted.sort(() => next(3) - 1)) {
    if (refusedAt(image, address, piece) !== undefined) continue;
    const found = displacedBlock(image, address, piece, { targets });
    if ("reason" in found) continue;
    const block = found.site;
    if (chosen.some((one) => block.address < endOf(one.block) && one.block.address < endOf(block))) continue;
    chosen.push({ at: address, isInside: address !== piece.start, block });
  }
  return chosen;
}

/** What a program prints and ends with. */
function printed(file: string): string {
  try {
    return execFileSync(file, { timeout: 20_000, encoding: "utf8" });
  } catch (error) {
    const { status, signal, stdout } = error as {
      status: number | null;
      signal: string | null;
      stdout: string;
    };
    return `${stdout}${status} ${signal}`;
  }
}

test.each([
  ["gcc", "-O0"],
  ["gcc", "-O2"],
  ["gcc", "-Os -fcf-protection"],
  ["gcc", "-O3 -march=x86-64-v3 -fno-jump-tables"],
  [CLANG, "-O1"],
  [CLANG, "-O2"],
])("a program by %s %s, hooked everywhere, does what it did", (compiler, options) => {
  writeFileSync(join(folder, "p.c"), PROGRAM);
  const file = join(folder, "p");
  execFileSync(
    compiler,
    [
      "-m64",
      "-g",
      "-w",
      ...options.split(" "),
      "-fno-pic",
      "-no-pie",
      "-Wl,--no-warn-rwx-segments",
      "-o",
      "p",
      "p.c",
    ],
    {
      cwd: folder,
      timeout: 60_000,
    },
  );
  const plain = printed(file);
  expect(plain).toMatch(/^\d+ -?\d+ .* x{63}\n\d+ null$/s);
  const image = readKernelImage(file);
  const addressOf = (name: string) => image.named(name)[0]?.address ?? 0;
  for (const seed of [1, 2]) {
    const bytes = readFileSync(file);
    const { sections } = readElf(bytes);
    const write = (address: number, piece: Uint8Array) => {
      const section = sections.find((one) => one.address <= address && address < one.address + one.size);
      if (section === undefined) throw new Error(`no section at ${address}`);
      bytes.set(piece, section.bytes.byteOffset - bytes.byteOffset + address - section.address);
    };
    const hooks = someHooks(image, seed);
    expect(hooks.length).toBeGreaterThan(60);
    let area = addressOf("area");
    for (const [index, { at, isInside, block }] of hooks.entries()) {
      const before = [{ address: addressOf("advice"), usesFrame: false }];
      const hook = {
        at,
        isInside,
        hits: addressOf("hits") + 4 * index,
        before,
        after: index % 2 === 0 ? before : [],
      };
      const own = isInside ? hook : { ...hook, after: [] };
      const trampoline = blockTrampoline(block, { address: area, machine: image.machine }, [own]);
      write(area, trampoline.bytes);
      write(block.address, encodeHook(block, area, false, image.machine));
      area += trampoline.bytes.length;
    }
    expect(area).toBeLessThan(addressOf("area") + (1 << 19));
    const hooked = join(folder, `p${seed}`);
    writeFileSync(hooked, bytes, { mode: 0o755 });
    expect(printed(hooked), `seed ${seed}`).toBe(plain);
  }
});
