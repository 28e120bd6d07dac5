int f(int *v, int n) { int *e = v + n, s = 0; while (v < e) s += *v++; return s; }
