#ifndef SHAPE_H
#define SHAPE_H
class Shape { public: virtual ~Shape() {} virtual int area() = 0; };
class Square : public Shape { int a; public: Square(int x) : a(x) {} int area() { return a * a; } };
#endif
