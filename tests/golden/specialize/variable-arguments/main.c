#include <stdio.h>
int ext(int n, va_list ap) { return n + va_arg(ap, int); }
int main(void) { int bad = 0; for (int a = -3; a < 4; a++) for (int b = -2; b < 3; b++) { int p = a * 3; struct pt q = {a, b};
#define T(n, ...) do { int x = e##n(__VA_ARGS__), y = e##n##_r(__VA_ARGS__); if (x != y) { printf("e%d(%d, %d): %d, residual %d\n", n, a, b, x, y); bad = 1; } } while (0)
T(1, a, b, 5); T(2, a, b, 'c'); T(3, "ab", "cd"); T(4, a, b * 1.5, a * 1000000007LL, q, &p); T(5, a, b); T(6, a, b); T(7, a, b); T(8, a, b); T(9, a, b); T(10, a, b); T(11, a, b); T(12, a, b & 3 ? b & 3 : 0); T(14, a, b); T(13, a, b & 3); }
return bad; }
