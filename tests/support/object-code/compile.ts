/** Objects and images made by the real compilers for the tests of this room. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Variant {
  readonly compiler: string;
  readonly options: readonly string[];
  /** Linked to an image, or left an object. */
  readonly linked: boolean;
  /** i386 without it. */
  readonly machine?: "x86_64";
}

export interface Compiled {
  readonly file: string;
  readonly bytes: Buffer;
  remove(): void;
}

/** Functions of the texts that other objects would have. */
const ELSEWHERE = ["outside", "stop", "idle", "sink", "source", "other", "fill"];
const COMMON = ["-ffreestanding", "-fno-pic", "-fno-stack-protector"];
const I386 = { emulation: "elf_i386", base: "0xc0", options: ["-m32", "-march=i686", ...COMMON] };
const X86_64 = {
  emulation: "elf_x86_64",
  base: "0xffffffff81",
  options: ["-m64", "-mcmodel=kernel", "-mno-red-zone", ...COMMON],
};
const linking = ({ emulation, base }: typeof I386) => [
  ...["-m", emulation, `-Ttext=${base}100000`, "-e", "0"],
  ...ELSEWHERE.map((name, index) => `--defsym=${name}=${base}${(0x200000 + 256 * index).toString(16)}`),
];

export function compile(text: string, { compiler, options, linked, machine }: Variant): Compiled {
  const made = machine === undefined ? I386 : X86_64;
  const folder = mkdtempSync(join(tmpdir(), "weft-object-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, "sample.c"), text);
    run(folder, compiler, [...made.options, ...options, "-c", "-o", "sample.o", "sample.c"]);
    if (linked) run(folder, "ld", [...linking(made), "-o", "sample.elf", "sample.o"]);
    const file = join(folder, linked ? "sample.elf" : "sample.o");
    return { file, bytes: readFileSync(file), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

export function run(folder: string, program: string, words: readonly string[], input = ""): string {
  return execFileSync(program, words, {
    cwd: folder,
    input,
    encoding: "latin1",
    timeout: 60_000,
    maxBuffer: 1 << 26,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** Has what the readers must understand: bit-fields, nested structs and unions, inlining, tail calls, a cold part. */
export const SAMPLE = `
typedef unsigned int u32;
struct point { int x, y; };
struct node {
  struct node *next, *prev;
  u32 flags : 3, kind : 5, wide : 20;
  union { int number; char letters[4]; };
  struct point at, path[3];
  const char *name;
  int (*visit)(struct node *, int);
  long long big;
};
extern int outside(struct node *, int);
extern int idle(void);
extern void stop(const char *) __attribute__((noreturn, cold));
struct node *head, nodes[8];
static int count;
static inline int weight(const struct node *n) { return n->at.x * 3 + n->path[1].y; }
static inline __attribute__((always_inline)) void link(struct node *a, struct node *b) {
  a->next = b;
  b->prev = a;
  count++;
}
static __attribute__((noinline)) int sum(struct node *n, int most) {
  int all = 0;
  for (; n && most > 0; n = n->next, most--) all += weight(n) + n->kind;
  return all;
}
int total(void) { return sum(head, 8) + sum(head, 3); }
int visit_all(struct node *n, int value) {
  while (n) {
    if (n->visit) value = n->visit(n, value);
    n = n->next;
  }
  return value;
}
void insert(struct node *n) {
  if (!n) stop("no node");
  n->flags = 2;
  n->wide++;
  link(n, head);
  head = n;
}
int last(struct node *n) { return outside(n->next, n->number); }
int again(void) { return idle(); }
int reset(void) {
  for (int i = 0; i < 8; i++) {
    struct node *n = &nodes[i];
    n->at.x = i;
    n->big = 5;
    link(n, &nodes[(i + 1) & 7]);
  }
  return count;
}
`;
