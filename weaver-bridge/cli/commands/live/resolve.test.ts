/** What `weft live resolve` finds in objects and images of the real compilers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../../../tests/support/compilers.js";
import { ACCESSES } from "../../../../tests/support/object-code/accesses.js";
import {
  type Compiled,
  compile,
  run,
  SAMPLE,
  type Variant,
} from "../../../../tests/support/object-code/compile.js";
import { schemaErrors } from "../../test/schemas.js";
import { bundle, folderWith, weft } from "../../test/weft-process.js";

beforeAll(() => void bundle());

interface Found {
  readonly joinPoint: {
    readonly kind: string;
    readonly signature: string;
    readonly within: string;
    readonly range: { readonly startLine: number };
  };
  readonly places: readonly {
    readonly address: number;
    readonly symbol: string;
    readonly how: string;
    readonly inlined: boolean;
    readonly inOwner?: number;
    readonly indexed?: boolean;
  }[];
  readonly why?: string;
}

function resolve(file: string, pointcut: string): readonly Found[] {
  const ran = weft("/", ["live", "resolve", "--image", file, "--pointcut", pointcut, "--json"]);
  const answer = JSON.parse(ran.out);
  expect(schemaErrors("resolve", answer), ran.err).toBe("");
  expect(ran.code, ran.err).toBe(answer.joinPoints.length > 0 ? 0 : 1);
  return answer.joinPoints;
}

function withImage<T>(
  text: string,
  options: readonly string[],
  use: (image: Compiled) => T,
  linked = true,
): T {
  const [compiler, ...rest] = options as [Variant["compiler"], ...string[]];
  const image = compile(text, { compiler, options: rest, linked });
  try {
    return use(image);
  } finally {
    image.remove();
  }
}

test("with --accounts each join point of the sources is told once, those of macros and of what is gone too, and what else the code does", () => {
  const text = `struct s { int a, b, c; };
#define BOTH(p) ((p)->a + (p)->b)
static inline int never(struct s *p) { return p->c; }
static int folded(struct s *p) { return sizeof p->a; }
int sum(struct s *p) { return BOTH(p) + folded(p); }
void copy(struct s *p, struct s *q) { *p = *q; }
`;
  withImage(
    text,
    ["gcc", "-O2", "-g"],
    ({ file }) => {
      const pointcut = 'get("% s::%") || execution("% %(...)") || call("% folded(...)")';
      const words = ["live", "resolve", "--image", file, "--pointcut", pointcut, "--accounts"];
      const ran = weft("/", [...words, "--json"]);
      const answer = JSON.parse(ran.out);
      expect(schemaErrors("resolve", answer), ran.err).toBe("");
      const told = (answer.joinPoints as { joinPoint: { id: string }; account: string }[]).map(
        ({ joinPoint, account }) => `${joinPoint.id.replace(/@.*\/sample\.c/, "")} ${account}`,
      );
      expect(told.sort()).toEqual([
        "call:5:51:folded gone",
        "execution:3:19:never gone",
        "execution:4:12:folded gone",
        "execution:5:5:sum hooked",
        "execution:6:6:copy hooked",
        "get:3:47:s::c gone",
        ...["get:5:32:s::a hooked", "get:5:41:s::b hooked"],
      ]);
      expect(answer.accounts).toEqual({ hooked: 4, shared: 0, gone: 4, refused: 0, "not-found": 0 });
      expect(answer.units).toBe(1);
      expect((answer.codeOnly as Found[]).map(({ joinPoint }) => joinPoint.signature).sort()).toEqual([
        ...["int s::a", "int s::b", "int s::c"],
      ]);
      const said = weft("/", words).out;
      expect(said).toContain("8 join points of 1 sources: 4 hooked, 4 gone\n");
      expect(said).toContain("3 more that instructions do and no name in these sources says");
    },
    false,
  );
});

const howsOf = (found: readonly Found[]) =>
  found.flatMap(({ places }) => places.map(({ symbol, how }) => `${symbol.replace(/\+.*/, "")} ${how}`));

describe.each(["gcc", CLANG])("%s", (compiler) => {
  test.each(["-O0", "-O2", "-Os"])("calls and jumps to functions are objdump's at %s", (level) =>
    withImage(SAMPLE, [compiler, level, "-g"], ({ file }) => {
      const listing = run("/", "objdump", ["-d", "--no-show-raw-insn", file]);
      const theirs: string[] = [];
      let around = "";
      for (const line of listing.split("\n")) {
        around = /^[0-9a-f]+ <(\S+)>:/.exec(line)?.[1] ?? around;
        const [, at, name] = /^\s*([0-9a-f]+):\s+(?:call|j\w+)\s+[0-9a-f]+ <([^+>]+)>/.exec(line) ?? [];
        // What is split off a function is the function.
        if (at !== undefined && name !== undefined && base(name) !== base(around))
          theirs.push(`${at} ${base(name)}`);
      }
      const mine = resolve(file, 'call("% %(...)")').flatMap(({ joinPoint, places }) =>
        places
          .filter(({ how }) => how !== "inlined-call")
          .map(({ address }) => `${address.toString(16)} ${/(\w+)\(/.exec(joinPoint.signature)?.[1]}`),
      );
      expect(theirs.length).toBeGreaterThan(4);
      expect(mine.sort()).toEqual(theirs.sort());
    }),
  );

  test("an inlined function is found in each function that it was inlined into", () =>
    withImage(SAMPLE, [compiler, "-O2", "-g"], ({ file }) => {
      const found = resolve(file, 'execution("% link(...)")');
      expect(found).toHaveLength(1);
      const entries = found[0]?.places.filter(({ how }) => how === "entry") ?? [];
      expect(entries.every(({ inlined }) => inlined)).toBe(true);
      expect(new Set(entries.map(({ symbol }) => symbol.replace(/\+.*/, "")))).toEqual(
        new Set(["insert", "reset"]),
      );
      const calls = resolve(file, 'call("% link(...)")');
      expect(new Set(calls.map(({ joinPoint }) => joinPoint.range.startLine))).toEqual(
        new Set([lineOf("link(n, head)"), lineOf("link(n, &nodes")]),
      );
      expect(new Set(howsOf(calls))).toEqual(new Set(["insert inlined-call", "reset inlined-call"]));
    }));

  test("a function ends at its returns and at its tail calls", () =>
    withImage(SAMPLE, [compiler, "-O2", "-g"], ({ file }) => {
      expect(howsOf(resolve(file, 'execution("% again(...)")'))).toEqual(["again entry", "again tail-jump"]);
      const [entry, ...exits] = howsOf(resolve(file, 'execution("int visit_all(...)")'));
      expect([entry, new Set(exits)]).toEqual(["visit_all entry", new Set(["visit_all return"])]);
    }));

  test("an object that is not linked has its places in sections", () =>
    withImage(
      SAMPLE,
      [compiler, "-O2", "-g"],
      ({ file }) => {
        const ran = weft("/", [
          "live",
          "resolve",
          "--image",
          file,
          "--pointcut",
          'call("% idle(...)")',
          "--json",
        ]);
        const { image, joinPoints } = JSON.parse(ran.out);
        expect(image.relocatable).toBe(true);
        expect(joinPoints).toHaveLength(1);
        expect(joinPoints[0].places).toMatchObject([{ section: ".text", how: "tail-jump" }]);
        expect(joinPoints[0].places[0].address).toBeUndefined();
      },
      false,
    ));
});

const NAMES = `
__asm__(".globl bare\\n.type bare, @function\\nbare: ljmp $8, $1f\\n1: ret\\n.size bare, .-bare");
extern void bare(void);
__attribute__((noinline)) int first(void) { bare(); __asm__ volatile("ljmp $8, $1f\\n1:"); return 1; }
int second(void) __attribute__((alias("first")));
extern int third(void) __asm__("first");
int both(void) { return third() * 2; }
`;

test.each(["gcc", CLANG])(
  "functions by other names, and without debug information, are told: %s",
  (compiler) =>
    withImage(NAMES, [compiler, "-O2", "-g"], ({ file }) => {
      const whyOf = (name: string) => resolve(file, `execution("% ${name}(...)")`).map(({ why }) => why);
      expect(whyOf("bare")).toEqual([
        "it has no debug information: it is written in assembler, or its unit was compiled without -g",
      ]);
      expect(whyOf("second")).toEqual(["it is another name of first, whose code it is: name that"]);
      expect(howsOf(resolve(file, 'call("% bare(...)")'))).toEqual(["first call"]);
      // What is far has no place in the function, and is no call.
      expect(howsOf(resolve(file, 'execution("% first(...)")'))).toEqual(["first entry", "first return"]);
      // Which name the source says only gcc notes.
      const name = compiler === "gcc" ? "third" : "first";
      expect(howsOf(resolve(file, `call("% ${name}(...)")`))).toEqual(["both call"]);
    }),
);

test("the advice of aspects is resolved, and what matches nothing is told", () =>
  withImage(SAMPLE, ["gcc", "-O2", "-g"], ({ file }) => {
    const folder = folderWith({
      "a.ah": `aspect A {
  advice execution("% insert(...)") && args(n) : before(struct node *n) { }
  advice call("% ouside(...)") : before() { }
};
`,
    });
    const ran = weft(folder, ["live", "resolve", "--image", file, "--aspects", "a.ah"]);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("execution: void insert(struct node *): A: before execution of insert\n");
    expect(ran.err).toMatch(/a\.ah:3:\d+: warning.*Did you mean `outside`\?/);
  }));

test.each([
  ["no ELF file", "int x;", "it is no ELF file"],
  ["no file", undefined, "ENOENT"],
])("%s is told as such", (_, text, why) => {
  const folder = folderWith({});
  if (text !== undefined) writeFileSync(join(folder, "image"), text);
  const ran = weft(folder, [
    "live",
    "resolve",
    "--image",
    "image",
    "--pointcut",
    'call("% f(...)")',
    "--json",
  ]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(`image can't be resolved in: ${why}`);
  expect(schemaErrors("resolve", JSON.parse(ran.out))).toBe("");
});

