/** Programs for what is decided, counted or laid out beyond one function: the second table of `weave-semantics.test.ts`. */
import type { SemanticCase } from "./weave-semantics.js";

export const DYNAMIC: Readonly<Record<string, SemanticCase>> = {
  "around a function with unnamed arguments goes on with them, or not": {
    source: `#define va_list __builtin_va_list
int vprintf(const char *, va_list);
__attribute__((noinline)) static int say(int level, char tag, const char *format, ...) {
  va_list list; __builtin_va_start(list, format); printf("%d%c: ", level, tag); int n = vprintf(format, list);
  __builtin_va_end(list); return n; }
int main(void) { int (*p)(int, char, const char *, ...) = say;
  printf("= %d\\n", say(1, 'a', "%d %s %.1f\\n", 42, "x", 2.5)); printf("= %d\\n", say(9, 'b', "%d\\n", 7));
  printf("= %d\\n", p(3, 'c', "%lld\\n", 1LL << 40)); return 0; }`,
    aspects: `aspect A {
  advice execution("% say(...)") : before() { tjp->arg1++; }
  advice execution("% say(...)") : around() {
    if (tjp->arg0 > 5) { tjp->result = -tjp->arg0; printf("quiet\\n"); }
    else { tjp->arg0 += 10; tjp->proceed(); }
  }
  advice execution("% say(...)") : before() { printf("[%d] ", tjp->arg0); }
};`,
    output: "[11] 11b: 42 x 2.5\n= 9\nquiet\n= -9\n[13] 13d: 1099511627776\n= 14",
  },
  "around a function with unnamed arguments and no result": {
    source: `static int n; __attribute__((noinline)) static void add(int first, ...) {
  __builtin_va_list list; __builtin_va_start(list, first); n += first; n += __builtin_va_arg(list, int); __builtin_va_end(list); }
int main(void) { add(1, 2); add(-1, 5); add(10, 20); printf("%d\\n", n); return 0; }`,
    aspects: `aspect A { advice execution("% add(...)") : around() {
  if (tjp->arg0 < 0)
    return;
  tjp->proceed();
} };`,
    output: "33",
  },
};
