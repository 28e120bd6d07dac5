/** C functions at random, with facts about their arguments: loops, aliases, parts of structures, calls that are followed. */
export interface RandomFunction {
  readonly name: string;
  /** Of the declaration. */
  readonly facts: readonly string[];
  /** Of values that are not known: clauses, and when they hold. */
  readonly assumed: readonly Assumed[];
  readonly text: string;
}

interface Assumed {
  readonly clause: string;
  readonly condition: string;
}

const TYPES = `typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
enum level { LOW = 1, MID = 4, HIGH = 6 };
enum sign { NEG = -3, NIL, POS = 5 };
enum __attribute__((packed)) tiny { TINY_0, TINY_9 = 9, TINY_200 = 200 };
typedef enum { WEE_NEG = -2, WEE_5 = 5 } __attribute__((packed)) wee;
struct in { int p, q; };
union word { int whole; short part[2]; u8 byte[4]; struct in in; struct { u32 low : 5, mid : 11; int high : 16; } bits; enum sign sign; wee wee[4]; };
typedef union { int all; short low; u8 byte[4]; } overlay;
typedef struct { overlay over; short pair[2]; } record;
struct plain { u32 kind; int v; short h[2]; u8 raw[4]; struct in in; struct plain *other; u32 u; };
struct box { int a, c; u8 small; enum tiny tiny; short half; union { int first; short low; struct { u8 one, other; }; }; enum sign sign; enum level level; int flag : 3; u32 mask : 5; int deep : 7; u32 wide : 17; wee wee, wees[3]; struct in in; union word word; int list[4]; overlay over; record record; long long big; unsigned long long most; struct box *next; struct plain plain; };
`;

