#include <stdio.h>
class Whole { public: int n; };
int main() { Whole w; w.n = 3; Base::Part *p = &w; printf("%d\n", p == &w ? w.parts() : 0); return 0; }
