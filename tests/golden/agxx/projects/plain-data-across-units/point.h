#ifndef POINT_H
#define POINT_H
struct Point { int x, y; };
struct Head { int a; char b; };
struct Tail : Head { char c; };
struct Named { int v; Named() : v(0) {} };
void draw(Point p, Tail *t, Named n);
#endif