test("an image without debug information is told as such", () =>
  withImage(SAMPLE, ["gcc", "-O2", "-g0"], ({ file }) => {
    const ran = weft("/", ["live", "resolve", "--image", file, "--pointcut", 'call("% f(...)")']);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("it has no debug information: compile with -g");
  }));

const lineOf = (text: string) => SAMPLE.split("\n").findIndex((line) => line.includes(text)) + 1;

const COLOURS = `struct rgb { unsigned char r, g, b, a; };
struct view { int x; struct rgb front; short cells[6]; };
struct rgb last;
void paint(struct view *v, struct rgb colour) { v->front = colour; }
void keep(struct view *v) { last = v->front; }
struct header { int magic; };
int cast(struct view *v) { struct header *h = (struct header *)v->cells; return h->magic; }
int cell(struct view *v, int n) { return v->cells[n + 2]; }
`;

test.each(["gcc -O0", "gcc -O2", `${CLANG} -O0`, `${CLANG} -O2`])(
  "a struct that is assigned, a cast, and an index with a part of the offset in it, by %s",
  (command) =>
    withImage(COLOURS, [...command.split(" "), "-g"], ({ file }) => {
      const found = resolve(file, 'get("% ...::%") || set("% ...::%")');
      const of = (where: string) => {
        const inside = found.filter(({ joinPoint }) => joinPoint.within.includes(` ${where}(`));
        return accessList(inside.map(({ joinPoint }) => joinPoint)).filter(
          (access) => !access.includes("rgb::"),
        );
      };
      expect(of("paint")).toEqual(["set view::front in paint"]);
      expect(of("keep")).toEqual(["get view::front in keep", "set last in keep"]);
      // Optimized, nothing of the cast is left but the load; that no instruction gets `magic` is told.
      const cast = command === "gcc -O2" ? ["get view::cells in cast"] : [];
      expect(of("cast")).toEqual(["get header::magic in cast", ...cast]);
      expect(of("cell")).toEqual(["get view::cells in cell"]);
    }),
);