export const RANDOM_HEAD = `${TYPES}static int total; static int bias = 2; static wee mood = WEE_5;
static const int table[4] = { 3, -1, 8, 2 };
static int twice(int k) { return k * 2; }
static int stepped(struct box *b, int k) { b->a += k; total += b->a & 7; return b->c + k; }
static int chosen(int k, int y) { switch (k) { case 0: return y; case 1: return y + 1; case LOW + 1: total++; return y - 3; default: return k * 3; } }
static void filled(struct in *i, int k) { i->p = k; if (k & 1) i->q ^= k; }
static struct in both(int k, int y) { struct in i = { k, 3 }; if (k & 1) i.q = y; return i; }
static struct in moved(struct in i, int k) { i.p += k; return k > 2 ? i : (struct in){ i.q, k }; }
static int weighed(const struct in i, int k) { enum { FEW = 2, SOME } a = k > FEW ? SOME : FEW; total += i.p & 3; return i.p * k + i.q + (int)a; }
static const struct { int kind; union { int number; const char *text; } u; } items[] = { { 1, { 7 } }, { 2, { .text = "ab" } }, { 0 } };
static int shared(union word *w, int k) { w->part[0] += k; return w->byte[1] + w->in.q; }
static int halves(union word w, int k) { w.part[1] ^= k; return w.whole + w.bits.mid; }
static enum sign toward(enum sign e, int k) { switch (e) { case NEG: return NIL; case NIL: total += k & 1; return POS; case POS: return k; default: return e < NIL ? NEG : POS; } }
static wee weeest(enum tiny k, wee y) { return k > TINY_9 ? y : k == TINY_0 ? WEE_NEG : (wee)(y + k); }
static int packed(struct box *b, u32 k) { b->mask = k; b->deep--; return b->flag < 0 ? b->mask : (int)b->wide; }
typedef int (*two)(int, int); typedef int (*any)(void *, ...);
static int added(int a, int y) { return a + y; }
static int lower(int a, int y) { return a < y ? a : y - 1; }
static int pointed(struct in *i, int k) { i->p ^= k; return i->q; }
static const two ways[] = { added, lower, added, lower };
static const struct { two of; any from; } over = { lower, (any)pointed };
static int through(int k, int a, int y, two f) { return k ? (*f)(a, y) : (**f)(y, a); }
static int across(struct in *i, int k, any f) { return (*f)(i, k, -1) + f(i, k); }
static int kept(int k, int y) { static int held; held = k; return held + y; }
static int many(int count, ...) { __builtin_va_list all; int s = 0; __builtin_va_start(all, count); while (count-- > 0) s = s * 3 + __builtin_va_arg(all, int); __builtin_va_end(all); return s; }
static const u8 steps[] = { 0, 1, 0, 3, 2 };
static int stepping(const u8 *pc, int a) { static void *const to[] = { &&up, &&down, &&end, &&half }; --pc; next: ++pc; goto *to[*pc]; up: a++; goto next; down: a ^= 3; goto next; half: a >>= 1; goto next; end: return a; }
static int ranged(int k, int y) { typedef short part; _Static_assert(sizeof(part) == 2, ""); extern int *total_of_unit(void); part low = y; switch (k) { case -3 ... 1: return low; case 4 ... 6: return y + 1; case 200: return *total_of_unit() & 1; default: return k; } }
static inline int by_assembly(int a, int by) { __asm__("addl %1,%0" : "+r"(a) : "ri"(by) : "cc"); return a; }
static int in_memory(int *p, int v) { __asm__ volatile("movl %1,%0" : "=m"(*p) : "r"(v)); return *p; }
#define STORED(p, v) __asm__("movl %1,%0" : "=m"(*(p)) : "r"(v))
static inline int by_macro(int *p, int v) { int w = v; STORED(p, w); return w; }
static int other_way(int a, int k) { __asm__ goto("testl %0,%0\\n\\tjz %l[none]" : : "r"(a) : "cc" : none); return a + k; none: return k; }
static const char *const names[] = { "zero", "one", "" };
static int measured(const char *s, int k) { int n = 0; while (s[n] && n != k) n++; return n * 3 + s[n]; }
static int said(int k, const char *f, ...) { __builtin_va_list all; int s = k; __builtin_va_start(all, f); for (; *f; f++) switch (*f) { case 'd': s = s * 3 + __builtin_va_arg(all, int); break; case 'l': s ^= (int)(__builtin_va_arg(all, long long) >> 3); break; case 's': s += measured(__builtin_va_arg(all, const char *), 2); break; case 'p': s += *__builtin_va_arg(all, int *); break; default: s += *f; } __builtin_va_end(all); return s; }
static long long widened(long long v, unsigned k) { return k > 3 ? v >> (k & 31) : v * (long long)k - (v << 5); }
static int compared(unsigned long long v, long long w) { return v > 4000000000u ? w < 0 : v == (unsigned long long)w ? 3 : 5; }
static int overlaid(overlay *w, record r, int k) { w->low = k; r.over.all = w->all; r.over.byte[1] = 3; return r.over.low + w->byte[2] + r.pair[1]; }
static int counted(int k) { static int calls; static const int by[] = { 2, 3 }; calls = k; calls += k & 1; return by[k & 1] + calls; }
static int put(void **at, int v) { *(int *)*at = v; *at = (char *)*at + sizeof(int); return 1; }
static int taken(void **at, u32 *v) { *v = *(u32 *)*at; *at = (char *)*at + 4; return 1; }
static int each_of(char *of, int count, u32 size, any f) { int s = 0; for (int i = 0; i < count; i++, of += size) s = s * 3 + (*f)(of, i); return s; }
static int of_plain(struct plain *p, int k) { char *c = (char *)&p->in; c -= (char *)&p->in - (char *)p; ((struct plain *)c)->v += k; return *(int *)((char *)p + 4) + (int)(*(u32 *)((u8 *)p + 4) >> 1); }
static int beyond(struct in *i, int k) { struct plain *p = (struct plain *)((char *)i - (int)(unsigned long)&((struct plain *)0)->in); p->h[1] = k; return p->v + i->q; }
#define offsetof(T, M) __builtin_offsetof(T, M)
#define container_of(ptr, type, member) ({ void *of_ = (void *)(ptr); ((type *)(of_ - offsetof(type, member))); })
static int summed(const int *t, int count) { int s = 0; for (int i = 0; i < count; i++) s += t[i]; return s; }
`;

