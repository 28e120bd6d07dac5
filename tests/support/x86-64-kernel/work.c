#include "work.h"
struct box boxes[4];
volatile unsigned long calls;

/* Its first instruction names memory by a distance. */
__attribute__((noinline)) void note(void) { calls++; }

__attribute__((noinline)) int add(struct box *to, int more) {
  to->used += more;
  to->size = to->size * 2 + more;
  return to->used;
}

__attribute__((noinline)) int seven(int a, int b, int c, int d, int e, int f, int g) {
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f + 1000000 * g;
}

/* A branch among the first instructions. */
__attribute__((noinline)) int choose(int what) {
  if (what == 0) return boxes[0].used;
  note();
  return what * 3;
}

/* Shorter than a jump. */
__attribute__((noinline, noclone)) int short_one(int x) { return x; }

static int (*volatile by_name)(int) = short_one;
/* Begins with a call. */
__attribute__((noinline)) int forward(int what) {
  note();
  return by_name(what) + 1;
}

/* Calls by a pointer in a register. */
static int (*volatile by_pointer)(int) = choose;
__attribute__((noinline)) int quick(int x) { return by_pointer(x + 1) + by_pointer(x); }