const THINGS = `typedef unsigned int u32;
struct thing { u32 a, b; unsigned short d, e; u32 f[20]; };
void clear(struct thing *t) { __builtin_memset(t, 0, sizeof *t); }
u32 nth(struct thing *t, int n) { return t->f[n]; }
u32 of(struct thing *all, int n) { return all[n].b; }
u32 both(struct thing *all, int n, int m) { return all[n].f[m]; }
`;

test("the object is told where the instruction says it, and nowhere else", () =>
  withImage(THINGS, ["gcc", "-O2", "-g"], ({ file }) => {
    const found = resolve(file, 'get("% thing::%") || set("% thing::%")');
    const objects = (where: string) => [
      ...new Set(
        found
          .filter(({ joinPoint }) => joinPoint.within.includes(` ${where}(`))
          .flatMap(({ places }) => places.map(({ inOwner, indexed }) => [inOwner, indexed]))
          .map(String),
      ),
    ];
    // A loop of stores, and behind it the bytes that are left over, may be anywhere in the object; the first byte is not.
    expect(objects("clear").sort()).toEqual([",", "0,"]);
    expect(objects("nth")).toEqual(["12,true"]);
    expect(objects("of")).toEqual(["4,"]);
    expect(objects("both")).toEqual([","]);
  }));

