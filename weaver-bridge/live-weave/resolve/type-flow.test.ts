/** What flows through the code of real compilers where variables alone don't say what a register leads to. */
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { compile, type Variant } from "../../../tests/support/object-code/compile.js";
import { readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage } from "./index.js";

const ACCESS = 'get("% ...::%") || set("% ...::%")';

function resolved(text: string, options: string) {
  const [compiler, ...rest] = options.split(" ") as [Variant["compiler"], ...string[]];
  const compiled = compile(text, { compiler, options: [...rest, "-g"], linked: false });
  compiled.remove();
  const { value } = parsePointcut(ACCESS);
  const image = openImageCode(readElf(compiled.bytes));
  return resolveInImage(image, { pointcut: value, text: ACCESS, files: [] }).joinPoints;
}

/** By function: `get inode::number`, each once. */
function accessesIn(text: string, options: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { joinPoint, places } of resolved(text, options)) {
    if (places.length === 0) continue;
    const within = /(\w+)\(/.exec(joinPoint.within)?.[1] ?? "";
    const member = /\w+::\w+/.exec(joinPoint.signature)?.[0] ?? /(\w+)$/.exec(joinPoint.signature)?.[1];
    const list = found.get(within) ?? [];
    found.set(within, [...new Set([...list, `${joinPoint.kind} ${member}`])].sort());
  }
  return found;
}

const OPTIMIZED = ["gcc -O2", "gcc -Os", `${CLANG} -O2`];

const CASTS = `
struct base { int state; struct base *next; };
struct middle { struct base base; int port; };
struct outer { struct middle middle; int window; };
struct other { int state; long words[8]; };
int cast_far(struct base *b) { return ((struct outer *)b)->window; }
int cast_near(struct base *b) { return ((struct middle *)b)->port; }
int not_cast(struct base *b) { return b->state; }
int unrelated(struct other *o) { return o->state; }
`;

test.each(OPTIMIZED)("behind the end of a struct lies what begins with it, by %s", (options) => {
  const found = accessesIn(CASTS, options);
  expect(found.get("cast_far")).toEqual(["get outer::window"]);
  expect(found.get("cast_near")).toEqual(["get middle::port"]);
  expect(found.get("not_cast")).toEqual(["get base::state"]);
  expect(found.get("unrelated")).toEqual(["get other::state"]);
});

const SEVERAL = `
struct base { int state; };
struct one { struct base base; int port; };
struct two { struct base base; long window; };
struct one first; struct two second;
int cast(struct base *b) { return ((struct one *)b)->port; }
`;

test.each(OPTIMIZED)("where several structs begin alike all are meant, with a doubt, by %s", (options) => {
  const found = resolved(SEVERAL, options).flatMap(({ joinPoint, places }) =>
    places.map(({ doubt }) => `${/\w+::\w+/.exec(joinPoint.signature)?.[0]}: ${doubt}`),
  );
  const doubt = "structs that begin alike share these bytes, and the instruction does not say which is meant";
  expect(found.sort()).toEqual([`one::port: ${doubt}`, `two::window: ${doubt}`]);
});

const TAGGED = `
struct file { int mode; long long position; };
struct fd { struct file *file; unsigned flags; };
extern unsigned long source(int);
extern void sink(struct file *);
static inline struct fd to_fd(unsigned long v) { return (struct fd){ (struct file *)(v & ~3ul), v & 3 }; }
int pieces(int n) {
  struct fd f = to_fd(source(n));
  if (!f.file) return -9;
  long long at = f.file->position;
  if (f.flags & 2) sink(f.file);
  f.file->position = at + 1;
  return f.file->mode;
}
int masked(int n) {
  unsigned long v = source(n);
  struct file *file = (struct file *)(v & ~3ul);
  return file && file->mode & 4 ? (int)(v | 2) : 0;
}
`;

test.each(["gcc -O2", "gcc -Os"])(
  "pointers with tags, and structs in several registers, by %s",
  (options) => {
    const found = accessesIn(TAGGED, options);
    expect(found.get("pieces")).toEqual(["get file::mode", "get file::position", "set file::position"]);
    expect(found.get("masked")).toEqual(["get file::mode"]);
  },
);

