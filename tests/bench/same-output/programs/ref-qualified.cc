// options: -std=gnu++17
#include <cstdio>
#include <utility>
struct C { int n; int get() & { return n; } int get() const & { return n + 1; } int get() && { return -n; } int twice() && { return 2 * n; } operator int() && { return n * 100; } int operator+(int k) && { return n - k; } int operator+(int k) & { return n + k; } static int s() { return 9; } };
C make() { C c = {5}; return c; }
template <class T> struct D { T t; int get() && { return t; } template <class U> int tget(U u) && { return t * u; } int late() && { return std::move(*this).get(); } };
int main() { C c = {3}; const C k = {4}; printf("%d %d %d %d %d\n", c.get(), k.get(), std::move(c).get(), make().get(), make().twice()); printf("%d %d %d %d\n", (int)make(), make() + 1, c + 1, make().s()); D<int> d = {6}; printf("%d %d %d\n", std::move(d).get(), std::move(d).tget(2), std::move(d).late()); return 0; }
