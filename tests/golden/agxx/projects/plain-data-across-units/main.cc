#include "point.h"
int main() { Point p = { 3, 4 }; Head h = { 1, 'b' }; Tail t; t.a = h.a; t.c = 'c'; Named n; n.v = 5; draw(p, &t, n); return 0; }
