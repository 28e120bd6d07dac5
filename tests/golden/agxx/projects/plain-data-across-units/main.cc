#include "point.h"
#include <stdio.h>
#include <type_traits>
int main() { Point p = { 3, 4 }; Head h = { 1, 'b' }; Tail t; t.a = h.a; t.c = 'c'; Named n; n.v = 5; draw(p, &t, n);
std::string text; Span s = { { 1, 2 } }; *write(Writer(text), s) = '.'; printf("%s %d\n", text.c_str(), (int)std::is_trivially_copyable<Point>::value); return 0; }
