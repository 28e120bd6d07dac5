#ifndef POINT_H
#define POINT_H
#include <iterator>
#include <string>
#include <utility>
struct Point { int x, y; };
struct Head { int a; char b; };
struct Tail : Head { char c; };
struct Named { int v; Named() : v(0) {} };
// With a part and a base of the system's classes.
struct Span { std::pair<int, int> ends; };
struct Writer : std::back_insert_iterator<std::string> { Writer(std::string &to) : std::back_insert_iterator<std::string>(to) {} };
void draw(Point p, Tail *t, Named n);
Writer write(Writer to, Span span);
#endif
