/** Images for x86_64: addresses above 2^53, operands by the instruction pointer, halves of registers, tables, thunks. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage } from "./index.js";

const TEXT = `
struct owner { int uid, gid; };
struct inode { int number; long size; struct owner o; struct inode *parent, *kids[4]; char kind; };
extern struct inode other;
struct inode table[16], *root;
int outside(int);
static inline int uid(struct inode *i) { return i->o.uid; }
int first(struct inode *i, int n) { i->kids[n & 3]->size = n; return i->parent->number + uid(i); }
int fixed(int n) { table[n].size++; return table[3].kind + root->number + other.o.gid; }
int all(void) { int s = 0; for (struct inode *i = table; i < table + 16; i++) s += i->o.gid; return s; }
int choose(struct inode *i, int what) {
  switch (what) {
    case 0: return i->number;
    case 1: return i->o.uid + outside(3);
    case 2: return i->kind;
    case 3: return i->o.gid * 3;
    case 4: return outside(i->number);
    case 5: i->kind = 3; return 1;
    default: return uid(root);
  }
}
int through(int (*f)(int), struct inode *i) { return f(3) + i->number; }
`;
const KERNEL = "-mcmodel=kernel -fno-pic -mno-sse -mno-red-zone";
const THUNKS = "-mfunction-return=thunk-extern -mindirect-branch=thunk-extern -fno-jump-tables";

function accessesIn(options: string, linked: boolean, source = TEXT) {
  const folder = mkdtempSync(join(tmpdir(), "weft-x86-64-"));
  const run = (program: string, words: string) =>
    execFileSync(program, words.split(" "), { cwd: folder, timeout: 60_000 });
  try {
    writeFileSync(join(folder, "a.c"), source);
    const [compiler = "", ...rest] = options.split(" ");
    run(compiler, `-m64 -g ${rest.join(" ")} -c a.c`);
    const elsewhere = ["outside", "other", "__x86_return_thunk", "__x86_indirect_thunk_rax"];
    const symbols = elsewhere.map((name, at) => `--defsym=${name}=0xffffffff8110${at}000`).join(" ");
    if (linked) run("ld", `-m elf_x86_64 -Ttext=0xffffffff81000000 -e 0 ${symbols} -o a.elf a.o`);
    const image = openImageCode(
      readElf(readFileSync(join(folder, linked ? "a.elf" : "a.o"))),
      undefined,
      () => source,
    );
    const text = 'get("% ...::%") || set("% ...::%") || call("% %(...)") || execution("% %(...)")';
    const question = { pointcut: parsePointcut(text).value, text, files: [] };
    return { image, ...resolveInImage(image, question) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const counted = ({ joinPoints }: ReturnType<typeof accessesIn>) =>
  Object.fromEntries(
    ["get", "set", "call", "execution"].map((kind) => {
      const own = joinPoints.filter(
        ({ joinPoint, places }) => joinPoint.kind === kind && places.some(({ doubt }) => doubt === undefined),
      );
      return [kind, [...new Set(own.map(({ joinPoint }) => joinPoint.signature))].sort()];
    }),
  );

const MEMBERS = [
  "char inode::kind",
  "int inode::number",
  "int owner::gid",
  "int owner::uid",
  "long inode::size",
  "struct inode *inode::kids[4]",
  "struct inode *inode::parent",
  "struct inode *root",
];
const EXECUTED = [
  "int all()",
  "int choose(struct inode *,int)",
  "int first(struct inode *,int)",
  "int fixed(int)",
  "int through(int (*)(int),struct inode *)",
  "int uid(struct inode *)",
];

test.each([
  [`gcc -O0 ${KERNEL}`, true],
  [`gcc -O2 ${KERNEL}`, true],
  [`gcc -O2 ${KERNEL} ${THUNKS}`, true],
  [`${CLANG} -O2 ${KERNEL}`, true],
  ["gcc -O0 -fpie", false],
  ["gcc -O2 -fpie", false],
  ["gcc -Os -fpic", false],
  [`${CLANG} -O1 -fpie`, false],
])("all members, calls and executions are found by %s (linked: %s)", (options, linked) => {
  const found = counted(accessesIn(options, linked));
  expect(found.get).toEqual(MEMBERS);
  expect(found.set).toEqual(["char inode::kind", "long inode::size"]);
  expect(found.call?.filter((one) => !one.startsWith("int uid"))).toEqual(["int outside(int)"]);
  expect(found.execution).toEqual(EXECUTED);
});

test("addresses of a kernel are exact, and returns by a thunk are returns", () => {
  const { image, joinPoints } = accessesIn(`gcc -O2 ${KERNEL} ${THUNKS}`, true);
  const first = joinPoints.find(
    ({ joinPoint }) => joinPoint.kind === "execution" && joinPoint.signature.startsWith("int first"),
  );
  const places = first?.places.map(({ address, how }) => `${how} ${image.spell(address)}`);
  expect(places?.[0]).toBe("entry first");
  expect(places?.slice(1).every((one) => one.startsWith("return first+0x"))).toBe(true);
  expect(
    image.functions.own.every(({ start }) => BigInt.asUintN(64, BigInt(start)) >= 0xffffffff81000000n),
  ).toBe(true);
});

/** Each beside one that gcc finds it equal to: its parameters have no place in debug information, its code is a copy. */
const TWINS = `struct s { int a, b, c; struct s *next; };
struct large { long v[4]; };
int own(struct s *p) { return p[1].b; }
int twin(struct s *q) { return q[1].b; }
int ownLater(int n, double d, char c, struct s *p) { return p->c + n; }
int twinLater(int n, double d, char c, struct s *q) { return q->c + n; }
struct large ownLarge(struct s *p) { struct large l = { { p->a } }; return l; }
struct large twinLarge(struct s *q) { struct large l = { { q->a } }; return l; }
int ownSmall(struct { int x, y; } pair, struct s *p) { return p->next->a; }
`;

test("arguments are in the registers that calls hand them on in, where the compiler says nothing of them", () => {
  const { image, joinPoints } = accessesIn("gcc -O2 -fno-pic", false, TWINS);
  const places = joinPoints.flatMap(({ joinPoint, places }) =>
    joinPoint.kind === "get"
      ? places.map(({ address }) => `${joinPoint.signature} ${image.spell(address).replace(/\+.*/, "")}`)
      : [],
  );
  expect([...new Set(places)].sort()).toEqual([
    "int s::a ownLarge",
    "int s::a ownSmall",
    "int s::a twinLarge",
    "int s::b own",
    "int s::b twin",
    "int s::c ownLater",
    "int s::c twinLater",
    "struct s *s::next ownSmall",
  ]);
});
