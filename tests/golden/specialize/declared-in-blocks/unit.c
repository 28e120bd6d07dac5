int f(int m, int k) { typedef short sh; sh x = m; _Static_assert(sizeof(x) == 2, "x"); extern int ext2(int); switch (m) { case 1 ... 5: x += k; break; default: x--; } return x + ext2(k); }
