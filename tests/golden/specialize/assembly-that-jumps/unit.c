int f(int m, int k) { if (k > 3) m++; asm goto("testl %0,%0\n\tjz %l[bad]" :: "r"(m) : "cc" : bad); return m + k; bad: return -k; }
