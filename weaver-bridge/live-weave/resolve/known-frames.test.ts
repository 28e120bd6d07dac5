/**
 * What the compiler says of a register beside what is known of it: that a variable is the register and so much takes nothing
 * from what the register leads to, be it a struct, or the function's frame. And what no variable is: tables of `switch`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { run } from "../../../tests/support/object-code/compile.js";
import { readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage } from "./index.js";

const ACCESS = 'get("% ...::%") || set("% ...::%")';
const LEVELS = ["gcc -O0", "gcc -O1", "gcc -O2", "gcc -Os", `${CLANG} -O0`, `${CLANG} -O1`, `${CLANG} -O2`];
const MACHINE = ["-m32", "-march=i686", "-ffreestanding", "-fno-pic", "-fno-stack-protector", "-g", "-c"];

/** Of one image made of units: `get inode::size @ line` of each place of instructions, in the order of addresses. */
function accessesIn(
  units: readonly string[],
  options: string,
  within: string,
  asked = ACCESS,
): readonly string[] {
  const [compiler = "", ...rest] = options.split(" ");
  const folder = mkdtempSync(join(tmpdir(), "weft-frames-"));
  try {
    const objects = units.map((text, index) => {
      writeFileSync(join(folder, `unit${index}.c`), text);
      run(folder, compiler, [...MACHINE, ...rest, "-o", `unit${index}.o`, `unit${index}.c`]);
      return `unit${index}.o`;
    });
    run(folder, "ld", [
      "-m",
      "elf_i386",
      "-Ttext=0xc0100000",
      "-e",
      "0",
      "--unresolved-symbols=ignore-all",
      "-o",
      "image",
      ...objects,
    ]);
    const image = openImageCode(readElf(readFileSync(join(folder, "image"))), undefined, (file) =>
      readFileSync(join(folder, file.slice(file.lastIndexOf("/") + 1)), "latin1"),
    );
    const { value } = parsePointcut(asked);
    const { joinPoints } = resolveInImage(image, { pointcut: value, text: asked, files: [] });
    return joinPoints
      .filter(({ joinPoint }) => joinPoint.within.includes(`${within}(`))
      .flatMap(({ joinPoint: { kind, signature, range }, places }) =>
        places.map(({ address }) => ({
          address,
          text: `${kind} ${/\w+::\w+/.exec(signature)?.[0] ?? /(\w+)(?:\[|$)/.exec(signature)?.[1]} ${range.startLine}`,
        })),
      )
      .sort((left, right) => left.address - right.address)
      .map(({ address, text }) => `${text} ${address.toString(16)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const things = (found: readonly string[]) =>
  [...new Set(found.map((text) => text.split(" ").slice(0, 2).join(" ")))].sort();

const LISTS = `struct list { struct list *next, *previous; };
struct inode { int links, mode, size, time; };
struct directory { struct inode inode; union { char **pages; struct list entries; }; };
struct entry { struct list link; int number; };
#define directory_of(i) ((struct directory *)(i))
static inline void append(struct list *list, struct list *node) {
  node->previous = list->previous; node->next = list; list->previous->next = node; list->previous = node;
}
struct entry *new(void);
`;

test.each([...LEVELS, "gcc -O2 -fno-omit-frame-pointer"])(
  "a list in the struct around a parameter hides none of its members, by %s",
  (options) => {
    const text = `${LISTS}struct entry *find(struct inode *, int); struct inode *node(struct inode *); void drop(void *);
int create(struct inode *directory, int number, int *error) {
  struct entry *entry = 0; struct inode *inode = 0;
  *error = -17;
  if (find(directory, number)) return 0;
  *error = -2;
  if (directory->links == 0) return 0;
  entry = new();
  inode = node(directory);
  if (!entry || !inode) { drop(entry); return 0; }
  entry->number = number;
  append(&directory_of(directory)->entries, &entry->link);
  directory->size++;
  directory->time = number * 10;
  *error = 0;
  return 1;
}
struct entry *new(void) { static struct entry one; return &one; }`;
    const found = things(accessesIn([text], options, "create"));
    expect(found).toEqual(
      expect.arrayContaining(["get inode::size", "set inode::size", "set inode::time", "set entry::number"]),
    );
    expect(found.filter((one) => one.includes("list::") || one.includes("pages"))).toEqual([]);
  },
);

test.each(LEVELS)("of a union the struct that the statement names is walked, by %s", (options) => {
  const text = `${LISTS}#define for_each(node, head) for (struct list *node = (head)->next; node != (head); node = node->next)
int count(struct inode *directory) {
  int n = 0;
  for_each(node, &directory_of(directory)->entries) n++;
  return n;
}`;
  expect(things(accessesIn([text], options, "count"))).toEqual(["get list::next"]);
});

const FRAMELESS = [
  `${CLANG} -O0 -fomit-frame-pointer`,
  "gcc -O1 -fomit-frame-pointer",
  "gcc -O2 -fno-omit-frame-pointer",
];

test.each([...LEVELS, ...FRAMELESS])(
  "what an inlined function is handed hides no other local, by %s",
  (options) => {
    const text = `struct stream { int operation; const void *operations; unsigned *at; int left; };
struct message { int number, version; int values[4]; };
extern const char table[];
__attribute__((noinline)) int pass(struct stream *s, struct message *m) { __asm__ volatile("" : : "r"(s), "r"(m) : "memory"); return s->left; }
static inline int send(struct stream *s, struct message *m) { if (m->number == 3) return pass(s, m) + 1; return pass(s, m); }
static inline int go(struct message *m) {
  unsigned words[8];
  struct stream written = { 1, table, words, 32 };
  struct stream read = { 2, table, words, 64 };
  struct message arrived = { 0 };
  return send(&written, m) && send(&read, &arrived) && written.left == read.left ? arrived.version : -1;
}
int call(int number) {
  struct message m = { .number = number, .version = 2 };
  return go(&m);
}
const char table[] = "x";`;
    const found = accessesIn([text], options, "go");
    // Lines 8 and 9 fill streams, whatever else lies in the frame.
    const filled = found.filter((one) => /^set \S+ [89] /.test(one));
    expect(filled.length).toBeGreaterThanOrEqual(8);
    expect(things(filled).filter((one) => !one.startsWith("set stream::"))).toEqual([]);
  },
);

test.each(LEVELS)("what two units tell of is hooked once, by %s", (options) => {
  const structs = `struct list { struct list *next, *previous; };
struct process { int pid; struct list link; struct process *parent; };
`;
  const user = `${structs}extern struct list processes;
extern struct process *first;
int count(void) {
  int n = 0;
  for (struct list *node = processes.next; node != &processes; node = node->next)
    if (((struct process *)((char *)node - 4))->parent == first) n++;
  return n;
}`;
  const found = accessesIn(
    [`${structs}struct process *first; struct list processes = { &processes, &processes };`, user],
    options,
    "count",
  );
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found).toEqual([...new Set(found)]);
});

test.each(LEVELS)("a table of a switch is no variable of the source, by %s", (options) => {
  const text = `struct e { unsigned short code; unsigned char yes, no; unsigned k; };
extern const struct e program[];
extern int source(int), other(int);
const struct e program[] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
unsigned interpret(const struct e *pc, unsigned x) {
  for (;; pc++) {
    switch (pc->code) {
    case 0: x += pc->k; break;
    case 1: x *= source(x); break;
    case 2: x = other(x); break;
    case 3: x ^= source(3); break;
    case 4: x -= other(5); break;
    case 5: x = source(x) + other(x); break;
    default: return x + pc->yes * pc->no;
    }
  }
}
int start(void) { return interpret(program, 3); }
int source(int x) { return x + 1; } int other(int x) { return x * 3; }`;
  const found = accessesIn([text], options, "interpret");
  expect(things(found)).toEqual(["get e::code", "get e::k", "get e::no", "get e::yes"]);
  expect(things(found.filter((one) => / [67] /.test(one)))).toEqual(["get e::code"]);
});

test.each(LEVELS)("an array of labels is read as others are, by %s", (options) => {
  const text = `int at(int n) {
  static const void *const labels[] = { &&one, &&two, &&three };
  goto *labels[n];
one: return 5;
two: return 7;
three: return 11;
}`;
  expect(things(accessesIn([text], options, "at"))).toEqual(["get labels"]);
});

test.each(LEVELS)("text in quotes is no variable of the source, by %s", (options) => {
  const text = `__attribute__((noinline)) void print(const char *text) { __asm__ volatile("" : : "r"(text) : "memory"); }
char mark;
void tell(int n) { print(n > 3 ? "more" : "less"); print(&mark); print("end"); }`;
  expect(things(accessesIn([text], options, "tell", 'ref("% ...::%")'))).toEqual(["ref mark"]);
});
