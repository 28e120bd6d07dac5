#include "point.h"
#include <stdio.h>
int made;
void draw(Point p, Tail *t, Named n) { Point q(p); Named m(n); printf("%d %d %d %c %d %d\n", q.x, p.y, t->a, t->c, m.v, made > 0); }
Writer write(Writer to, Span span) { Writer copy(to); Span other(span); *copy = (char)('a' + other.ends.second); return copy; }