/** For code in another unit, which reaches the unit's variables by these functions: they stand behind it. */
export const RANDOM_DRIVER_HEAD = `${TYPES}int *total_of_unit(void), *bias_of_unit(void);
wee *mood_of_unit(void);
#define total (*total_of_unit())
#define bias (*bias_of_unit())
#define mood (*mood_of_unit())
`;
export const RANDOM_END =
  "int *total_of_unit(void) { return &total; } int *bias_of_unit(void) { return &bias; } wee *mood_of_unit(void) { return &mood; }\n";

export const HEAD_OF = (name: string) =>
  `int ${name}(struct box *b, struct box *c, int *p, int n, int x, enum sign e)`;

const FACTS = [
  "n == 3",
  "b->a == 3",
  "c->in.q == 5",
  "p[0] == 7",
  "b->list[1] == 2",
  "b->small == 200",
  "bias == 2",
  "c->c == -4",
  "e == NEG",
  "b->sign == NEG",
  "c->tiny == TINY_200",
  "b->wee == WEE_NEG",
  "b->mask == 17",
  "c->flag == -2",
  "b->big == 5000000000ll",
  "c->most == 18000000000000000000ull",
  "b->record.pair[1] == -3",
];

const assume = (condition: string): Assumed => ({ clause: `assume ${condition}`, condition });

const ASSUMED: readonly Assumed[] = [
  ...["x > 0", "n < 6", "b->c <= c->c", "x != n", "b->half >= x", "b->a == c->a", "total < 9"].map(assume),
  ...[
    "e != NIL",
    "e > NEG",
    "b->sign < POS",
    "c->level >= MID",
    "b->tiny != TINY_9",
    "b->deep < 3",
    "b->wee >= 0",
    "b->big > 5",
    "c->big != -7000000000ll",
    "b->most >= 5000000000ull",
  ].map(assume),
  { clause: "e in NEG, POS, 9", condition: "(e == NEG || e == POS || e == 9)" },
  { clause: "c->a in 1, 2, 5", condition: "(c->a == 1 || c->a == 2 || c->a == 5)" },
  { clause: "b->in.p == n", condition: "b->in.p == n" },
];

/** Code of its own for each value; of what no fact says. */
const EACH: readonly Assumed[] = [
  ["e", "NEG", "POS", "9"],
  ["n", "1", "3", "-2"],
  ["b->tiny", "TINY_0", "TINY_9"],
  ["c->level", "LOW", "7"],
  ["b->flag", "-1", "2", "3"],
].map(([what = "", ...values]) => ({
  clause: `for each ${what} in ${values.join(", ")}`,
  condition: `(${values.map((value) => `${what} == ${value}`).join(" || ")})`,
}));

