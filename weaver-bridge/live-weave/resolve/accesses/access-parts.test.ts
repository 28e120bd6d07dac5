/** Accesses that take several instructions are counted once. */
import { expect, test } from "vitest";
import { CLANG } from "../../../../tests/support/compilers.js";
import {
  ACCESSES,
  compiled,
  LEVELS,
  resolved,
} from "../../../../tests/support/object-code/resolved-object.js";

const ALL = [...LEVELS, "gcc -O1", `${CLANG} -O1`];

/** `get w::u` by how many instructions that count it for certain, and how many that may count it again. */
function countsIn(text: string, options: string): Record<string, string> {
  const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
  const counts = new Map<string, number[]>();
  for (const { name, within, entries } of found) {
    const [sure, doubted] = counts.get(`${within}: ${name}`) ?? [0, 0];
    const own = entries.filter(({ isRest }) => isRest !== true);
    const inDoubt = own.filter(({ doubt }) => doubt !== undefined).length;
    counts.set(`${within}: ${name}`, [
      (sure as number) + own.length - inDoubt,
      (doubted as number) + inDoubt,
    ]);
  }
  return Object.fromEntries([...counts].map(([key, [sure, doubted]]) => [key, `${sure} ${doubted}`]));
}

test.each(ALL)("numbers that are wider than a register are one access, by %s", (options) => {
  const text = `struct wide { int n; long long u; unsigned q : 24; unsigned char c; unsigned long long bits : 40; long long v[4]; };
long long got(struct wide *p) { return p->u; }
void put(struct wide *p, long long v) { p->u = v; }
void add(struct wide *p) { p->u += 7; }
int compared(struct wide *p) { return p->u > 5; }
void put_bits(struct wide *p, unsigned v) { p->q = v; }
void put_more(struct wide *p, long long v) { p->bits = v; }
long long element(struct wide *p, int i) { return p->v[i]; }
int half(struct wide *p) { return (int)p->u; }
`;
  expect(countsIn(text, options)).toEqual({
    "got: get wide::u": "1 0",
    "put: set wide::u": "1 0",
    "add: get wide::u": "1 0",
    "add: set wide::u": "1 0",
    "compared: get wide::u": "1 0",
    "put_bits: set wide::q": "1 0",
    "put_more: set wide::bits": "1 0",
    "element: get wide::v": "1 0",
    "half: get wide::u": "1 0",
  });
});

test.each(ALL)(
  "the word around bits is read again to be written back, which is no access, by %s",
  (options) => {
    const text = `struct bits { unsigned a : 3, b : 5, c : 1, d : 23; };
struct beside { unsigned a : 24; unsigned char d; };
void up(struct bits *p) { p->d++; }
void put(struct bits *p) { p->b = 5; }
struct parted { unsigned count : 13; int link; unsigned state : 17; unsigned char mode; };
void step(struct parted *t) { t->state++; }
unsigned sum(struct beside *p) { return p->a + p->d; }
`;
    const found = countsIn(text, options);
    expect(found).toMatchObject({
      "up: get bits::d": "1 0",
      "up: set bits::d": "1 0",
      "put: set bits::b": "1 0",
      "step: get parted::state": "1 0",
      "step: set parted::state": "1 0",
      "sum: get beside::a": "1 0",
    });
    expect(found["sum: get beside::d"]).toMatch(/^1 /);
  },
);

test("without optimization a pointer that is loaded again for the same access is read once", () => {
  const text = `struct node { int n; struct node *next; };
void add(struct node *p, int i) { p->next->n |= i; }
void both(struct node *p, struct node *q) { p->next->n += q->next->n; }
struct inner { short n[4][3]; };
struct outer { struct inner *n; };
void alike(struct outer *p, int i, int j) { p[i].n->n[i][j] += j; }
`;
  const found = countsIn(text, "gcc -O0");
  expect(found).toMatchObject({ "add: get node::next": "1 0", "add: get node::n": "1 0" });
  expect(found).toMatchObject({ "alike: get outer::n": "1 0", "alike: get inner::n": "1 0" });
  expect(found["both: get node::next"]).toMatch(/^2 /);
});

test("accesses of two objects in one line are two, and so are the rounds of a loop and what a macro reads twice", () => {
  const text = `struct wide { long long u; int n; };
extern void out(int);
#define TWICE(x) (out(x), out(x))
long long two(struct wide *p, struct wide *q) { return p->u + q->u; }
int waits(struct wide *p) { while (p->n) { out(1); p++; } return 0; }
void macro(struct wide *p) { TWICE(p->n); }
`;
  for (const options of ["gcc -O0", "gcc -O2", `${CLANG} -O2`]) {
    const found = countsIn(text, options);
    expect(found["two: get wide::u"], options).toBe("2 0");
    expect(found["macro: get wide::n"], options).toBe("2 0");
    expect(found["waits: get wide::n"], options).toMatch(/^[12] 0$/);
  }
});

test.each(["gcc -O1", "gcc -O2", "gcc -Os", `${CLANG} -O2`])(
  "a switch that looks again is one read, by %s",
  (options) => {
    const text = `struct node { int n; int kind : 14; };
extern int r;
void choose(struct node *p) {
  switch (p->kind) {
  case 0: r += 4; break;
  case 1: r ^= 9; break;
  case 2: r *= 3; break;
  case 3: r -= 2; break;
  case 4: r |= 64; break;
  default: r = ~r;
  }
}
`;
    expect(countsIn(text, options)["choose: get node::kind"]).toBe("1 0");
  },
);