const CONTAINERS = `
struct head { struct head *next; void (*call)(struct head *); };
struct node {
  struct head first;
  int number;
  union { struct head link; long numbers[2]; };
  void (*release)(struct node *);
};
struct holder { int before; struct node node; };
int in_union(struct head *h) {
  struct node *n = (struct node *)((char *)h - __builtin_offsetof(struct node, link));
  return n->number;
}
int nearest(struct head *h) {
  struct node *n = (struct node *)h;
  return n->number;
}
`;

test.each(OPTIMIZED)("the struct around a part of it, also in a union, by %s", (options) => {
  const found = accessesIn(CONTAINERS, options);
  expect(found.get("in_union")).toEqual(["get node::number"]);
  expect(found.get("nearest")).toEqual(["get node::number"]);
});

const FRAMES = `
struct node { int number; struct node *next; };
struct path { struct node *mount, *entry; };
extern void fill(void *);
extern int source(struct path *);
#define SPILL __asm__ volatile("" ::: "ebx", "esi", "edi", "memory")
int aligned(struct node *first) {
  long long buffer[8] __attribute__((aligned(32)));
  struct node *n = first->next;
  fill(buffer);
  SPILL;
  return n->number;
}
int written_elsewhere(void) {
  struct path path = { 0, 0 };
  if (source(&path)) return 0;
  struct node *kept = path.entry;
  SPILL;
  return kept->number;
}
`;

test.each(OPTIMIZED)("aligned frames, and locals that other functions fill in, by %s", (options) => {
  const found = accessesIn(FRAMES, options);
  expect(found.get("aligned")).toEqual(["get node::next", "get node::number"]);
  expect(found.get("written_elsewhere")).toContain("get node::number");
});

const ARRAYS = `
struct counts { unsigned words[4], start, each[3]; };
unsigned counted(struct counts *c, int kind) { return c->each[kind - 1]; }
void begin(struct counts *c, int kind) { c->each[kind - 1] += 5; c->start = 1; }
`;

test.each(OPTIMIZED)("an index that counts from one, by %s", (options) => {
  const found = accessesIn(ARRAYS, options);
  expect(found.get("counted")).toEqual(["get counts::each"]);
  expect(found.get("begin")).toEqual(["get counts::each", "set counts::each", "set counts::start"]);
});

const CLEARED = `
struct nothing { };
struct big {
  int before, after;
  struct nothing tracker;
  short small[2];
  unsigned words[40];
  int end;
};
void clear_part(struct big *b) { __builtin_memset(b->words, 0, 44); }
void copy(struct big *to, struct big *from) { *to = *from; }
`;

test.each(OPTIMIZED)("memory that is cleared and copied, by %s", (options) => {
  const found = accessesIn(CLEARED, options);
  expect(found.get("clear_part")).toEqual(["set big::words"]);
  expect(found.get("copy") ?? []).not.toContain("set big::tracker");
});

const REPEATED = `
struct big { int before; unsigned words[40]; int end; };
void clear(struct big *b, unsigned times) {
  void *at = b->words;
  __asm__ volatile("rep stosl" : "+D"(at), "+c"(times) : "a"(0) : "memory");
}
void clear_eight(struct big *b) {
  void *at = b->words;
  unsigned times = 8;
  __asm__ volatile("rep stosl" : "+D"(at), "+c"(times) : "a"(0) : "memory");
}
`;

test.each(OPTIMIZED)(
  "how far a repeated instruction goes is said, or that it is not known, by %s",
  (options) => {
    const doubts = new Map<string, string[]>();
    for (const { joinPoint, places } of resolved(REPEATED, options)) {
      const within = /(\w+)\(/.exec(joinPoint.within)?.[1] ?? "";
      const member = /big::\w+/.exec(joinPoint.signature)?.[0];
      const list = doubts.get(within) ?? [];
      doubts.set(within, [...list, ...places.map(({ doubt }) => `${member}: ${doubt}`)].sort());
    }
    expect(doubts.get("clear_eight")).toEqual(["big::words: one instruction goes over 32 bytes"]);
    const unknown = "a repeated instruction goes over the object, and only the running kernel knows how far";
    expect(doubts.get("clear")).toEqual([`big::end: ${unknown}`, `big::words: ${unknown}`]);
  },
);
