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
struct in { int p, q; };
union word { int whole; short part[2]; u8 byte[4]; struct in in; };
struct box { int a, c; u8 small; short half; union { int first; short low; struct { u8 one, other; }; }; struct in in; union word word; int list[4]; struct box *next; };
`;

export const RANDOM_HEAD = `${TYPES}static int total; static int bias = 2; enum { LOW = 1, HIGH = 6 };
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
static int summed(const int *t, int count) { int s = 0; for (int i = 0; i < count; i++) s += t[i]; return s; }
`;

/** For code in another unit, which reaches the unit's variables by these functions: they stand behind it. */
export const RANDOM_DRIVER_HEAD = `${TYPES}enum { LOW = 1, HIGH = 6 };
int *total_of_unit(void), *bias_of_unit(void);
#define total (*total_of_unit())
#define bias (*bias_of_unit())
`;
export const RANDOM_END =
  "int *total_of_unit(void) { return &total; } int *bias_of_unit(void) { return &bias; }\n";

export const HEAD_OF = (name: string) => `int ${name}(struct box *b, struct box *c, int *p, int n, int x)`;

const FACTS = [
  "n == 3",
  "b->a == 3",
  "c->in.q == 5",
  "p[0] == 7",
  "b->list[1] == 2",
  "b->small == 200",
  "bias == 2",
  "c->c == -4",
];

const assume = (condition: string): Assumed => ({ clause: `assume ${condition}`, condition });

const ASSUMED: readonly Assumed[] = [
  ...["x > 0", "n < 6", "b->c <= c->c", "x != n", "b->half >= x", "b->a == c->a", "total < 9"].map(assume),
  { clause: "c->a in 1, 2, 5", condition: "(c->a == 1 || c->a == 2 || c->a == 5)" },
  { clause: "b->in.p == n", condition: "b->in.p == n" },
];

export function randomFunction(name: string, random: (below: number) => number): RandomFunction {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const facts = FACTS.filter(() => random(3) === 0);
  const assumed = ASSUMED.filter(() => random(6) === 0);
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
      "z.p",
      "z.q",
    ]);
  const leaf = (): string =>
    pick(["n", "n", "x", `${random(9) - 3}`, "LOW", "HIGH", place(), place(), `table[${random(4)}]`, "t[1]"]);
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
        return `(${pick(["u8", "short", "u32", "signed char", "int"])})(${one()})`;
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
          `${place()} = summed(${pick(["t", "b->list", "table"])}, ${pick(["n & 3", "2", "x & 3"])});`,
        ]);
      case 6:
        return pick([
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
  const text = `${HEAD_OF(name)} { int r = ${random(9)}, s = n, t[4] = { n, 1, x & 7 }, fuel = 40; struct in z = { s, 4 }; union word w = { .in = { n, 2 } }; struct box *q = b; (void)c; (void)p; ${statements(2, 4 + random(5))} return r + s * 3 + t[1] + t[3]; }\n`;
  return { name, facts, assumed, text };
}