export function randomFunction(name: string, random: (below: number) => number): RandomFunction {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const facts = FACTS.filter(() => random(3) === 0);
  const each = EACH.filter(
    ({ clause }) => random(8) === 0 && !facts.some((fact) => clause.includes(` ${fact.split(" ")[0]} `)),
  );
  const assumed = [...ASSUMED.filter(() => random(6) === 0), ...each];
  const locals: string[] = [];
  let counters = 0;
  const place = (): string =>
    pick([
      ...locals,
      ...locals,
      "b->a",
      "b->c",
      "c->a",
      "c->c",
      "b->in.p",
      "c->in.q",
      "b->small",
      "c->half",
      "(*p)",
      "total",
      "bias",
      `b->list[${pick(["n", "x", "r", "s + 1", "c->a"])} & 3]`,
      "c->list[1]",
      "q->a",
      "q->in.p",
      "b->first",
      "c->low",
      "q->one",
      "b->word.whole",
      "c->word.part[1]",
      `b->word.byte[${pick(["n", "x", "1"])} & 3]`,
      "q->word.in.p",
      "w.whole",
      "w.part[0]",
      "w.byte[2]",
      "w.in.q",
      "e",
      "b->sign",
      "c->sign",
      "q->level",
      "b->tiny",
      "c->tiny",
      "b->wee",
      `q->wees[${pick(["n", "x", "1"])} & 1]`,
      "b->mask",
      "q->mask",
      "c->flag",
      "b->deep",
      "q->wide",
      "w.bits.mid",
      "b->word.bits.high",
      "q->word.sign",
      "w.wee[1]",
      "mood",
      "m[n & 1].p",
      "m[1].q",
      "(*(short *)p)",
      "((u8 *)&z)[x & 7]",
      "(*(signed char *)&b->in.q)",
      "z.p",
      "z.q",
      "b->over.all",
      "q->over.low",
      `b->over.byte[${pick(["n", "x", "1"])} & 3]`,
      "c->record.over.all",
      "q->record.pair[1]",
      "g.over.low",
      "g.pair[x & 1]",
      "y.v",
      "y.h[1]",
      "y.in.q",
      "y.raw[1]",
      "(*(int *)((char *)&y + 4))",
      "(*(u32 *)((u8 *)&y + 4))",
      "(*(int *)&y.u)",
      "(*(short *)((char *)&y + 6))",
      `((signed char *)&y)[${pick(["n", "x", "1"])} & 15]`,
      "(*(u32 *)y.raw)",
      "(*(int *)at)",
      `(*(int *)((void *)&y + 4 * (${pick(["n", "x", "1"])} & 1) + 4))`,
      "(*(u16 *)(at + 1))",
      "container_of(&v->in, struct plain, in)->h[1]",
      "container_of(&b->plain.in, struct box, plain.in)->c",
      "(*(u32 *)at)",
      "(*(short *)((char *)at + 2))",
      "v->v",
      "v->h[0]",
      "(*(u32 *)((char *)v + sizeof(int)))",
      "(*(u16 *)((char *)v + 8))",
      "b->plain.in.p",
      "(*(int *)((char *)&b->plain + 4))",
      "b->big",
      "q->big",
      "c->most",
      "big",
      "most",
    ]);
  const leaf = (): string =>
    pick([
      "n",
      "n",
      "x",
      `${random(9) - 3}`,
      "LOW",
      "HIGH",
      "MID",
      "NEG",
      "POS",
      "TINY_200",
      "WEE_NEG",
      "5000000000ll",
      "0x80000001u",
      place(),
      place(),
      `table[${random(4)}]`,
      `(*(const int *)((const char *)table + 4 * (${pick(["n", "x", "1"])} & 3)))`,
      `(*(const u16 *)&steps[${pick(["n", "x", "1"])} & 3])`,
      "(*(const u32 *)steps)",
      "(int)((char *)v - (char *)&y == 0)",
      "(int)offsetof(struct plain, in.q)",
      "(int)offsetof(struct box, c)",
      "t[1]",
    ]);
  const expression = (depth: number): string => {
    if (depth <= 0) return leaf();
    const [one, other] = [() => expression(depth - 1), () => expression(depth - 1)];
    switch (random(14)) {
      case 0:
        return `(${one()} / ((${other()} & 7) + 1))`;
      case 1:
        return `(${one()} << (${other()} & 7))`;
      case 2:
        return `(${one()} >> (${other()} & 15))`;
      case 3:
        return `(${one()} ${pick(["<", ">", "==", "!=", "<=", ">="])} ${other()})`;
      case 4:
        return `(${one()} ${pick(["&&", "||"])} ${other()})`;
      case 5:
        return `(${pick([one(), about()])} ? ${other()} : ${leaf()})`;
      case 6:
        return `${pick(["-", "~", "!"])}(${one()})`;
      case 7:
        return `(${pick(["u8", "short", "u32", "signed char", "int", "enum sign", "enum tiny", "wee", "long long", "unsigned long long"])})(${one()})`;
      case 8:
        return `(int)((u32)${leaf()} % ((${other()} & 15) + 1))`;
      case 9:
      case 10:
        return leaf();
      default:
        return `(${one()} ${pick(["+", "-", "*", "&", "|", "^"])} ${other()})`;
    }
  };
  /** Comparisons of what is assumed something of. */
  const about = (): string => {
    const sides = [
      "x",
      "n",
      "b->c",
      "c->c",
      "b->a",
      "c->a",
      "b->half",
      "b->in.p",
      "total",
      "z.p",
      "z.q",
      "e",
      "b->sign",
      "c->level",
      "b->tiny",
      "b->deep",
      "b->mask",
      "b->wee",
      "NIL",
      "POS",
      "0",
      "2",
      "5",
      "2u",
      "5u",
    ];
    const relation = pick(["<", ">", "==", "!=", "<=", ">=", "^", "-"]);
    return `(${pick(sides)} ${relation} ${pick(sides)})`;
  };
  const body = (depth: number): string => `{ ${statements(depth, 1 + random(3))} }`;
  const statements = (depth: number, count: number): string =>
    Array.from({ length: count }, () => statement(depth)).join(" ");
  const statement = (depth: number): string => {
    const kind = random(depth > 0 ? 17 : 9);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return `${place()} = ${expression(2)};`;
      case 3:
        return `${place()} ${pick(["+=", "-=", "^=", "&=", "*=", "|="])} ${expression(1)};`;
      case 4:
        return `${place()}${pick(["++", "--"])};`;
      case 5:
        return pick([
          `${place()} = stepped(${pick(["b", "c", "q"])}, ${expression(1)});`,
          `${place()} = chosen(${leaf()}, ${expression(1)});`,
          `filled(&${pick(["b->in", "c->in", "q->in"])}, ${expression(1)});`,
          `${place()} = twice(${expression(1)}) + ${leaf()};`,
          `${place()} = halves(${pick(["w", "b->word", "q->word"])}, ${leaf()});`,
          `${place()} = toward(${pick(["e", "b->sign", "NEG", leaf()])}, ${expression(1)});`,
          `${place()} = weeest(${leaf()}, ${expression(1)});`,
          `${place()} = through(${leaf()}, ${leaf()}, ${expression(1)}, ${pick(["added", "lower", "ways[1]", "ways[n & 3]", "over.of"])});`,
          `${place()} = across(${pick(["&z", "&b->in", "&q->in"])}, ${leaf()}, ${pick(["(any)pointed", "over.from"])});`,
          `${place()} = ways[${pick(["2", "n & 3", "x & 1"])}](${leaf()}, ${expression(1)});`,
          `${place()} = added(ranged(${leaf()}, ${leaf()}), lower(${expression(1)}, twice(${leaf()})));`,
          `${place()} = kept(${leaf()}, ${expression(1)}) + ranged(${leaf()}, n);`,
          `${place()} = many(${pick(["2", "n & 1", "1"])}, ${leaf()}, ${expression(1)}) - ranged(${leaf()}, ${leaf()});`,
          `${place()} = stepping(${pick(["steps", "steps + 2", "&steps[n & 3]"])}, ${expression(1)});`,
          `${place()} = by_assembly(${leaf()}, ${pick([leaf(), expression(1)])});`,
          `${place()} = ${pick(["in_memory", "by_macro"])}(${pick(["p", "&b->a", "&c->list[1]", "&q->c", "&total", "&s"])}, ${leaf()});`,
          `${place()} = other_way(${leaf()}, ${leaf()});`,
          `__asm__("addl %1,%0" : "+m"(${pick(["b->a", "*p", "q->c", "total", "w.whole", "b->over.all"])}) : "ri"((int)(${leaf()})) : "cc");`,
          `STORED(${pick(["p", "&q->a", "&r", "&g.over.all"])}, (int)${leaf()});`,
          `${place()} = measured(${pick(['"abc"', "names[n & 1]", "names[1]", '&"hello"[2]', "text", "text + 1"])}, ${leaf()});`,
          `text[${pick(["n", "x", "1", "2"])} & 3] = ${leaf()};`,
          `${place()} = said(${leaf()}, ${pick([
            '"d-l", (int)@, (long long)#',
            '"s%d", names[n & 1], (int)@',
            '"lp", (long long)@, &b->c',
            '"sd", "xyz", (int)@',
            'n & 1 ? "d" : "-", (int)@',
          ])
            .replace("@", expression(1))
            .replace("#", leaf())});`,
          `${place()} = widened(${leaf()}, ${leaf()});`,
          `${place()} = compared(${expression(1)}, ${leaf()});`,
          `${place()} = overlaid(${pick(["&b->over", "&q->record.over", "&g.over"])}, ${pick(["g", "b->record", "c->record"])}, ${leaf()});`,
          `${place()} = counted(${leaf()});`,
          `{ void *to = ${pick(["t", "&y.in", "y.h", "b->list", "at"])}; put(&to, ${expression(1)}); ${pick(["", `put(&to, ${leaf()});`])} }`,
          `{ u32 got; void *from = ${pick(["t", "&y.in", "&z", "b->list", "at"])}; taken(&from, &got); ${place()} = got >> (${pick(["n & 7", "1"])}); }`,
          `${place()} = each_of((char *)m, ${pick(["2", "n & 1"])}, sizeof *m, (any)pointed);`,
          `${place()} = of_plain(${pick(["&y", "v", "&b->plain"])}, ${leaf()});`,
          `${place()} = beyond(${pick(["&y.in", "&v->in", "&b->plain.in"])}, ${leaf()});`,
          `__asm__("" : "+r"(${pick(["s", "r", "n"])}));`,
          `__asm__ volatile("" ::: "memory");`,
          `__asm__ goto("" : : "r"(${leaf()} + 0) : : end);`,
          `${place()} = packed(${pick(["b", "c", "q"])}, ${expression(1)});`,
          `${place()} = summed(${pick(["t", "b->list", "table"])}, ${pick(["n & 3", "2", "x & 3"])});`,
        ]);
      case 6:
        return pick([
          `{ record own = { { ${leaf()} }, { ${leaf()}, n } }; ${place()} = own.over.low + own.pair[1]; }`,
          `{ struct { int x; overlay over; record all[2]; } own = { ${leaf()}, { .low = ${leaf()} }, { { { 3 } }, { { .byte = { 1, n } }, { x } } } }; ${place()} = own.over.byte[0] + own.all[1].pair[n & 1] + own.x; }`,
          "g = b->record;",
          "c->record = g;",
          "g = (record){ { n }, { 2, x } };",
          `{ register int held = ${leaf()}; unsigned char low __attribute__((aligned(8))) = ${leaf()}; ${place()} = held + low; }`,
          `big ${pick(["+=", "^=", "<<=", ">>="])} ${pick(["n & 31", "3"])};`,
          "b->in = c->in;",
          "z = b->in;",
          `w = ${pick(["b", "c", "q"])}->word;`,
          "b->word = w;",
          "w.in = z;",
          `${place()} = shared(${pick(["&w", "&b->word", "&q->word"])}, ${leaf()});`,
          `{ int *at = &${pick(["w.whole", "b->word.whole", "w.in.q"])}; *at = ${expression(1)}; }`,
          `{ int i = ${pick(["0", "n & 1", "1"])}; ${place()} = items[i].kind == 1 ? items[i].u.number : items[1].u.text[i]; }`,
          `*b = *${pick(["c", "q"])};`,
          "c->in = z;",
          "m[1] = z;",
          `z = m[${pick(["0", "n & 1"])}];`,
          "__builtin_memcpy(&z, &c->in, sizeof z);",
          "__builtin_memset(&b->word, 0, sizeof b->word);",
          "__builtin_memcpy(&y.in, &z, sizeof z);",
          "__builtin_memcpy((char *)&y + 4, &r, sizeof r);",
          "__builtin_memmove(at, &n, sizeof n);",
          "{ y.other = &y; struct plain *o = *(struct plain **)((char *)&y + __builtin_offsetof(struct plain, other)); o->v ^= n; y.other = 0; }",
          "b->plain.v = y.v;",
          "v = &y;",
          "v = &b->plain;",
          `at = ${pick(["&y.v", "(char *)&y + (n & 12)", "&b->in", "(char *)b->list + 4 * (x & 1)", "t + (n & 1)", "&y.in", "p"])};`,
          `{ u8 *raw = (u8 *)${pick(["b", "q"])}; raw[${pick(["x", "n"])} & 7] = ${leaf()}; }`,
          `{ wee *at = &${pick(["b->wee", "q->wees[2]", "w.wee[1]", "mood"])}; *at = ${expression(1)}; }`,
          `if (${pick([expression(1), about()])}) goto end;`,
          `z = both(${leaf()}, ${leaf()});`,
          `${pick(["z", "b->in", "q->in"])} = moved(${pick(["z", "c->in", "b->in", "q->in"])}, ${expression(1)});`,
          `${place()} = weighed(${pick(["z", "c->in", "q->in"])}, ${leaf()}) + both(${expression(1)}, ${leaf()}).${pick(["p", "q"])};`,
          `{ struct in *at = &z; at->q = ${expression(1)}; z.p ^= ${leaf()}; }`,
          "c->in = b->in;",
          "q = c;",
          `q = ${expression(1)} ? b : c;`,
          "p = &b->c;",
        ]);
      case 7:
        return `t[${expression(1)} & 3] = ${expression(1)};`;
      case 8:
        return random(4) === 0 ? `if (${expression(1)}) return ${expression(1)};` : `${place()} = ${leaf()};`;
      case 9:
      case 10:
      case 11:
        return `if (${pick([expression(2), expression(2), about()])}) ${body(depth - 1)}${random(2) === 0 ? ` else ${body(depth - 1)}` : ""}`;
      case 12:
      case 13: {
        const counter = `i${counters++}`;
        const bound = pick(["n & 7", "3", "x & 3", "t[0] & 3", "HIGH - 2"]);
        const leave = random(3) === 0 ? ` if (${expression(1)}) ${pick(["break", "continue"])};` : "";
        return `for (int ${counter} = 0; ${counter} < (${bound}) && fuel-- > 0; ${counter}++) { ${statement(depth - 1)}${leave} ${statement(depth - 1)} }`;
      }
      case 14:
        if (random(2) === 0)
          return `switch (${pick(["e", "b->sign", "c->tiny", "b->wee", "b->mask"])}) { case ${random(3)}: ${statement(depth - 1)} break; case POS: ${statement(depth - 1)} case 17: case 200: ${statement(depth - 1)} break; case NEG: case WEE_NEG: ${statement(depth - 1)} ${pick(["break;", ""])} default: ${statement(depth - 1)} }`;
        return `switch (${expression(1)} & 3) { case 0: ${statement(depth - 1)} break; case 1: ${statement(depth - 1)} case 2: ${statement(depth - 1)} break; default: ${statement(depth - 1)} }`;
      case 15:
        return `do ${body(depth - 1)} while (${expression(1)} && fuel-- > 0);`;
      default: {
        const local = `k${counters++}`;
        return `{ int ${local} = ${expression(1)}; ${place()} = ${local} + ${leaf()}; ${body(depth - 1)} }`;
      }
    }
  };
  locals.push("r", "s");
  const text = `${HEAD_OF(name)} { int r = ${random(9)}, s = n, t[4] = { n, 1, x & 7 }, fuel = 40; struct in z = { s, 4 }; union word w = { .in = { n, 2 } }; struct in m[2] = { { x, 1 }, { 2 } }; record g = { { .all = n }, { 1, x } }; char text[5] = "ab"; long long big = n; unsigned long long most = x; struct box *q = b; struct plain y = { .kind = 3, .v = n, .h = { 1, x }, .raw = { 1, 2, n }, .u = 0x80000000u }, *v = &y; void *at = ${pick(["&y.in", "t", "b->list"])}; (void)c; (void)p; (void)v; (void)at; ${statements(2, 4 + random(5))} end:; return r + s * 3 + t[1] + t[3] + m[0].q + (int)(big ^ (big >> 32)) + (int)most + g.over.all + text[0] + y.v * 5 + y.h[0] + y.in.p + y.raw[2] + (int)(y.u >> 3); }\n`;
  return { name, facts, assumed, text };
}