describe.each(["gcc", CLANG])("accesses in code of %s", (compiler) => {
  let expected: readonly string[];
  beforeAll(() => {
    const folder = folderWith({ "a.c": ACCESSES });
    const words = ["joinpoints", "--pointcut", 'get("% ...::%") || set("% ...::%")', "--json"];
    expected = accessList(
      JSON.parse(weft(folder, [...words, "--", compiler, "-m32", "-c", "a.c"]).out).joinPoints,
    );
  });

  test.each(["-O0", "-O1", "-O2", "-Os"])("are those of the source at %s", (level) =>
    withImage(ACCESSES, [compiler, level, "-g"], ({ file }) => {
      const found = resolve(file, 'get("% ...::%") || set("% ...::%")');
      expect(expected.length).toBeGreaterThan(45);
      expect(accessList(found.map(({ joinPoint }) => joinPoint))).toEqual(expected);
    }),
  );
});

/** `set inode::number in store`, each once. */
function accessList(joinPoints: readonly Found["joinPoint"][]): string[] {
  const name = (signature: string) => /([\w:]+)(?:\[\d*\])*\)?(?:\(.*)?$/.exec(signature)?.[1];
  return [
    ...new Set(
      joinPoints.map(
        ({ kind, signature, within }) => `${kind} ${memberOf(signature)} in ${sourceFunction(name(within))}`,
      ),
    ),
  ].sort();
}

/** Compilers say of some instructions of an inlined function that they are its caller's. */
const sourceFunction = (name: string | undefined) => (name === "inlined_twice" ? "owner_of" : name);

/** `inode::children` of `struct inode *inode::children[4]` and `operations::lookup` of a pointer to a function. */
const memberOf = (signature: string) =>
  /(\w+::\w+)/.exec(signature)?.[1] ?? /(\w+)(?:\[\d*\])*$/.exec(signature)?.[1];

/** Of `sum.constprop.0` and `insert.cold`. */
const base = (symbol: string) => symbol.replace(/\..*/, "");
