#ifndef CLOCK_H
#define CLOCK_H
#include <stdio.h>
class Clock { int t; public: Clock() : t(0) {} void tick() { t++; } int now() const { return t; } };
class Display { Clock &c; public: Display(Clock &k); void draw() { printf("time %d\n", c.now()); } };
#endif
