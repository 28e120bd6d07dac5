// options: -std=gnu11
#include <stdio.h>
__attribute__((target("avx2"))) static int wide(int n) { return n + 20; }
__attribute__((optimize("O0"))) static int slow(int n) { return n + 1; }
static __attribute__((section(".text.mine"), used)) int placed(int n) { return n * 2; }
__attribute__((target("general-regs-only"))) static int regs(int n) { return n ^ 5; }
__attribute__((no_sanitize("address"), noclone)) static int nosan(int n) { return n - 1; }
__attribute__((flatten)) static int flat(int n) { return placed(n) + slow(n); }
__attribute__((malloc, returns_nonnull)) static void *give(void) { static int x; return &x; }
__attribute__((visibility("hidden"), cold)) int cold(int n) { return n; }
static int __attribute__((pure)) pure(const int *p) { return *p; }
__attribute__((hot)) static inline int old(n) int n; { return n; }
int alias_of(int n) __attribute__((alias("cold")));
static __attribute__((gnu_inline)) inline int gi(int n) { return n + 3; }
static int (*resolve(void))(int) { return slow; }
int dispatched(int n) __attribute__((ifunc("resolve")));
static int tgt(int n) { return wide(n) + regs(n); }
struct big { int a[100]; }; static struct big mk(int n) { struct big b = {{n}}; return b; }
int main(void) { int z = 4; printf("%d %d %d %d %d %d %d %d\n", tgt(2), slow(1), placed(3), nosan(4), flat(2), give() != 0, cold(3) + alias_of(1), pure(&z) + old(2) + gi(1) + mk(7).a[0] + dispatched(3)); return 0; }
