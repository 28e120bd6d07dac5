/* Text that is preprocessed apart from its compile: pragmas, and what the preprocessor counts. */
#include <stdio.h>

static int next(int x) { return x + 1; }

#pragma GCC push_options
#pragma GCC target("sse4.2")
#pragma GCC optimize("O2")
#ifdef __SSE4_2__
#define SUM "an instruction"
#else
#define SUM "a table"
#endif
#ifdef __OPTIMIZE__
#define CHECKS "no checks"
#else
#define CHECKS "checks"
#endif
#pragma GCC pop_options

#define FAST _Pragma("GCC push_options") _Pragma("GCC optimize(\"O3\", \"fast-math\")")
#define SLOW _Pragma("GCC pop_options")
FAST
static int half(int x) { return next(x) / 2; }
#ifdef __FAST_MATH__
#define MATH "fast"
#else
#define MATH "exact"
#endif
SLOW
/* The function between them makes the macro of the optimization stay. */
#ifdef __OPTIMIZE__
#define STAYS "stays"
#else
#define STAYS "goes"
#endif

#define OLD() old_way(3)
static int old_way(int x) { return next(x); }
#pragma GCC poison old_way

#define PACKED _Pragma("pack(push, 1)")
PACKED struct tight { char c; long n; };
#pragma pack(pop)
struct loose { char c; long n; };

#define LIMIT 1
#pragma push_macro("LIMIT")
#undef LIMIT
#define LIMIT 2
static int inner = LIMIT;
#pragma pop_macro("LIMIT")

#pragma weak nowhere
int nowhere(void);
#pragma redefine_extname say puts
int say(const char *text);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
static int quiet(void) { int unused; return next(4); }
#pragma GCC diagnostic pop

static int counted = __COUNTER__ + 10 * __COUNTER__;

int main(void) {
  int sum = 0;
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) sum += half(i);
  say("said under another name");
  printf("%s, %s, %s, %s\n", SUM, CHECKS, MATH, STAYS);
  printf("%d %zu %zu %d %d\n", OLD(), sizeof(struct tight), sizeof(struct loose), inner, LIMIT);
  printf("%d %d %d %d\n", nowhere == 0, quiet(), counted, sum);
  printf("%d %d %s\n", __INCLUDE_LEVEL__, __LINE__, __FILE__);
#line 7 "elsewhere.c"
  printf("%d %s\n", __LINE__, __FILE__);
  return __COUNTER__;
}
