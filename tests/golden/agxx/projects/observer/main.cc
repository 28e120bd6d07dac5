#include "clock.h"
Display::Display(Clock &k) : c(k) { }
int main() { Clock c; Display d(c); c.tick(); c.tick(); return c.now() - 2; }
